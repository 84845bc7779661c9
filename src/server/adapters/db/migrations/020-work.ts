import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How far a job is that a screen follows. Its id is that of the job in the queue. */
const statements = [
  `create table work (
    id text primary key,
    kind text not null,
    subject text not null,
    state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
    stage text not null default '',
    fraction real not null default 0,
    reason text,
    requested_at timestamptz(3) not null,
    started_at timestamptz(3),
    ended_at timestamptz(3)
  )`,
  'create index work_of_subject on work (kind, subject, requested_at desc)',
  'create index work_ended on work (ended_at) where ended_at is not null',
]

export const work: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
