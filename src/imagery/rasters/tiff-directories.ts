// The directories of a TIFF or BigTIFF (TIFF 6.0; BigTIFF by the libtiff project), read by ranges.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { KiB, MiB } from '#domain/units.ts'
import { damaged, UnreadableRaster, unsupported } from './unreadable.ts'

/** The values of a tag: numbers up to 2^53 are exact, rationals are divided, text ends before its first zero byte. */
export type TagValues = Float64Array | string
export type Directory = ReadonlyMap<number, TagValues>
export type TiffDirectories = {
  isLittleEndian: boolean
  directories: Directory[]
  /** One that a tag points to, such as that of Exif; it shares the budget of the others. The promise rejects with UnreadableRaster. */
  readDirectoryAt: (at: number) => Promise<Directory>
}

/** An image, its masks and overviews; survey programs write fewer than 40. */
const DIRECTORIES_MAX = 128
const TAGS_MAX = 1024
/** What all values of a file may take: the offsets and sizes of 2 million blocks. */
const VALUE_BYTES_MAX = MiB(32)
/** Directories lie together, so most are read at once. */
const READ_AHEAD_BYTES = KiB(64)

const ASCII = 2

type ReadNumber = (view: DataView, at: number, isLittleEndian: boolean) => number
const uint8: ReadNumber = (view, at) => view.getUint8(at)
const uint32: ReadNumber = (view, at, little) => view.getUint32(at, little)
const uint64: ReadNumber = (view, at, little) => Number(view.getBigUint64(at, little))

/** TIFF's field types by number: the bytes of a value, and how it is read. */
const TYPES = new Map<number, { bytes: number; read: ReadNumber }>([
  [1, { bytes: 1, read: uint8 }],
  [ASCII, { bytes: 1, read: uint8 }],
  [3, { bytes: 2, read: (view, at, little) => view.getUint16(at, little) }],
  [4, { bytes: 4, read: uint32 }],
  [5, { bytes: 8, read: (view, at, little) => view.getUint32(at, little) / view.getUint32(at + 4, little) }],
  [6, { bytes: 1, read: (view, at) => view.getInt8(at) }],
  [7, { bytes: 1, read: uint8 }],
  [8, { bytes: 2, read: (view, at, little) => view.getInt16(at, little) }],
  [9, { bytes: 4, read: (view, at, little) => view.getInt32(at, little) }],
  [10, { bytes: 8, read: (view, at, little) => view.getInt32(at, little) / view.getInt32(at + 4, little) }],
  [11, { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) }],
  [12, { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) }],
  [13, { bytes: 4, read: uint32 }],
  [16, { bytes: 8, read: uint64 }],
  [17, { bytes: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) }],
  [18, { bytes: 8, read: uint64 }],
])

/** Bytes of a file of `size` bytes, from what was read last where they are in it. */
function createWindow(size: number, readRange: ReadRange) {
  let start = 0
  let held: DataView = new DataView(new ArrayBuffer(0))
  return async (at: number, length: number): Promise<DataView> => {
    if (!Number.isSafeInteger(at) || at + length > size) throw damaged('a directory points past the end')
    if (at < start || at + length > start + held.byteLength) {
      const bytes = await readRange(at, Math.min(size, at + Math.max(length, READ_AHEAD_BYTES)))
      if (bytes.length < length) throw damaged('it ends before its directories do')
      held = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      start = at
    }
    return new DataView(held.buffer, held.byteOffset + at - start, length)
  }
}

