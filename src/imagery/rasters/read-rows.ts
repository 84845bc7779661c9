// Rows of a raster from top to bottom, each block read and decoded once.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { KiB, MiB } from '#domain/units.ts'
import { type Codecs, decodeBlock } from './decode-block.ts'
import type { Raster } from './raster.ts'
import { damaged, unsupported } from './unreadable.ts'

/** The rows [from, to), band by band for each pixel, in the byte order of this machine; blocks without data are nodata. */
export type ReadRows = (from: number, to: number) => Promise<Uint8Array>

/** Blocks with a gap of at most this between them are read at once. */
const GAP_BYTES = KiB(64)
const RANGE_BYTES_MAX = MiB(16)
/** The rows of one call. */
const ROWS_BYTES_MAX = MiB(512)

type Block = { index: number; plane: number; column: number; row: number }
type Part = Raster & { left: number; right: number }

export const sampleBytesOf = ({ bits }: Raster): number => Math.ceil(bits / 8)

type Reading = {
  raster: Raster
  readRange: ReadRange
  codecs: Codecs
  /** Only these; all when left out. */
  columns?: Columns | undefined
}

/** From the first to before the last. */
export type Columns = readonly [from: number, to: number]

/** Ask for rows from top to bottom: of what lies above, nothing is kept. The promise rejects with UnreadableRaster. */
export function createRowReader({ raster: whole, readRange, codecs, columns }: Reading): ReadRows {
  const { block, height } = whole
  const [left, right] = columns ?? [0, whole.width]
  /** Of which only some columns are read. */
  const raster: Part = { ...whole, left, right }
  const rowBytes = (right - left) * whole.bands * sampleBytesOf(whole)
  /** The last row of blocks, when the rows that were asked for end within it. */
  let kept: { row: number; pixels: Uint8Array } | undefined

  const readBlockRows = async (first: number, end: number): Promise<Uint8Array> => {
    const top = first * block.height
    const pixels = new Uint8Array((Math.min(end * block.height, height) - top) * rowBytes)
    const wanted = listBlocks(raster, first, end)
    const across = Math.ceil(right / block.width) - Math.floor(left / block.width)
    const all = (end - first) * across * (raster.isPlanar ? raster.bands : 1)
    if (wanted.length < all) fillWithNodata(pixels, raster)
    for (let at = 0; at < wanted.length; ) {
      const stop = endOfRun(raster, wanted, at)
      const run = wanted.slice(at, stop)
      const [from, to] = rangeOf(raster, run)
      const bytes = await readRange(from, to)
      if (bytes.length < to - from) throw damaged('it ends before its pixels do')
      await Promise.all(
        run.map(async (one) => {
          const start = (raster.offsets[one.index] ?? 0) - from
          const data = bytes.subarray(start, start + (raster.byteCounts[one.index] ?? 0))
          const rows = block.isStrip ? Math.min(block.height, height - one.row * block.height) : block.height
          const samples = await decodeBlock(raster, data, { rows, codecs })
          placeBlock(raster, { samples, into: pixels, top, block: one })
        }),
      )
      at = stop
    }
    return pixels
  }

  return async (from, to) => {
    if ((to - from) * rowBytes > ROWS_BYTES_MAX)
      throw unsupported('It is too wide to be shown: 512 rows of it take more than 500 MB.')
    const first = Math.floor(from / block.height)
    const end = Math.ceil(to / block.height)
    const perRead = Math.max(1, Math.floor(ROWS_BYTES_MAX / 8 / (block.height * rowBytes)))
    const isExact = first * block.height === from && Math.min(end * block.height, height) === to
    if (isExact && end - first <= perRead) return readBlockRows(first, end)
    const out = new Uint8Array((to - from) * rowBytes)
    for (let row = first; row < end; ) {
      const isKept = kept?.row === row
      const stop = isKept ? row + 1 : Math.min(end, row + perRead)
      const pixels = isKept && kept ? kept.pixels : await readBlockRows(row, stop)
      const top = row * block.height
      const bottom = Math.min(stop * block.height, height)
      const [begin, finish] = [Math.max(top, from), Math.min(bottom, to)]
      out.set(pixels.subarray((begin - top) * rowBytes, (finish - top) * rowBytes), (begin - from) * rowBytes)
      kept =
        bottom > to
          ? { row: stop - 1, pixels: pixels.subarray(((stop - 1) * block.height - top) * rowBytes) }
          : undefined
      row = stop
    }
    return out
  }
}

