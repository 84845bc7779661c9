import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Daily temperatures of a trial, from which degree-days are summed. */
const statement = `create table trial_temperatures (
  trial_id text primary key references trials (id) on delete cascade,
  base double precision not null,
  upper double precision,
  days jsonb not null,
  author_id text not null references users (id),
  changed_at timestamptz not null
)`

export const temperatures: Migration = {
  up: async (db) => {
    await sql.raw(statement).execute(db)
  },
}
