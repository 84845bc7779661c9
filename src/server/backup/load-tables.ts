import { sql } from 'kysely'
import type { Database } from '../adapters/db/schema.ts'
import { idOfFile, type Manifest, type RowOfFile, tableFile } from './manifest.ts'
import { inBatches, readNdjson } from './ndjson.ts'

type Row = Record<string, unknown>

/** Loads the rows of a backup into empty tables of the same schema, all of them or none. */
export async function loadTables(
  db: Database,
  backup: string,
  { manifest, at }: { manifest: Manifest; at: Date },
): Promise<void> {
  const transform = transformFor(new Set(manifest.removed))
  await db.transaction().execute(async (trx) => {
    // The rows are complete: no trigger may add to them.
    for (const { name } of manifest.tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
    for (const { name, rows, sha256 } of manifest.tables) {
      const columns = await storedColumns(trx, name)
      let read = 0
      let dropped = 0
      for await (const batch of inBatches(readNdjson(tableFile(backup, name), { sha256 }))) {
        const lines = batch.flatMap((line) => transform(name, line))
        read += batch.length
        dropped += batch.length - lines.length
        if (lines.length > 0) await insert(trx, { name, columns }, lines)
      }
      if (read !== rows) throw new Error(`${name} has ${read} rows instead of ${rows}`)
      const { rows: counted } = await sql<{ kept: number }>`
        select count(*)::int as kept from ${sql.table(name)}`.execute(trx)
      if (counted[0]?.kept !== rows - dropped)
        throw new Error(`${name} has ${counted[0]?.kept} rows instead of ${rows - dropped} after the insert`)
    }
    await sql`set constraints all immediate`.execute(trx)
    for (const { name } of manifest.tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    await continueIdentities(trx)
    // A session that was ended since the backup must not become valid again.
    await trx.updateTable('sessions').set({ endedAt: at }).where('endedAt', 'is', null).execute()
  })
}

/** Without those that the database computes from the others. */
async function storedColumns(trx: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ columnName: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(trx)
  return rows.map(({ columnName }) => columnName)
}

type Table = { name: string; columns: readonly string[] }

function insert(trx: Database, { name, columns }: Table, lines: readonly string[]) {
  const stored = sql.join(columns.map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(name)} (${stored}) overriding system value
    select ${stored} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::json)`.execute(
    trx,
  )
}

/** Adjusts rows that refer to data which is not in a backup; all others are restored unchanged. */
function transformFor(removed: ReadonlySet<string>) {
  /** What the database removes with its file. */
  const ofFile = (column: string) => (row: Row) => (removed.has(String(row[column])) ? undefined : row)
  const changes: Record<string, (row: Row) => Row | undefined> = {
    // Arrived parts are not in a backup, so such an upload has to be started again.
    uploads: (row) => (row['state'] === 'OPEN' ? { ...row, state: 'ABANDONED', receipts: null } : row),
    files: (row) => (removed.has(idOfFile(row as RowOfFile)) ? undefined : row),
    maps: ofFile('file_id'),
    flights: ofFile('file_id'),
    flight_files: ofFile('map_file_id'),
    flight_layers: (row) => withoutFiles(row, removed),
    trial_grounds: (row) => withoutFiles(row, removed),
    runs: (row) => withoutFiles(row, removed),
  }
  return (table: string, line: string): string[] => {
    const change = changes[table]
    if (!change) return [line]
    const changed = change(JSON.parse(line) as Row)
    return changed ? [JSON.stringify(changed)] : []
  }
}

/** As the database leaves what refers to files that are removed. */
const withoutFiles = (row: Row, removed: ReadonlySet<string>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      /(^|_)file_id$/.test(key) && removed.has(String(value)) ? null : value,
    ]),
  )

/** The next generated id of a table comes after the loaded ones. */
async function continueIdentities(trx: Database): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name::text as "table", column_name::text as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(trx)
  for (const { table, column } of rows)
    await sql`
      select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), coalesce(max(${sql.ref(column)}), 1),
        count(*) > 0) from ${sql.table(table)}`.execute(trx)
}
