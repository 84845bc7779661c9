import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the photos of an archive say of the flight. */
const statement = `create table flights (
  file_id text primary key references files (id) on delete cascade,
  maker integer not null,
  reason text,
  flight jsonb
)`

export const flights: Migration = {
  up: async (db) => {
    await sql.raw(statement).execute(db)
  },
}
