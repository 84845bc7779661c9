import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `alter table files
    add column inspection jsonb,
    add column virus_scan text,
    add column scanned_at timestamptz(3)`,
]

export const inspections: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
