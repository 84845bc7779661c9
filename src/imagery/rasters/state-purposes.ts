// Writes into a GeoTIFF what it is not good for, as an item of GDAL's metadata: its first directory is repeated behind its end.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { Purpose } from '#domain/maps.ts'
import { KiB } from '#domain/units.ts'
import { readDirectories } from './tiff-directories.ts'
import { TAG } from './tiff-tags.ts'
import { unsupported } from './unreadable.ts'

export type Patch = { at: number; bytes: Uint8Array }

const ASCII = 2
const CLASSIC_BYTES_MAX = 2 ** 32 - 1
const ITEM = /<Item name="NOT_GOOD_FOR">[^<]{0,200}<\/Item>/
const END = /<\/GDALMetadata>\s*$/
/** Of a cloud-optimised GeoTIFF, whose directories lie before its pixels; there is room for the longer word. */
const [LAID_OUT, CHANGED] = ['KNOWN_INCOMPATIBLE_EDITION=NO\n ', 'KNOWN_INCOMPATIBLE_EDITION=YES\n']

/** What to write where, the last of it first. Rejects with UnreadableRaster, and errors of `readRange`. */
export async function statePurposes(
  { size, readRange }: { size: number; readRange: ReadRange },
  purposes: readonly Purpose[],
): Promise<Patch[]> {
  const { directories, isLittleEndian } = await readDirectories(size, readRange)
  const said = directories[0]?.get(TAG.gdalMetadata)
  const head = viewOf(await readRange(0, 16))
  const isBig = head.getUint16(2, isLittleEndian) === 43
  const number = numbersOf({ isBig, isLittleEndian })
  const first = number.read(head, isBig ? 8 : 4)
  const entries = await readEntries(first, { readRange, number, isLittleEndian })

  const at = size + (size % 2)
  const text = new TextEncoder().encode(`${withItem(typeof said === 'string' ? said : '', purposes.join())}\0`)
  const directoryAt = at + text.length + (text.length % 2)
  const entry = new Uint8Array(number.entryBytes)
  viewOf(entry).setUint16(0, TAG.gdalMetadata, isLittleEndian)
  viewOf(entry).setUint16(2, ASCII, isLittleEndian)
  number.write(viewOf(entry), 4, text.length)
  number.write(viewOf(entry), 4 + number.bytes, at)
  const others = entries.all.filter((one) => tagOf(one, isLittleEndian) !== TAG.gdalMetadata)
  const all = [...others, entry].toSorted((a, b) => tagOf(a, isLittleEndian) - tagOf(b, isLittleEndian))
  const directory = new Uint8Array(number.countBytes + all.length * number.entryBytes + number.bytes)
  number.writeCount(viewOf(directory), all.length)
  for (const [place, one] of all.entries()) directory.set(one, number.countBytes + place * number.entryBytes)
  number.write(viewOf(directory), directory.length - number.bytes, entries.next)
  if (!isBig && directoryAt + directory.length > CLASSIC_BYTES_MAX)
    throw unsupported("It is too large to say in it what it isn't good for.")

  const pointer = new Uint8Array(number.bytes)
  number.write(viewOf(pointer), 0, directoryAt)
  const start = new TextDecoder('latin1').decode(await readRange(0, Math.min(size, KiB(1))))
  const laidOutAt = start.indexOf(LAID_OUT)
  return [
    { at: directoryAt, bytes: directory },
    { at, bytes: text },
    ...(laidOutAt < 0 ? [] : [{ at: laidOutAt, bytes: new TextEncoder().encode(CHANGED) }]),
    { at: isBig ? 8 : 4, bytes: pointer },
  ]
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const tagOf = (entry: Uint8Array, isLittleEndian: boolean): number => viewOf(entry).getUint16(0, isLittleEndian)

function withItem(metadata: string, value: string): string {
  const item = `<Item name="NOT_GOOD_FOR">${value}</Item>`
  const before = metadata.replace(ITEM, '')
  return END.test(before) ? before.replace(END, `  ${item}\n</GDALMetadata>\n`) : `<GDALMetadata>${item}</GDALMetadata>`
}

type Shape = { isBig: boolean; isLittleEndian: boolean }
type Numbers = ReturnType<typeof numbersOf>

function numbersOf({ isBig, isLittleEndian }: Shape) {
  const [bytes, countBytes] = isBig ? [8, 8] : [4, 2]
  const read = (view: DataView, at: number): number =>
    isBig ? Number(view.getBigUint64(at, isLittleEndian)) : view.getUint32(at, isLittleEndian)
  const write = (view: DataView, at: number, value: number): void =>
    isBig ? view.setBigUint64(at, BigInt(value), isLittleEndian) : view.setUint32(at, value, isLittleEndian)
  return {
    bytes,
    countBytes,
    entryBytes: 4 + 2 * bytes,
    read,
    write,
    readCount: (view: DataView): number => (isBig ? read(view, 0) : view.getUint16(0, isLittleEndian)),
    writeCount: (view: DataView, count: number): void =>
      isBig ? write(view, 0, count) : view.setUint16(0, count, isLittleEndian),
  }
}

type Reading = { readRange: ReadRange; number: Numbers; isLittleEndian: boolean }

/** As they are, and where the next directory lies. */
async function readEntries(at: number, { readRange, number }: Reading): Promise<{ all: Uint8Array[]; next: number }> {
  const { countBytes, entryBytes, bytes } = number
  const count = number.readCount(viewOf(await readRange(at, at + countBytes)))
  const from = at + countBytes
  const directory = Uint8Array.from(await readRange(from, from + count * entryBytes + bytes))
  const all = Array.from({ length: count }, (_, place) =>
    directory.subarray(place * entryBytes, (place + 1) * entryBytes),
  )
  return { all, next: number.read(viewOf(directory), count * entryBytes) }
}
