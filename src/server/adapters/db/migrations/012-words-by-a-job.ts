import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A rename rewrote all requests of the person within the call. Now a job does (src/server/features/analyses/reindex-requests.ts);
 * the index is what its daily look finds renames by.
 */
const statements = [
  'drop trigger requests_have_new_words on users',
  'drop function note_words_of_requests()',
  `create index audit_renames on audit (at) where action = 'account.renamed'`,
]

export const wordsByAJob: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
