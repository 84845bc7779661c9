import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the points of a report file are, once a job has read them. */
export const points: Migration = {
  up: async (db) => {
    await sql.raw('alter table files add column points jsonb').execute(db)
  },
}
