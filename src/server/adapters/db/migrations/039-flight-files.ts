import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What was made of the map of a flight when it was asked for. It goes with the map, and can be made again. */
const statement = `create table flight_files (
  key text not null,
  map_file_id text not null references files (id) on delete cascade,
  bytes bigint,
  primary key (map_file_id, key)
)`

export const flightFiles: Migration = {
  up: async (db) => {
    await sql.raw(statement).execute(db)
  },
}
