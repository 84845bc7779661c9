import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const organisation: Migration = {
  up: async (db) => {
    await sql`alter table users add column organisation text`.execute(db)
  },
}
