// What `CREATE TABLE` says of the rows of a table, by SQLite's rules: https://www.sqlite.org/lang_createtable.html,
// https://www.sqlite.org/rowidtable.html, https://www.sqlite.org/gencol.html.
import { type Affinity, affinityOf, defaultIn, type SqlValue } from './default-values.ts'
import { isGroup, isWord, keyOf, type Node, nameIn, parseSql, splitAtCommas } from './tokens.ts'

export type Column = {
  name: string
  affinity: Affinity
  /** Computed when it is read; it is in no row. */
  isVirtual: boolean
  /** Of rows that are older than the column. Undefined for what only SQLite computes. */
  byDefault: SqlValue | undefined
}

export type TableSchema = {
  columns: Column[]
  /** The columns that rows hold, in their order there. */
  stored: Column[]
  /** That stands for the id of a row. */
  idColumn: Column | undefined
  hasRowIds: boolean
}

type Declared = Column & { isInteger: boolean; key: 'none' | 'key' | 'descending' }

const OF_TABLE = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']
const OF_COLUMN = ['CONSTRAINT', 'PRIMARY', 'NOT', 'NULL', 'UNIQUE', 'CHECK', 'DEFAULT', 'COLLATE', 'REFERENCES', 'AS']

/** Undefined for what is no table of rows, such as a virtual one. */
export function readTableSchema(sql: string): TableSchema | undefined {
  const nodes = parseSql(sql) ?? []
  const at = nodes.findIndex(isGroup)
  const body = nodes[at]
  if (!isGroup(body) || !isWord(nodes[0], 'CREATE') || !nodes.slice(0, at).some((node) => isWord(node, 'TABLE')))
    return undefined
  if (isWord(nodes[1], 'VIRTUAL')) return undefined
  const parts = splitAtCommas(body).filter((part) => part.length > 0)
  const firstOfTable = parts.findIndex(([first]) => isWord(first, ...OF_TABLE))
  const columns = parts.slice(0, firstOfTable < 0 ? parts.length : firstOfTable).map(readColumn)
  const tableKey = firstOfTable < 0 ? [] : keyIn(parts.slice(firstOfTable))
  const hasRowIds = !nodes.slice(at + 1).some((node) => isWord(node, 'WITHOUT'))
  const keys = keysOf(columns, tableKey)
  const held = columns.filter(({ isVirtual }) => !isVirtual)
  const others = held.filter((column) => !keys.includes(column))
  return {
    columns,
    // A column that the key names twice is kept once.
    stored: hasRowIds ? held : [...new Set([...keys, ...others])],
    idColumn: hasRowIds ? idColumnOf(keys) : undefined,
    hasRowIds,
  }
}

function keysOf(columns: readonly Declared[], tableKey: readonly string[]): Declared[] {
  const declared = columns.filter(({ key }) => key !== 'none')
  const named = tableKey.flatMap((name) => columns.find((column) => keyOf(column.name) === keyOf(name)) ?? [])
  return [...declared, ...named]
}

/** Its type is INTEGER, not INT, and it is the only one of the key. Descending, only a key at the end of the table counts. */
function idColumnOf(keys: readonly Declared[]): Column | undefined {
  const [first, ...more] = keys
  return first?.isInteger && first.key !== 'descending' && more.length === 0 ? first : undefined
}

/** The names of a key that stands behind the columns. */
function keyIn(parts: readonly Node[][]): string[] {
  for (const part of parts) {
    const at = part.findIndex((node) => isWord(node, 'PRIMARY'))
    const group = part[at + 2]
    if (at >= 0 && isGroup(group)) return splitAtCommas(group).flatMap(([first]) => nameIn(first) ?? [])
  }
  return []
}

function readColumn(part: readonly Node[]): Declared {
  const [first, ...rest] = part
  const end = rest.findIndex((node, at) => isWord(node, ...OF_COLUMN) || isGenerated(rest, at))
  const type = end < 0 ? rest : rest.slice(0, end)
  const [only] = type
  const typeText = type.map((node) => nameIn(node) ?? '').join(' ')
  const column: Declared = {
    name: nameIn(first) ?? '',
    affinity: affinityOf(typeText),
    isVirtual: false,
    byDefault: null,
    isInteger: type.length === 1 && nameIn(only)?.toUpperCase() === 'INTEGER',
    key: 'none',
  }
  return end < 0 ? column : { ...column, ...readConstraints(rest.slice(end), column.affinity) }
}

const isGenerated = (nodes: readonly Node[], at: number): boolean =>
  isWord(nodes[at], 'GENERATED') && isWord(nodes[at + 1], 'ALWAYS')

function readConstraints(nodes: readonly Node[], affinity: Affinity): Partial<Declared> {
  const found: Partial<Declared> = {}
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    // The word behind these says nothing by itself: a name, or what becomes of a reference.
    if (isWord(node, 'CONSTRAINT', 'COLLATE', 'REFERENCES', 'SET')) at += 1
    else if (isWord(node, 'PRIMARY')) found.key = isWord(nodes[at + 2], 'DESC') ? 'descending' : 'key'
    else if (isWord(node, 'DEFAULT')) found.byDefault = defaultIn(nodes.slice(at + 1), affinity)
    else if (isWord(node, 'AS') && isGroup(nodes[at + 1])) found.isVirtual = !isWord(nodes[at + 2], 'STORED')
  }
  return found
}
