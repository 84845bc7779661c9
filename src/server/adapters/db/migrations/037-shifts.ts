import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How far the map of a flight lies from that of another one, and by how much its plots are moved. */
const statements = [
  `create table shift_runs (
    id text primary key,
    trial_id text not null unique references trials (id) on delete cascade,
    reference_id text not null references trial_flights (id) on delete cascade,
    state text not null,
    reason text,
    author_id text not null references users (id),
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create table measured_shifts (
    flight_id text primary key references trial_flights (id) on delete cascade,
    reference_id text not null references trial_flights (id) on delete cascade,
    maker integer not null,
    flight_map text,
    reference_map text,
    measured jsonb not null,
    author_id text not null references users (id),
    measured_at timestamptz not null
  )`,
  'create index measured_shifts_reference on measured_shifts (reference_id)',
  `create table applied_shifts (
    flight_id text primary key references trial_flights (id) on delete cascade,
    reference_id text references trial_flights (id) on delete set null,
    flight_map text not null,
    east_metres double precision not null,
    north_metres double precision not null,
    author_id text not null references users (id),
    applied_at timestamptz not null
  )`,
  'create index applied_shifts_reference on applied_shifts (reference_id)',
]

export const shifts: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
