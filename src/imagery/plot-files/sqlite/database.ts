// The tables of an SQLite database, and the views that only choose columns of one.
import { UnreadablePlots } from '../../geojson/unreadable-plots.ts'
import type { SqlValue } from './default-values.ts'
import { broken, openFile, rowsIn, type SqliteFile, type StoredRow } from './pages.ts'
import { type Column, readTableSchema, type TableSchema } from './table-schema.ts'
import { keyOf } from './tokens.ts'
import { readViewSchema } from './view-schema.ts'

export type SqliteRow = { id: number | string | null; values: Record<string, SqlValue> }
export type SqliteTable = {
  columns: string[]
  /** The column that stands for the id of a row. */
  idColumn: string | undefined
  /** Computed by the database when it is asked. They are in no row. */
  computed: string[]
  rows: () => Iterable<SqliteRow>
}
export type Sqlite = {
  isWal: boolean
  /** A table or a view; undefined when there is none. */
  table: (name: string) => SqliteTable | undefined
}

type Entry = { type: string; root: number; sql: string }
/** Of views of views. */
const DEPTH_MAX = 10

/** @throws UnreadablePlots */
export function openSqlite(bytes: Uint8Array): Sqlite {
  const file = openFile(bytes)
  const entries = new Map<string, Entry>()
  for (const { values } of rowsIn(file, 1)) {
    const [type, name, , root, sql] = values
    const isRead = type === 'table' || type === 'view'
    if (isRead && typeof name === 'string' && typeof root === 'number' && typeof sql === 'string')
      entries.set(keyOf(name), { type, root, sql })
  }
  const tableOf = (name: string, depth: number): SqliteTable | undefined => {
    const entry = entries.get(keyOf(name))
    if (!entry) return undefined
    if (entry.type === 'table') return openTable(file, { ...entry, name })
    const view = readViewSchema(entry.sql)
    const table = view && depth < DEPTH_MAX ? tableOf(view.table, depth + 1) : undefined
    const chosen = view && table && chooseColumns(table, view)
    if (!chosen)
      throw new UnreadablePlots(
        `‘${name}’ is a view, which only a database can compute. Open it in QGIS, save it as a new layer (Export > Save Features As), and choose that file.`,
      )
    return chosen
  }
  return { isWal: file.isWal, table: (name) => tableOf(name, 0) }
}

function openTable(file: SqliteFile, { name, root, sql }: Entry & { name: string }): SqliteTable {
  const schema = readTableSchema(sql)
  if (!schema || root === 0)
    throw new UnreadablePlots(`‘${name}’ is a table of a kind that can't be read. Export its plots as GeoJSON.`)
  const { columns, idColumn } = schema
  return {
    columns: columns.filter(({ isVirtual }) => !isVirtual).map((column) => column.name),
    idColumn: idColumn?.name,
    computed: columns.filter(({ isVirtual }) => isVirtual).map((column) => column.name),
    *rows() {
      for (const row of rowsIn(file, root)) yield { id: row.id, values: valuesOf(schema, row) }
    },
  }
}

function valuesOf({ stored, idColumn, hasRowIds }: TableSchema, { id, values }: StoredRow): SqliteRow['values'] {
  if ((id === null) === hasRowIds) throw broken()
  const valueAt = (column: Column, at: number) =>
    column === idColumn ? id : at < values.length ? (values[at] ?? null) : defaultOf(column)
  return Object.fromEntries(stored.map((column, at) => [column.name, valueAt(column, at)]))
}

/** Of a row that is older than the column. */
function defaultOf({ name, byDefault }: Column): SqlValue {
  if (byDefault === undefined)
    throw new UnreadablePlots(
      `The column ‘${name}’ has a default that only a database can compute. Save the layer as a new GeoPackage, and choose that.`,
    )
  return byDefault
}

type Chosen = NonNullable<ReturnType<typeof readViewSchema>>
const ROW_ID = ['rowid', 'oid', '_rowid_']

/** Undefined when a column isn't there, or has no name of its own. */
function chooseColumns(table: SqliteTable, { columns, names }: Chosen): SqliteTable | undefined {
  const isComputed = (name: string) => table.computed.some((column) => keyOf(column) === keyOf(name))
  const find = (name: string) => table.columns.find((column) => keyOf(column) === keyOf(name))
  // Which of the names are those of columns that are computed can't be told here.
  if (columns === null && names && table.computed.length > 0) return undefined
  const all = columns ?? table.columns.map((from) => ({ from, as: undefined }))
  if (names && names.length !== all.length) return undefined
  const named = all.map(({ from, as }, at) => ({ from, as: names?.[at] ?? as ?? find(from) ?? from }))
  const isKnown = named.every(
    ({ from }) => find(from) !== undefined || isComputed(from) || ROW_ID.includes(keyOf(from)),
  )
  if (!isKnown || new Set(named.map(({ as }) => keyOf(as))).size !== named.length) return undefined
  const read = named.filter(({ from }) => !isComputed(from))
  const valueIn = ({ id, values }: SqliteRow, from: string): SqlValue => {
    const column = find(from)
    return column === undefined ? id : (values[column] ?? null)
  }
  return {
    columns: read.map(({ as }) => as),
    idColumn: read.find(({ from }) => table.idColumn !== undefined && find(from) === table.idColumn)?.as,
    computed: columns === null ? table.computed : named.filter(({ from }) => isComputed(from)).map(({ as }) => as),
    *rows() {
      for (const row of table.rows())
        yield { id: row.id, values: Object.fromEntries(read.map(({ from, as }) => [as, valueIn(row, from)])) }
    },
  }
}
