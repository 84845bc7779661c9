// Reads the tables of an SQLite database: https://www.sqlite.org/fileformat2.html. Indexes are not needed, and never read.
import { damaged } from './plot-file.ts'

type Value = string | number | Uint8Array | null
export type SqliteRow = Record<string, Value>
export type Sqlite = {
  /** The rows of a table in the order of their ids; none of one that isn't there. */
  rowsOf: (table: string) => Iterable<SqliteRow>
}

type File = {
  bytes: Uint8Array
  view: DataView
  pageSize: number
  /** Of a page, without what is reserved for extensions. */
  usable: number
  text: InstanceType<typeof TextDecoder>
}

const MAGIC = 'SQLite format 3\0'
const [INTERIOR, LEAF] = [5, 13]
/** Of 2^n pages, n levels would do. */
const DEPTH_MAX = 40
const ENCODINGS = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'] as const

export const isSqlite = (bytes: Uint8Array): boolean =>
  [...MAGIC].every((char, index) => bytes[index] === char.charCodeAt(0))

const broken = () => damaged('GeoPackage')

/** @throws UnreadablePlots */
export function openSqlite(bytes: Uint8Array): Sqlite {
  if (!isSqlite(bytes) || bytes.length < 512) throw broken()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const stated = view.getUint16(16)
  const pageSize = stated === 1 ? 65_536 : stated
  const usable = pageSize - view.getUint8(20)
  const encoding = ENCODINGS[view.getUint32(56)]
  if (pageSize < 512 || usable < 480 || !encoding) throw broken()
  const file: File = { bytes, view, pageSize, usable, text: new TextDecoder(encoding) }
  const tables = new Map<string, { root: number; columns: Columns }>()
  for (const { values } of rowsIn(file, 1)) {
    const [type, name, , root, sql] = values
    if (type === 'table' && typeof name === 'string' && typeof root === 'number' && typeof sql === 'string')
      tables.set(name.toLowerCase(), { root, columns: columnsOf(sql) })
  }
  return {
    *rowsOf(name) {
      const table = tables.get(name.toLowerCase())
      if (!table) return
      const { names, idAt } = table.columns
      for (const { id, values } of rowsIn(file, table.root))
        yield Object.fromEntries(names.map((column, at) => [column, at === idAt ? id : (values[at] ?? null)]))
    },
  }
}

type StoredRow = { id: number; values: Value[] }

/** From the root of a table. Each page is read once, so that pages that name one another end. */
function* rowsIn(file: File, root: number): Generator<StoredRow> {
  const seen = new Set<number>()
  function* walk(page: number, depth: number): Generator<StoredRow> {
    const start = startOf(file, page)
    if (seen.has(page) || depth > DEPTH_MAX) throw broken()
    seen.add(page)
    const header = page === 1 ? 100 : 0
    const type = file.view.getUint8(start + header)
    if (type !== INTERIOR && type !== LEAF) throw broken()
    const count = file.view.getUint16(start + header + 3)
    const pointers = start + header + (type === LEAF ? 8 : 12)
    if (pointers + 2 * count > start + file.pageSize) throw broken()
    for (let cell = 0; cell < count; cell += 1) {
      const at = start + file.view.getUint16(pointers + 2 * cell)
      if (at + 4 > file.bytes.length) throw broken()
      if (type === LEAF) yield readCell(file, at)
      else yield* walk(file.view.getUint32(at), depth + 1)
    }
    if (type === INTERIOR) yield* walk(file.view.getUint32(start + header + 8), depth + 1)
  }
  yield* walk(root, 0)
}

function startOf({ bytes, pageSize }: File, page: number): number {
  const start = (page - 1) * pageSize
  if (page < 1 || start + pageSize > bytes.length) throw broken()
  return start
}

function readCell(file: File, at: number): StoredRow {
  const size = varint(file.view, at)
  const id = varint(file.view, size.next)
  return { id: id.value, values: readRecord(file, payloadOf(file, id.next, size.value)) }
}

