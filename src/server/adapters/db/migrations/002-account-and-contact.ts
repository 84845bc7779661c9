import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `alter table sessions add column device text not null default '', add column address text not null default ''`,
  `create table messages (
    id text primary key,
    name text not null,
    email text not null,
    message text not null,
    created_at timestamptz(3) not null
  )`,
]

export const accountAndContact: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
