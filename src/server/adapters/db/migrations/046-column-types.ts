import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a person says the values of an own column are: numbers, dates or texts. */
export const columnTypes: Migration = {
  up: async (db) => {
    await sql.raw('alter table trial_columns add column value_type text').execute(db)
  },
}
