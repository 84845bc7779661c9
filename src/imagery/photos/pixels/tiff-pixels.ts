// How bright and how sharp a TIFF without compression is, as multispectral cameras write them: from windows spread over its rows.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { KiB } from '#domain/units.ts'
import type { Directory } from '../../rasters/tiff-directories.ts'
import { numberOf, TAG } from '../exif.ts'
import { closePixelsOf, type PhotoPixels } from './photo-pixels.ts'

const WINDOWS_MAX = 8
const WINDOW_BYTES = KiB(8)
const ALL_BYTES_MAX = KiB(256)
/** Second differences down need three rows. */
const ROWS_MIN = 3
const UNCOMPRESSED = 1
const PLANAR = 2

type Layout = {
  width: number
  height: number
  bytesPerSample: number
  /** Of one pixel; the first is looked at. */
  samples: number
  rowBytes: number
  /** Where a row begins in the file. */
  rowAt: (row: number) => number
  isLittleEndian: boolean
}

type File = { size: number; readRange: ReadRange; isLittleEndian: boolean }

/** Null of what is compressed, in tiles, planar or not of 8 or 16 bits, and of rows that are too long. */
export async function readTiffPixels(
  picture: Directory,
  { size, readRange, isLittleEndian }: File,
): Promise<PhotoPixels | null> {
  const layout = layoutOf(picture, isLittleEndian)
  if (!layout) return null
  const { height, rowBytes, rowAt } = layout
  const rows = Math.max(ROWS_MIN, Math.floor(WINDOW_BYTES / rowBytes))
  const windows = Math.min(WINDOWS_MAX, Math.floor(height / rows), Math.floor(ALL_BYTES_MAX / (rows * rowBytes)))
  if (windows < 1) return null
  const sums = createSums(layout)
  for (let window = 0; window < windows; window += 1) {
    const first = Math.floor(((window + 0.5) * height) / windows - rows / 2)
    const from = rowAt(first)
    const to = from + rows * rowBytes
    // Strips lie one after another, or these rows say nothing.
    const isWhole = from >= 0 && to <= size && rowAt(first + rows - 1) === to - rowBytes
    if (isWhole) sums.add(await readRange(from, to), rows)
  }
  const brightness = sums.brightness()
  return brightness === null ? null : { ...closePixelsOf(sums), brightness, colours: null }
}

function layoutOf(picture: Directory, isLittleEndian: boolean): Layout | null {
  const of = (tag: number, usual: number): number => numberOf(picture, tag) ?? usual
  const [width, height, bits] = [of(TAG.width, 0), of(TAG.height, 0), of(TAG.bitsPerSample, 1)]
  const samples = of(TAG.samplesPerPixel, 1)
  const offsets = picture.get(TAG.stripOffsets)
  const rowsPerStrip = Math.min(height, of(TAG.rowsPerStrip, height))
  const isPlain =
    of(TAG.compression, UNCOMPRESSED) === UNCOMPRESSED && (samples === 1 || of(TAG.planarConfiguration, 1) !== PLANAR)
  const isUsual = [width, height, samples, rowsPerStrip].every((one) => Number.isInteger(one) && one > 0)
  if (!isPlain || !isUsual || (bits !== 8 && bits !== 16) || !(offsets instanceof Float64Array)) return null
  const bytesPerSample = bits / 8
  const rowBytes = width * samples * bytesPerSample
  const rowAt = (row: number): number =>
    (offsets[Math.floor(row / rowsPerStrip)] ?? Number.NaN) + (row % rowsPerStrip) * rowBytes
  return { width, height, bytesPerSample, samples, rowBytes, rowAt, isLittleEndian }
}

/** Of windows of rows, of which the differences are those within each. */
function createSums({ width, bytesPerSample, samples, rowBytes, isLittleEndian }: Layout) {
  const histogram = new Uint32Array(256)
  const across = { first: 0, second: 0 }
  const down = { first: 0, second: 0 }
  let [count, sum] = [0, 0]
  const add = (bytes: Uint8Array, rows: number): void => {
    if (bytes.length < rows * rowBytes) return
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const valueAt = (column: number, row: number): number => {
      const at = row * rowBytes + column * samples * bytesPerSample
      return bytesPerSample === 1 ? view.getUint8(at) : view.getUint16(at, isLittleEndian) / 257
    }
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < width; column += 1) {
        const value = valueAt(column, row)
        const luma = Math.round(value)
        histogram[luma] = (histogram[luma] ?? 0) + 1
        count += 1
        sum += value
        if (column >= 2) note(across, value, [valueAt(column - 1, row), valueAt(column - 2, row)])
        if (row >= 2) note(down, value, [valueAt(column, row - 1), valueAt(column, row - 2)])
      }
  }
  const brightness = (): number | null => (count === 0 ? null : sum / count)
  return { add, brightness, histogram, differences: [across, down] }
}

function note(sums: { first: number; second: number }, value: number, [before, earlier]: [number, number]): void {
  sums.first += (value - before) ** 2
  sums.second += (value - 2 * before + earlier) ** 2
}
