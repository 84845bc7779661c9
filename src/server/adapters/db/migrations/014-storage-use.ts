import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The space that a customer has used is summed up at every start of an upload, from this index alone. */
const statements = [
  `create index uploads_of_customer on uploads (user_id) include (file_bytes, total_parts, part_bytes)
    where kind = 'ARCHIVE' and state <> 'ABANDONED'`,
]

export const storageUse: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
