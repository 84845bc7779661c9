import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = ['alter table sessions add column used_generation int not null default 0']

export const sessionGenerations: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
