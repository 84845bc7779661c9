import { MiB } from '../units.ts'
import { type ByteReader, UnreadableArchiveError, uint64 } from './byte-reader.ts'
import { ENTRIES_MAX } from './inspection.ts'
import { ENTRY_SIGNATURE, type ZipEnd } from './zip-end.ts'

const ENTRY = { signature: ENTRY_SIGNATURE, bytes: 46 }
const DIGITAL_SIGNATURE = 0x05054b50
/** Larger than any entry including name, extra field and comment. */
const WINDOW_BYTES = MiB(1)

const FULL = 0xffffffff
const EXTRA_ZIP64 = 0x0001
const EXTRA_UNICODE_PATH = 0x7075
const FLAG_UTF8 = 0x0800
const METHOD_AES = 99
const MADE_BY_UNIX = [3, 19]
const MODE_TYPE = 0o170000
const MODE_SYMLINK = 0o120000

export type ZipEntry = {
  /** One character per byte (Latin-1), because only ASCII parts of names matter here. */
  name: string
  /** Stated; other names are in a code page that nothing says, or UTF-8, too. */
  isUtf8: boolean
  /** How it is packed: 0 not at all, 8 deflate, 9 Deflate64. */
  method: number
  crc32: number
  isEncrypted: boolean
  isSymlink: boolean
  hasChecksum: boolean
  packedBytes: number
  unpackedBytes: number
  /** The position of its local header, and the earliest end of its data. */
  from: number
  to: number
}

/** Yields the entries of the central directory, reading it in windows. */
export async function* zipEntries(reader: ByteReader, { start, end }: ZipEnd): AsyncGenerator<ZipEntry> {
  let view: DataView = new DataView(new ArrayBuffer(0))
  let viewStart = start
  let at = start
  for (let count = 0; at < end; count += 1) {
    if (count >= ENTRIES_MAX) throw new UnreadableArchiveError('too-long')
    const has = (bytes: number) => at + bytes <= viewStart + view.byteLength
    if (!has(ENTRY.bytes) || !has(entryBytes(view, at - viewStart))) {
      viewStart = at
      view = await reader.read(at, Math.min(end, at + WINDOW_BYTES))
    }
    if (view.byteLength >= 4 && view.getUint32(at - viewStart, true) === DIGITAL_SIGNATURE) return
    if (!has(ENTRY.bytes)) throw new UnreadableArchiveError('damaged')
    if (view.getUint32(at - viewStart, true) !== ENTRY.signature) throw new UnreadableArchiveError('damaged')
    const bytes = entryBytes(view, at - viewStart)
    if (!has(bytes)) throw new UnreadableArchiveError('damaged')
    yield readEntry(new DataView(view.buffer, view.byteOffset + at - viewStart, bytes))
    at += bytes
  }
}

const entryBytes = (view: DataView, at: number): number =>
  ENTRY.bytes + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)

function readEntry(view: DataView): ZipEntry {
  const flags = view.getUint16(8, true)
  const method = view.getUint16(10, true)
  const nameBytes = view.getUint16(28, true)
  const { unpackedBytes, packedBytes, from } = readSizes(view, ENTRY.bytes + nameBytes)
  const mode = view.getUint16(40, true)
  return {
    ...readName(view, nameBytes, (flags & FLAG_UTF8) !== 0),
    method,
    crc32: view.getUint32(16, true),
    isEncrypted: (flags & 0x2041) !== 0 || method === METHOD_AES,
    isSymlink: MADE_BY_UNIX.includes(view.getUint8(5)) && (mode & MODE_TYPE) === MODE_SYMLINK,
    // AES entries have their own authentication code and may omit the checksum.
    hasChecksum: view.getUint32(16, true) !== 0 || unpackedBytes === 0 || method === METHOD_AES,
    packedBytes,
    unpackedBytes,
    from,
    to: from + 30 + nameBytes + packedBytes,
  }
}

/** Values that do not fit in 32 bits are in the extra field, in this order. */
function readSizes(view: DataView, extraAt: number) {
  const short = [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)] as const
  let field = findExtra(view, extraAt, EXTRA_ZIP64)
  const long = short.map((value) => {
    if (value !== FULL || !field || field.at + 8 > field.end) return value
    const found = uint64(view, field.at)
    field = { ...field, at: field.at + 8 }
    return found
  })
  const [unpackedBytes = 0, packedBytes = 0, from = 0] = long
  return { unpackedBytes, packedBytes, from }
}

function findExtra(view: DataView, start: number, id: number): { at: number; end: number } | undefined {
  const end = start + view.getUint16(30, true)
  for (let at = start; at + 4 <= end; ) {
    const fieldEnd = at + 4 + view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === id) return { at: at + 4, end: Math.min(fieldEnd, end) }
    at = fieldEnd
  }
  return undefined
}

/** That of the extra field, which is UTF-8, counts where it belongs to the other (APPNOTE 4.6.9). */
function readName(view: DataView, bytes: number, isUtf8: boolean): Pick<ZipEntry, 'name' | 'isUtf8'> {
  const field = findExtra(view, ENTRY.bytes + bytes, EXTRA_UNICODE_PATH)
  const name = latin1(view, ENTRY.bytes, ENTRY.bytes + bytes)
  const isOfName =
    field &&
    field.end - field.at > 5 &&
    view.getUint8(field.at) === 1 &&
    view.getUint32(field.at + 1, true) === crc32(name)
  return isOfName ? { name: latin1(view, field.at + 5, field.end), isUtf8: true } : { name, isUtf8 }
}

function latin1(view: DataView, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at += 1) text += String.fromCharCode(view.getUint8(at))
  return text
}

function crc32(text: string): number {
  let crc = -1
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
