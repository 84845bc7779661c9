import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Every new code looks for those that wait for the same address, and the metrics count all that wait; a job purges old ones. */
const statements = [
  `create index letters_waiting on letters (to_email) where delivery = 'WAITING'`,
  'create index letters_settled on letters (settled_at) where settled_at is not null',
]

export const emails: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
