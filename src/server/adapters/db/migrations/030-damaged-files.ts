import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a file was found damaged, so that no night reads it again; and what the nightly search looks for. */
const statements = [
  'alter table files add column damaged_at timestamptz',
  `create index files_without_crc32 on files (created_at) where kind = 'REPORT' and crc32 is null and damaged_at is null`,
  `create index files_without_preview on files (created_at) where kind = 'REPORT' and preview is null and damaged_at is null`,
]

export const damagedFiles: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
