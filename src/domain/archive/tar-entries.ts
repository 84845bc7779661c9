// The files of a TAR that is not compressed: ustar, GNU and pax headers of 512 bytes before each (POSIX.1-2001, pax).
import { type ByteReader, UnreadableArchiveError } from './byte-reader.ts'
import type { ZipEntry } from './zip-entries.ts'

const BLOCK = 512
/** Of what stands before a file whose name is long. */
const EXTENSION_BYTES_MAX = 65_536
const FIELD = { name: [0, 100], size: [124, 136], checksum: [148, 156], prefix: [345, 500] } as const
const TYPE_AT = 156
const MAGIC = { at: 257, text: 'ustar' }
const [LONG_NAME, PAX, FOLDER] = ['L', 'x', '5']
const FILES = ['0', '\0', '7']
const LINKS = ['1', '2']

type Header = { name: string; size: number; type: string; prefix: string }

export async function isTar(reader: ByteReader): Promise<boolean> {
  if (reader.size < BLOCK) return false
  const block = await blockAt(reader, 0)
  return textIn(block, MAGIC.at, MAGIC.at + MAGIC.text.length) === MAGIC.text && hasChecksum(block)
}

/** Each as a file that lies unpacked in a ZIP archive; `from` is the first byte of its content. */
export async function* tarEntries(reader: ByteReader): AsyncGenerator<ZipEntry> {
  let long: Partial<Pick<Header, 'name' | 'size'>> = {}
  for (let at = 0; at + BLOCK <= reader.size; ) {
    const block = await blockAt(reader, at)
    if (block.every((byte) => byte === 0)) return
    if (!hasChecksum(block)) throw new UnreadableArchiveError('damaged')
    const header = readHeader(block)
    const from = at + BLOCK
    const isExtension = header.type === LONG_NAME || header.type === PAX
    const size = isExtension ? header.size : (long.size ?? header.size)
    const to = from + size
    if (!Number.isSafeInteger(to) || (isExtension && size > EXTENSION_BYTES_MAX))
      throw new UnreadableArchiveError('damaged')
    if (isExtension) long = { ...long, ...readExtension(header.type, await bytesAt(reader, from, to)) }
    else {
      const name = long.name ?? header.prefix + header.name
      if ([...FILES, ...LINKS, FOLDER].includes(header.type)) yield entryOf({ ...header, name, size }, from)
      long = {}
    }
    at = from + Math.ceil(size / BLOCK) * BLOCK
    if (to > reader.size) throw new UnreadableArchiveError('damaged')
  }
}

const blockAt = (reader: ByteReader, at: number): Promise<Uint8Array> => bytesAt(reader, at, at + BLOCK)

async function bytesAt(reader: ByteReader, from: number, to: number): Promise<Uint8Array> {
  const view = await reader.read(from, to)
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

function readHeader(block: Uint8Array): Header {
  const prefix = textIn(block, MAGIC.at, MAGIC.at + 6) === MAGIC.text ? textIn(block, ...FIELD.prefix) : ''
  return {
    name: textIn(block, ...FIELD.name),
    size: numberIn(block.subarray(...FIELD.size)),
    type: String.fromCharCode(block[TYPE_AT] ?? 0),
    prefix: prefix === '' ? '' : `${prefix}/`,
  }
}

/** One character per byte, up to the first zero. */
function textIn(block: Uint8Array, from: number, to: number): string {
  const bytes = block.subarray(from, to)
  const end = bytes.indexOf(0)
  return String.fromCharCode(...(end < 0 ? bytes : bytes.subarray(0, end)))
}

/** Octal digits, or a binary number where the first bit is set. */
function numberIn(bytes: Uint8Array): number {
  if (((bytes[0] ?? 0) & 0x80) !== 0) return bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
  const digits = String.fromCharCode(...bytes).replace(/[\0 ]/g, '')
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}

/** The sum of all bytes, with spaces in the place of the sum. */
function hasChecksum(block: Uint8Array): boolean {
  const [from, to] = FIELD.checksum
  const sum = block.reduce((total, byte, at) => total + (at >= from && at < to ? 0x20 : byte), 0)
  return numberIn(block.subarray(from, to)) === sum
}

function readExtension(type: string, bytes: Uint8Array): Partial<Pick<Header, 'name' | 'size'>> {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  if (type === LONG_NAME) return { name: text.split('\0', 1)[0] ?? '' }
  const found: Partial<Pick<Header, 'name' | 'size'>> = {}
  // Records are "length key=value" and a line end; their length counts itself.
  for (let at = 0; at < text.length; ) {
    const [, length = ''] = /^(\d{1,6}) /.exec(text.slice(at, at + 8)) ?? []
    if (Number(length) <= length.length + 1) break
    const record = text.slice(at + length.length + 1, at + Number(length) - 1)
    if (record.startsWith('path=')) found.name = record.slice('path='.length)
    if (/^size=\d{1,16}$/.test(record)) found.size = Number(record.slice('size='.length))
    at += Number(length)
  }
  return found
}

function entryOf({ name, size, type }: Header, from: number): ZipEntry {
  const isFolder = type === FOLDER
  return {
    name: isFolder && !name.endsWith('/') ? `${name}/` : name,
    isUtf8: false,
    method: 0,
    crc32: 0,
    isEncrypted: false,
    isSymlink: LINKS.includes(type),
    hasChecksum: true,
    packedBytes: size,
    unpackedBytes: size,
    from,
    to: from + size,
  }
}
