import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the ZIP of a report needs of each file, and what is known of its preview. */
const statements = [
  `alter table files
    add column crc32 text check (crc32 ~ '^[0-9a-f]{8}$'),
    add column preview jsonb`,
  // Files of the same content share their preview.
  `create index files_by_content on files (sha256) where kind = 'REPORT'`,
]

export const reportDownloads: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
