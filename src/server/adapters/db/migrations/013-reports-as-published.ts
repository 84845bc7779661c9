import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What stands in the report of a request that has no published file are remarks of drafts; their uploads keep these too. */
const statements = [
  `delete from reports where not exists (
    select from files
      where files.analysis_id = reports.analysis_id and files.kind = 'REPORT' and files.published_at is not null
  )`,
]

export const reportsAsPublished: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
