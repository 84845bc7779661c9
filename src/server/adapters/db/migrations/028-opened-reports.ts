import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * When the customer opened the report. The first default marks the reports of before as opened, without rewriting a row, so
 * that customers do not find all of them new.
 */
export const openedReports: Migration = {
  up: async (db) => {
    await sql`alter table reports add column opened_at timestamptz default now()`.execute(db)
    await sql`alter table reports alter column opened_at drop default`.execute(db)
  },
}