/** @throws UnreadableRaster */
export async function readDirectories(size: number, readRange: ReadRange): Promise<TiffDirectories> {
  if (size < 8) throw notTiff()
  const read = createWindow(size, readRange)
  const head = await read(0, Math.min(16, size))
  const order = head.getUint16(0)
  const isLittleEndian = order === 0x4949
  const version = head.getUint16(2, isLittleEndian)
  if (!(isLittleEndian || order === 0x4d4d) || !(version === 42 || version === 43)) throw notTiff()
  const isBig = version === 43
  if (isBig && size < 16) throw damaged('it ends in its first bytes')
  const shape: Shape = isBig
    ? { isLittleEndian, count: uint64, countBytes: 8, offset: uint64, offsetBytes: 8 }
    : {
        isLittleEndian,
        count: (view, at, little) => view.getUint16(at, little),
        countBytes: 2,
        offset: uint32,
        offsetBytes: 4,
      }

  const directories: Directory[] = []
  const seen = new Set<number>()
  const budget = { bytes: VALUE_BYTES_MAX }
  let next = shape.offset(head, isBig ? 8 : 4, isLittleEndian)
  while (next !== 0) {
    if (seen.has(next)) throw damaged('its directories point at each other in a circle')
    if (directories.length === DIRECTORIES_MAX) throw unsupported(`It has more than ${DIRECTORIES_MAX} images.`)
    seen.add(next)
    const { directory, after } = await readDirectory(read, next, { shape, budget })
    directories.push(directory)
    next = after
  }
  if (directories.length === 0) throw damaged('it has no image')
  const readDirectoryAt = async (at: number): Promise<Directory> =>
    (await readDirectory(read, at, { shape, budget })).directory
  return { isLittleEndian, directories, readDirectoryAt }
}

const notTiff = () => new UnreadableRaster('not-a-raster', 'This is not a TIFF file.')

/** How a classic TIFF and a BigTIFF differ. */
type Shape = {
  isLittleEndian: boolean
  count: ReadNumber
  countBytes: number
  offset: ReadNumber
  offsetBytes: number
}
type Read = ReturnType<typeof createWindow>

async function readDirectory(read: Read, at: number, { shape, budget }: { shape: Shape; budget: { bytes: number } }) {
  const { isLittleEndian, count: readCount, countBytes, offset, offsetBytes } = shape
  const count = readCount(await read(at, countBytes), 0, isLittleEndian)
  if (count > TAGS_MAX) throw damaged('a directory has too many tags')
  const entryBytes = 4 + 2 * offsetBytes
  const entries = await read(at + countBytes, count * entryBytes + offsetBytes)
  const after = offset(entries, count * entryBytes, isLittleEndian)

  const directory = new Map<number, TagValues>()
  const elsewhere: { tag: number; type: number; count: number; at: number }[] = []
  for (let index = 0; index < count; index += 1) {
    const entry = index * entryBytes
    const tag = entries.getUint16(entry, isLittleEndian)
    const type = entries.getUint16(entry + 2, isLittleEndian)
    const values = offset(entries, entry + 4, isLittleEndian)
    const bytes = (TYPES.get(type)?.bytes ?? 0) * values
    if (bytes === 0) continue
    // Eight bytes each, whatever they take in the file.
    budget.bytes -= type === ASCII ? bytes : values * 8
    if (budget.bytes < 0) throw damaged('its tags have too many values')
    const valueAt = entry + 4 + offsetBytes
    if (bytes > offsetBytes) elsewhere.push({ tag, type, count: values, at: offset(entries, valueAt, isLittleEndian) })
    else
      directory.set(
        tag,
        decode(new DataView(entries.buffer, entries.byteOffset + valueAt, bytes), {
          type,
          count: values,
          isLittleEndian,
        }),
      )
  }
  // In the order of the file, so that neighbours are read at once.
  for (const { tag, type, count: values, at: from } of elsewhere.sort((a, b) => a.at - b.at)) {
    const bytes = (TYPES.get(type)?.bytes ?? 0) * values
    directory.set(tag, decode(await read(from, bytes), { type, count: values, isLittleEndian }))
  }
  return { directory, after }
}

function decode(
  view: DataView,
  { type, count, isLittleEndian }: { type: number; count: number; isLittleEndian: boolean },
): TagValues {
  const { bytes, read } = TYPES.get(type) ?? { bytes: 1, read: uint8 }
  if (type !== ASCII)
    return Float64Array.from({ length: count }, (_, index) => read(view, index * bytes, isLittleEndian))
  const [text = ''] = textOf(view).split('\0', 1)
  return text
}

/** UTF-8, as GDAL writes; what is none has a letter for each byte. */
function textOf(bytes: DataView): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
