import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create table key_of_data (
    one boolean primary key default true check (one),
    key_id text not null
  )`,
]

export const keyOfData: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
