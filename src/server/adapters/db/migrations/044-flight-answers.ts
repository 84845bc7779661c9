import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What people say of a flight, kept with the request, and with the flight that was looked at with it. Of a flight also: its
 * photos, what staff acknowledged, what remains to be looked at, where it lies, and when its customer was written to.
 */
const statements = [
  'alter table analyses add column flight_answers jsonb',
  `alter table flights
    add column answers jsonb,
    add column photos bytea,
    add column acknowledged jsonb not null default '[]',
    add column worst text,
    add column open integer,
    add column west double precision,
    add column south double precision,
    add column east double precision,
    add column north double precision,
    add column hull jsonb,
    add column told_at timestamptz`,
]

export const flightAnswers: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
