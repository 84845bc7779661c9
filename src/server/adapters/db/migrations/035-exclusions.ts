import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Plots that people have excluded, on all flights or on one. They belong to the id of a plot, in all versions of the plots. */
const statements = [
  `create table trial_exclusions (
    id text primary key,
    trial_id text not null references trials (id) on delete cascade,
    plot_id text not null,
    flight_id text references trial_flights (id) on delete cascade,
    reason text not null,
    author_id text not null references users (id),
    created_at timestamptz not null
  )`,
  `create unique index trial_exclusions_once on trial_exclusions (trial_id, plot_id, coalesce(flight_id, ''))`,
  'create index trial_exclusions_by_flight on trial_exclusions (flight_id)',
]

export const exclusions: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
