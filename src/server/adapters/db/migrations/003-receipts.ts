import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `alter table uploads
    add column fingerprint text,
    add column sender_digest text,
    add column receipts jsonb,
    add column publish boolean`,
  'alter table files add column sha256 text, add column digest text',
]

export const receipts: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