/** Those with data, in the order in which they lie in the file. */
function listBlocks(raster: Part, first: number, end: number): Block[] {
  const { block, isPlanar, bands, offsets, byteCounts, left, right } = raster
  const wanted: Block[] = []
  for (let plane = 0; plane < (isPlanar ? bands : 1); plane += 1)
    for (let row = first; row < end; row += 1)
      for (let column = Math.floor(left / block.width); column * block.width < right; column += 1) {
        const index = (plane * block.down + row) * block.across + column
        if ((byteCounts[index] ?? 0) > 0 && (offsets[index] ?? 0) > 0) wanted.push({ index, plane, column, row })
      }
  return wanted.sort((a, b) => (offsets[a.index] ?? 0) - (offsets[b.index] ?? 0))
}

const endOf = ({ offsets, byteCounts }: Raster, { index }: Block): number =>
  (offsets[index] ?? 0) + (byteCounts[index] ?? 0)

function rangeOf(raster: Raster, run: readonly Block[]): [from: number, to: number] {
  const from = raster.offsets[run[0]?.index ?? 0] ?? 0
  return [from, run.reduce((end, one) => Math.max(end, endOf(raster, one)), from)]
}

/** The first block that is not read together with the one at `start`. */
function endOfRun(raster: Raster, wanted: readonly Block[], start: number): number {
  let begin = Number.POSITIVE_INFINITY
  let end = Number.POSITIVE_INFINITY
  for (let at = start; at < wanted.length; at += 1) {
    const one = wanted[at]
    if (!one) break
    const from = raster.offsets[one.index] ?? 0
    if (at > start && (from - end > GAP_BYTES || endOf(raster, one) - begin > RANGE_BYTES_MAX)) return at
    begin = Math.min(begin, from)
    end = at === start ? endOf(raster, one) : Math.max(end, endOf(raster, one))
  }
  return wanted.length
}

function fillWithNodata(pixels: Uint8Array, { sampleType, nodata, bits }: Raster): void {
  if (bits === 1) return
  if (sampleType.startsWith('float')) samplesIn(pixels, sampleType).fill(nodata ?? Number.NaN)
  else if (nodata !== undefined && nodata !== 0) samplesIn(pixels, sampleType).fill(nodata)
}

const ARRAYS = {
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const

export type Samples = InstanceType<(typeof ARRAYS)[keyof typeof ARRAYS]>

/** The samples that bytes are, without a copy. */
export function samplesIn(bytes: Uint8Array, sampleType: Raster['sampleType']): Samples {
  const { BYTES_PER_ELEMENT } = ARRAYS[sampleType]
  return new ARRAYS[sampleType](bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length / BYTES_PER_ELEMENT)
}

type Placement = { samples: Uint8Array; into: Uint8Array; top: number; block: Block }

function placeBlock(raster: Part, { samples, into, top, block: { plane, column, row } }: Placement): void {
  const { block, height, isPlanar, bands, bits } = raster
  const width = raster.right - raster.left
  const sampleBytes = sampleBytesOf(raster)
  const start = column * block.width - raster.left
  /** Of the columns of the block, those left of what is asked for. */
  const skipped = Math.max(0, -start)
  const left = start + skipped
  const columns = Math.min(block.width - skipped, width - left)
  const rows = Math.min(block.height, height - row * block.height)
  const pixelBytes = sampleBytes * bands
  for (let y = 0; y < rows; y += 1) {
    const to = ((row * block.height + y - top) * width + left) * pixelBytes
    if (bits === 1) unpackBits(samples, { from: y * Math.ceil(block.width / 8), skipped, columns, into, to })
    else if (isPlanar) {
      const from = (y * block.width + skipped) * sampleBytes
      for (let x = 0; x < columns; x += 1)
        for (let byte = 0; byte < sampleBytes; byte += 1)
          into[to + x * pixelBytes + plane * sampleBytes + byte] = samples[from + x * sampleBytes + byte] ?? 0
    } else {
      const from = (y * block.width + skipped) * pixelBytes
      into.set(samples.subarray(from, from + columns * pixelBytes), to)
    }
  }
}

type Run = { from: number; skipped: number; columns: number; into: Uint8Array; to: number }

/** A byte of 0 or 255 for each bit. */
function unpackBits(packed: Uint8Array, { from, skipped, columns, into, to }: Run): void {
  for (let x = 0; x < columns; x += 1) {
    const bit = x + skipped
    into[to + x] = (((packed[from + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) * 255
  }
}
