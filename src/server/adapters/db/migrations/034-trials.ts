import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Trials: their flights, versions of their plots, and what was measured. */
const statements = [
  `create table trials (
    id text primary key,
    user_id text not null references users (id),
    project_id text references projects (id),
    name text not null,
    crop text,
    planting_date text,
    created_at timestamptz not null
  )`,
  'create index trials_by_user on trials (user_id, created_at desc, id desc)',
  'create index trials_by_time on trials (created_at desc, id desc)',
  'create index trials_by_project on trials (project_id)',
  `create table trial_flights (
    id text primary key,
    trial_id text not null references trials (id) on delete cascade,
    taken_on text not null,
    orthomosaic_file_id text references files (id) on delete set null,
    orthomosaic_name text not null,
    elevation_file_id text references files (id) on delete set null,
    elevation_name text,
    bare_ground_file_id text references files (id) on delete set null,
    bare_ground_name text,
    created_at timestamptz not null,
    constraint trial_flights_date unique (trial_id, taken_on)
  )`,
  'create index trial_flights_by_orthomosaic on trial_flights (orthomosaic_file_id)',
  'create index trial_flights_by_elevation on trial_flights (elevation_file_id)',
  'create index trial_flights_by_bare_ground on trial_flights (bare_ground_file_id)',
  `create table trial_plots (
    trial_id text not null references trials (id) on delete cascade,
    version int not null,
    crs jsonb not null,
    plots jsonb not null,
    lon_lats jsonb,
    count int not null,
    bounds jsonb not null,
    sha256 text not null,
    author_id text not null references users (id),
    created_at timestamptz not null,
    primary key (trial_id, version)
  )`,
  `create table measurements (
    id text primary key,
    trial_id text not null,
    plots_version int not null,
    settings jsonb not null,
    state text not null check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
    reason text,
    software_version text not null,
    author_id text not null references users (id),
    created_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    foreign key (trial_id, plots_version) references trial_plots (trial_id, version) on delete cascade
  )`,
  'create index measurements_by_trial on measurements (trial_id, created_at desc)',
  `create table measured_flights (
    measurement_id text not null references measurements (id) on delete cascade,
    flight_id text not null references trial_flights (id) on delete cascade,
    inputs text not null,
    method jsonb not null,
    primary key (measurement_id, flight_id)
  )`,
  'create index measured_flights_by_inputs on measured_flights (inputs)',
  'create index measured_flights_by_flight on measured_flights (flight_id)',
  `create table measured_traits (
    measurement_id text not null,
    flight_id text not null,
    trait text not null,
    unit text not null,
    columns jsonb not null,
    data bytea not null,
    primary key (measurement_id, flight_id, trait),
    foreign key (measurement_id, flight_id) references measured_flights (measurement_id, flight_id) on delete cascade
  )`,
  // Numbers that no compression makes smaller.
  'alter table measured_traits alter column data set storage external',
]

export const trials: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
