import { type ByteReader, UnreadableArchiveError, uint64 } from './byte-reader.ts'

export const ENTRY_SIGNATURE = 0x02014b50
const END = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff }
const END64 = { signature: 0x06064b50, bytes: 56 }
const LOCATOR64 = { signature: 0x07064b50, bytes: 20 }

/** The position of the central directory of a ZIP archive. */
export type ZipEnd = {
  start: number
  end: number
  entries: number
  /** The number of bytes before the archive, as in a self-extracting archive. */
  shift: number
  /** Some programs write only the lower 32 bits of larger values; then positions are unusable. */
  wraps: boolean
  isSplit: boolean
}

type EndRecord = { at: number; isSplit: boolean; entries: number; bytes: number; start: number }

/** Undefined if the file is not a ZIP archive or is truncated. */
export async function findZipEnd(reader: ByteReader): Promise<ZipEnd | undefined> {
  const tailStart = Math.max(0, reader.size - END.bytes - END.commentMax - LOCATOR64.bytes)
  const tail = await reader.read(tailStart, reader.size)
  const at = findEnd(tail)
  if (at === undefined) return undefined
  const short = readEnd(tail, at, tailStart)
  const record = isFull(short) ? ((await readEnd64(reader, { tail, at })) ?? short) : short
  if (record.isSplit || record.bytes === 0) return { ...record, end: record.start, shift: 0, wraps: false }
  const starts = [record.start, record.at - record.bytes]
  for (const start of starts) {
    const end = start + record.bytes
    if (start < 0 || end > record.at || !(await isEntry(reader, start))) continue
    const shift = start - record.start
    const wraps = shift > 0 && shift % 2 ** 32 === 0
    return { ...record, start, end, shift: wraps ? 0 : shift, wraps }
  }
  throw new UnreadableArchiveError('damaged')
}

const SPLIT_SIGNATURE = 0x08074b50

/** Of a split archive, as it says itself. */
export const isFirstVolume = async (reader: ByteReader): Promise<boolean> =>
  reader.size >= 4 && (await reader.read(0, 4)).getUint32(0, true) === SPLIT_SIGNATURE

const isEntry = async (reader: ByteReader, at: number): Promise<boolean> =>
  at + 4 <= reader.size && (await reader.read(at, at + 4)).getUint32(0, true) === ENTRY_SIGNATURE

/** The last position with a valid end record whose comment ends within the file. */
function findEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - END.bytes; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END.signature) continue
    if (at + END.bytes + tail.getUint16(at + 20, true) <= tail.byteLength) return at
  }
  return undefined
}

const readEnd = (tail: DataView, at: number, tailStart: number): EndRecord => ({
  at: tailStart + at,
  isSplit: isVolume(tail.getUint16(at + 4, true), 0xffff) || isVolume(tail.getUint16(at + 6, true), 0xffff),
  entries: tail.getUint16(at + 10, true),
  bytes: tail.getUint32(at + 12, true),
  start: tail.getUint32(at + 16, true),
})

const isVolume = (disk: number, full: number): boolean => disk !== 0 && disk !== full

const isFull = ({ entries, bytes, start }: EndRecord): boolean =>
  entries === 0xffff || bytes === 0xffffffff || start === 0xffffffff

/** The ZIP64 end record; undefined if the archive has none. */
async function readEnd64(
  reader: ByteReader,
  { tail, at: endAt }: { tail: DataView; at: number },
): Promise<EndRecord | undefined> {
  const locator = endAt - LOCATOR64.bytes
  if (locator < 0 || tail.getUint32(locator, true) !== LOCATOR64.signature) return undefined
  const stated = uint64(tail, locator + 8)
  const adjacent = reader.size - tail.byteLength + locator - END64.bytes
  // Bytes before the archive shift all positions; then the record is directly before its locator.
  for (const at of new Set([stated, adjacent])) {
    if (at < 0 || at + END64.bytes > reader.size) continue
    const view = await reader.read(at, at + END64.bytes)
    if (view.getUint32(0, true) !== END64.signature) continue
    return {
      at,
      isSplit: tail.getUint32(locator + 16, true) > 1 || view.getUint32(16, true) > 0 || view.getUint32(20, true) > 0,
      entries: uint64(view, 32),
      bytes: uint64(view, 40),
      start: uint64(view, 48),
    }
  }
  throw new UnreadableArchiveError('damaged')
}
