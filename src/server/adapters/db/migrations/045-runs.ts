import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Runs of engines over archives, the last lines of their logs, and files that they made, which only staff see until they are attached. */
const statements = [
  `create table runs (
    id text primary key,
    analysis_id text not null references analyses (id),
    file_id text not null,
    engine text not null,
    preset text,
    options jsonb not null,
    priority text not null,
    state text not null,
    stage text not null,
    fraction double precision not null,
    attempt integer not null,
    tries integer not null,
    holder text,
    remembered text,
    writing text,
    reason text,
    advice text,
    evidence jsonb not null,
    suggested_options jsonb,
    quality jsonb,
    megapixels double precision,
    requested_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    started_by text references users (id),
    restarted_from text
  )`,
  `create unique index runs_one_at_a_time on runs (file_id, engine) where state in ('QUEUED', 'RUNNING')`,
  `create index runs_live on runs (engine, state) where state in ('QUEUED', 'RUNNING')`,
  'create index runs_of_request on runs (analysis_id, requested_at)',
  `create index runs_done on runs (engine, ended_at) where state = 'DONE'`,
  `create table run_lines (
    run_id text not null references runs (id) on delete cascade,
    number integer not null,
    at timestamptz not null,
    line text not null,
    primary key (run_id, number)
  )`,
  'alter table files add column run_id text references runs (id), add column product_kind text',
  'create index files_of_run on files (run_id) where run_id is not null',
  'alter table files drop constraint files_kind_check',
  `alter table files add constraint files_kind_check check (kind in ('ARCHIVE', 'REPORT', 'PRODUCT'))`,
  'alter table projects add column starts_preview boolean not null default false',
  'drop index files_by_content',
  `create index files_by_content on files (sha256) where kind <> 'ARCHIVE'`,
]

export const runs: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
