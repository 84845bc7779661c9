import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What periodic work looks for, so that a batch of it reads no more rows than it takes. */
const statements = [
  'create index files_without_digest on files (created_at) where sha256 is null',
  `create index files_without_inspection on files (created_at) where kind = 'ARCHIVE' and inspection is null`,
  'create index files_without_scan on files (created_at) where virus_scan is null',
  `create index uploads_idle on uploads (touched_at) where state = 'OPEN'`,
  'create index codes_expiry on codes (expires_at)',
]

export const periodicWork: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
