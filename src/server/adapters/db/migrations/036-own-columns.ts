import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What people have scored or weighed: a column of values by the ids of plots, in all versions of the plots. */
const statements = [
  `create table trial_columns (
    id text primary key,
    trial_id text not null references trials (id) on delete cascade,
    name text not null,
    unit text,
    taken_on text,
    plot_values jsonb not null,
    author_id text not null references users (id),
    changed_at timestamptz not null
  )`,
  `create unique index trial_columns_once on trial_columns (trial_id, name, coalesce(taken_on, ''))`,
]

export const ownColumns: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
