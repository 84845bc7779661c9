// The pages of an SQLite database: https://www.sqlite.org/fileformat2.html. Indexes are not needed, and never read.
import { damaged } from '../plot-file.ts'
import type { SqlValue } from './default-values.ts'

export type SqliteFile = {
  bytes: Uint8Array
  view: DataView
  pageSize: number
  /** Of a page, without what is reserved for extensions. */
  usable: number
  text: InstanceType<typeof TextDecoder>
  /** Its newest rows may lie in a file beside it. */
  isWal: boolean
}

const MAGIC = 'SQLite format 3\0'
/** Of a table by the ids of its rows. */
const [INTERIOR, LEAF] = [5, 13]
/** Of a table without such ids, which is kept as indexes are. */
const [KEY_INTERIOR, KEY_LEAF] = [2, 10]
/** Of 2^n pages, n levels would do. */
const DEPTH_MAX = 40
const ENCODINGS = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'] as const
const WAL = 2

export const isSqlite = (bytes: Uint8Array): boolean =>
  [...MAGIC].every((char, index) => bytes[index] === char.charCodeAt(0))

export const broken = () => damaged('GeoPackage')

/** @throws UnreadablePlots */
export function openFile(bytes: Uint8Array): SqliteFile {
  if (!isSqlite(bytes) || bytes.length < 512) throw broken()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const stated = view.getUint16(16)
  const pageSize = stated === 1 ? 65_536 : stated
  const usable = pageSize - view.getUint8(20)
  const encoding = ENCODINGS[view.getUint32(56)]
  if (pageSize < 512 || usable < 480 || !encoding) throw broken()
  // A mark at the begin of a text is a part of it.
  const text = new TextDecoder(encoding, { ignoreBOM: true })
  return { bytes, view, pageSize, usable, text, isWal: view.getUint8(18) === WAL }
}

export type StoredRow = { id: number | string | null; values: SqlValue[] }

/** From the root of a table. Each page is read once, so that pages that name one another end. */
export function* rowsIn(file: SqliteFile, root: number): Generator<StoredRow> {
  const seen = new Set<number>()
  function* walk(page: number, depth: number): Generator<StoredRow> {
    const start = startOf(file, page)
    if (seen.has(page) || depth > DEPTH_MAX) throw broken()
    seen.add(page)
    const header = page === 1 ? 100 : 0
    const type = file.view.getUint8(start + header)
    const isLeaf = type === LEAF || type === KEY_LEAF
    if (!isLeaf && type !== INTERIOR && type !== KEY_INTERIOR) throw broken()
    const count = file.view.getUint16(start + header + 3)
    const pointers = start + header + (isLeaf ? 8 : 12)
    if (pointers + 2 * count > start + file.pageSize) throw broken()
    for (let cell = 0; cell < count; cell += 1) {
      const at = start + file.view.getUint16(pointers + 2 * cell)
      if (at + 4 > file.bytes.length) throw broken()
      if (!isLeaf) yield* walk(file.view.getUint32(at), depth + 1)
      if (type === LEAF) yield readRow(file, at)
      else if (type !== INTERIOR) yield readKeyedRow(file, isLeaf ? at : at + 4)
    }
    if (!isLeaf) yield* walk(file.view.getUint32(start + header + 8), depth + 1)
  }
  yield* walk(root, 0)
}

function startOf({ bytes, pageSize }: SqliteFile, page: number): number {
  const start = (page - 1) * pageSize
  if (page < 1 || start + pageSize > bytes.length) throw broken()
  return start
}

function readRow(file: SqliteFile, at: number): StoredRow {
  const size = varint(file.view, at)
  const id = varint(file.view, size.next)
  const most = file.usable - 35
  return {
    id: rowIdIn(file.view, size.next, id),
    values: readRecord(file, payloadOf(file, { at: id.next, size: size.value, most })),
  }
}

function readKeyedRow(file: SqliteFile, at: number): StoredRow {
  const size = varint(file.view, at)
  const most = Math.floor(((file.usable - 12) * 64) / 255) - 23
  return { id: null, values: readRecord(file, payloadOf(file, { at: size.next, size: size.value, most })) }
}

type Payload = {
  at: number
  size: number
  /** Of it that fits into a page. */
  most: number
}

/** What does not fit into the page goes on in others. */
function payloadOf(file: SqliteFile, { at, size, most }: Payload): Uint8Array {
  const { bytes, view, usable } = file
  if (size > bytes.length) throw broken()
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

function readRecord({ text }: SqliteFile, payload: Uint8Array): SqlValue[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const header = varint(view, 0)
  const values: SqlValue[] = []
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

function numberIn(view: DataView, at: number, type: number): SqlValue {
  if (type === 0) return null
  if (type === 7) return view.getFloat64(at)
  if (type === 8 || type === 9) return type - 8
  if (type === 6) return wholeNumber(view.getBigInt64(at))
  let value = view.getInt8(at)
  for (let byte = 1; byte < sizeOf(type); byte += 1) value = value * 256 + view.getUint8(at + byte)
  return value
}

/** As a text where JavaScript has no such number. */
function wholeNumber(whole: bigint): number | string {
  const value = Number(whole)
  return Number.isSafeInteger(value) ? value : String(whole)
}

/** Up to nine bytes of seven bits, the last one of eight. Sizes and kinds take few. */
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

/** A varint of eight bytes or more has more digits than a number keeps; with nine, it can be negative. */
function rowIdIn(view: DataView, at: number, { value, next }: { value: number; next: number }): number | string {
  if (next - at < 8) return value
  let whole = 0n
  for (let byte = at; byte < next; byte += 1)
    whole =
      byte - at === 8 ? whole * 256n + BigInt(view.getUint8(byte)) : whole * 128n + BigInt(view.getUint8(byte) % 128)
  return wholeNumber(BigInt.asIntN(64, whole))
}
