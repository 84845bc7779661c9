// Views that only choose columns of one table. Others need a database to compute them.
import { isGroup, isMark, isWord, type Node, nameIn, parseSql, splitAtCommas } from './tokens.ts'

export type ViewSchema = {
  table: string
  /** Null takes all columns of the table. */
  columns: { from: string; as: string | undefined }[] | null
  /** Names of the columns, where the view states them. */
  names: string[] | undefined
}

/** Undefined for a view that does more. */
export function readViewSchema(sql: string): ViewSchema | undefined {
  const nodes = parseSql(sql) ?? []
  const as = nodes.findIndex((node) => isWord(node, 'AS'))
  const end = isMark(nodes.at(-1), ';') ? -1 : nodes.length
  const select = nodes.slice(as + 1, end)
  if (as < 0 || !isWord(nodes[0], 'CREATE') || !isWord(select[0], 'SELECT')) return undefined
  const listed = nodes.slice(0, as).find(isGroup)
  const names = listed && splitAtCommas(listed).map(([first]) => nameIn(first) ?? '')
  const from = select.findIndex((node) => isWord(node, 'FROM'))
  const source = from < 0 ? undefined : sourceIn(select.slice(from + 1))
  if (!source) return undefined
  const parts = splitAtCommas(select.slice(1, from))
  const [first = []] = parts
  const { table } = source
  if (parts.length === 1 && isMark(withoutTable(first, source.names)[0], '*')) return { table, columns: null, names }
  const columns = parts.map((part) => columnIn(withoutTable(part, source.names)))
  return columns.every((column) => column !== undefined) ? { table, columns, names } : undefined
}

/** Nothing but a table, with or without another name. */
function sourceIn(nodes: readonly Node[]): { table: string; names: string[] } | undefined {
  const named = isMark(nodes[1], '.') ? nodes.slice(2) : nodes
  const [first, ...rest] = named
  const table = nameIn(first)
  const [alias, ...more] = isWord(rest[0], 'AS') ? rest.slice(1) : rest
  const other = nameIn(alias)
  if (
    table === undefined ||
    more.length > 0 ||
    (alias !== undefined && (other === undefined || isWord(alias, ...MORE)))
  )
    return undefined
  return { table, names: [other ?? table].map((name) => name.toLowerCase()) }
}

const MORE = ['WHERE', 'GROUP', 'ORDER', 'LIMIT', 'JOIN', 'NATURAL', 'LEFT', 'INNER', 'CROSS', 'UNION', 'WINDOW']

/** `t.name` is `name`, where t is the table. */
function withoutTable(part: readonly Node[], names: readonly string[]): readonly Node[] {
  const isNamed = isMark(part[1], '.') && names.includes(nameIn(part[0])?.toLowerCase() ?? '')
  return isNamed ? part.slice(2) : part
}

/** A name, with or without another one. A text in single quotes is a value. */
function columnIn([first, ...rest]: readonly Node[]): { from: string; as: string | undefined } | undefined {
  const from = first !== undefined && !isGroup(first) && first.kind !== 'string' ? nameIn(first) : undefined
  const [alias, ...more] = isWord(rest[0], 'AS') ? rest.slice(1) : rest
  const as = nameIn(alias)
  if (from === undefined || more.length > 0 || (alias !== undefined && as === undefined)) return undefined
  return { from, as }
}
