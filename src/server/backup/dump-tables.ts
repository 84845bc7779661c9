import { sql } from 'kysely'
import { appliedMigrations } from '../adapters/db/migrate.ts'
import type { Database } from '../adapters/db/schema.ts'
import { type Written, writeNdjson } from './ndjson.ts'

type Trx = Database

export type Dump = { schema: string[]; tables: ({ name: string } & Written)[] }

const ROWS_PER_FETCH = 500
/** Rows of these have megabytes. */
const WIDE_TABLES = ['flights', 'flight_values', 'plot_images', 'trial_plots']

/** Writes the rows of all tables of the product in one snapshot, while calls continue. The queue's tables are not included. */
export const dumpTables = (db: Database, fileOf: (table: string) => string): Promise<Dump> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // So that equal rows produce equal lines everywhere.
      await sql`select set_config('TimeZone', 'UTC', true)`.execute(trx)
      const schema = await appliedMigrations(trx)
      if (schema.length === 0) throw new Error('The database is empty: there is nothing to back up')
      const tables: Dump['tables'] = []
      for (const name of await tablesOf(trx))
        tables.push({ name, ...(await writeNdjson(fileOf(name), rowsOf(trx, name))) })
      return { schema, tables }
    })

/** PostgreSQL writes the rows as JSON and reads them again, so that no value passes through a JavaScript type. */
async function* rowsOf(trx: Trx, table: string): AsyncGenerator<string[]> {
  await sql`declare kept_rows no scroll cursor for select row_to_json(kept)::text as line from ${sql.table(table)} kept`.execute(
    trx,
  )
  const count = WIDE_TABLES.includes(table) ? 1 : ROWS_PER_FETCH
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(count)} from kept_rows`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close kept_rows`.execute(trx)
}

/** Referenced tables come first, but for references that are checked at the end of a transaction. */
export async function tablesOf(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string; needs: string[] }>`
    select c.relname::text as name, array(
      select distinct other.relname::text from pg_constraint k join pg_class other on other.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and other.oid <> c.oid and not k.condeferred
    ) as needs
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and not starts_with(c.relname::text, 'kysely_')
    order by c.relname
  `.execute(trx)
  const ordered: string[] = []
  let left = rows
  while (left.length > 0) {
    const next = left.filter(({ needs }) => needs.every((need) => ordered.includes(need)))
    if (next.length === 0) throw new Error(`Tables reference each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...next.map(({ name }) => name))
    left = left.filter(({ name }) => !ordered.includes(name))
  }
  return ordered
}