/** What does not fit into the page goes on in others. */
function payloadOf(file: File, at: number, size: number): Uint8Array {
  const { bytes, view, usable } = file
  if (size > bytes.length) throw broken()
  const most = usable - 35
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const kept = least + ((size - least) % (usable - 4))
  const local = size <= most ? size : kept <= most ? kept : least
  if (local === size) return bytes.subarray(at, at + size)
  const payload = new Uint8Array(size)
  payload.set(bytes.subarray(at, at + local))
  let next = view.getUint32(at + local)
  for (let filled = local; filled < size; ) {
    const start = startOf(file, next)
    const part = bytes.subarray(start + 4, start + 4 + Math.min(usable - 4, size - filled))
    payload.set(part, filled)
    filled += part.length
    next = view.getUint32(start)
  }
  return payload
}

function readRecord({ text }: File, payload: Uint8Array): Value[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const header = varint(view, 0)
  const values: Value[] = []
  let content = header.value
  for (let at = header.next; at < header.value; ) {
    const type = varint(view, at)
    at = type.next
    const size = sizeOf(type.value)
    if (content + size > payload.length) throw broken()
    if (type.value < 12) values.push(numberIn(view, content, type.value))
    else {
      const part = payload.subarray(content, content + size)
      values.push(type.value % 2 === 0 ? part : text.decode(part))
    }
    content += size
  }
  return values
}

const SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]
const sizeOf = (type: number): number => SIZES[type] ?? Math.floor((type - 12) / 2)

function numberIn(view: DataView, at: number, type: number): number | null {
  if (type === 0) return null
  if (type === 7) return view.getFloat64(at)
  if (type === 8 || type === 9) return type - 8
  if (type === 6) return Number(view.getBigInt64(at))
  let value = view.getInt8(at)
  for (let byte = 1; byte < sizeOf(type); byte += 1) value = value * 256 + view.getUint8(at + byte)
  return value
}

/** Up to nine bytes of seven bits, the last one of eight. */
function varint(view: DataView, at: number): { value: number; next: number } {
  let value = 0
  for (let byte = 0; byte < 9; byte += 1) {
    if (at + byte >= view.byteLength) throw broken()
    const bits = view.getUint8(at + byte)
    if (byte === 8) return { value: value * 256 + bits, next: at + 9 }
    value = value * 128 + (bits % 128)
    if (bits < 128) return { value, next: at + byte + 1 }
  }
  throw broken()
}

type Columns = {
  names: string[]
  /** Of the column that is stored as the id of the row. */
  idAt: number
}

const NO_COLUMN = /^(?:constraint|primary|unique|check|foreign)\b/i
const NAME = /^(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|'((?:[^']|'')*)'|([^\s(,]+))/

/** From `CREATE TABLE`: what stands between its outer brackets, comma by comma. */
function columnsOf(sql: string): Columns {
  const parts = partsOf(sql.replace(/--[^\n]*/g, ''))
    .map((part) => part.trim())
    .filter((part) => !NO_COLUMN.test(part))
  const names = parts.map((part) => {
    const [, double, back, square, single, plain] = NAME.exec(part) ?? []
    return (double ?? single)?.replace(/""/g, '"') ?? back ?? square ?? plain ?? ''
  })
  return { names, idAt: parts.findIndex((part) => /\binteger\s+(?:not\s+null\s+)?primary\s+key\b/i.test(part)) }
}

function partsOf(sql: string): string[] {
  const parts: string[] = []
  let [depth, part, quote] = [0, '', '']
  for (const char of sql) {
    if (quote !== '') quote = char === quote ? '' : quote
    else if (`"'\``.includes(char)) quote = char
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth === 0 && part !== '') return [...parts, part]
    if (char === ',' && depth === 1 && quote === '') {
      parts.push(part)
      part = ''
    } else if (depth > 1 || (depth === 1 && (char !== '(' || part !== ''))) part += char
  }
  return parts
}
