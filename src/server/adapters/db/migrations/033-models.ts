import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the 3D model of a report file is, once a job has looked at it. */
export const models: Migration = {
  up: async (db) => {
    await sql.raw('alter table files add column model jsonb').execute(db)
  },
}
