import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How plots were laid out on the screen, kept with the version that it made. */
export const plotLayouts: Migration = {
  up: async (db) => {
    await sql.raw('alter table trial_plots add column layout jsonb').execute(db)
  },
}
