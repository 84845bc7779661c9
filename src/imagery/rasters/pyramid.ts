// Rows become tiles, and half of them the rows of the next level: what is held is 512 rows of each level.

import type { SampleType } from '#domain/maps.ts'
import { samplesIn } from './read-rows.ts'

export const TILE_PIXELS = 512

export type Level = { width: number; height: number; across: number; down: number }
/** A tile of a level at its full size; beyond the edge of the raster it repeats the last pixels, or is transparent in a picture. */
export type Tile = { level: number; index: number; pixels: Uint8Array }

/** What pixels are: RGBA with alpha 0 or 255, or numbers of which one may say that there is nothing. */
export type Content = { isPicture: boolean; sampleType: SampleType; bands: number; nodata: number | undefined }

/** From full size to the level that fits into one tile. */
export function levelsOf(width: number, height: number): Level[] {
  const level = { width, height, across: Math.ceil(width / TILE_PIXELS), down: Math.ceil(height / TILE_PIXELS) }
  return level.across * level.down === 1 ? [level] : [level, ...levelsOf(Math.ceil(width / 2), Math.ceil(height / 2))]
}

const BYTES = { uint8: 1, int8: 1, uint16: 2, int16: 2, uint32: 4, int32: 4, float32: 4, float64: 8 } as const
export const pixelBytesOf = ({ sampleType, bands }: Content): number => BYTES[sampleType] * bands

type TakeTile = (tile: Tile) => Promise<void>

/** Takes rows from top to bottom, `TILE_PIXELS` of them or the last ones, and hands out the tiles of all levels. */
export function createPyramid(levels: readonly Level[], content: Content, takeTile: TakeTile) {
  const held = levels.map(({ width }) => ({
    rows: new Uint8Array(),
    count: 0,
    tileRow: 0,
    rowBytes: width * pixelBytesOf(content),
  }))

  const push = async (at: number, rows: Uint8Array, count: number): Promise<void> => {
    const level = levels[at]
    const mine = held[at]
    if (!level || !mine) return
    if (mine.count === 0 && (count === TILE_PIXELS || isLast(level, mine.tileRow, count))) {
      await emit(at, rows, count)
      return
    }
    if (mine.rows.length === 0) mine.rows = new Uint8Array(mine.rowBytes * TILE_PIXELS)
    mine.rows.set(rows.subarray(0, count * mine.rowBytes), mine.count * mine.rowBytes)
    mine.count += count
    if (mine.count < TILE_PIXELS && !isLast(level, mine.tileRow, mine.count)) return
    const full = mine.count
    mine.count = 0
    await emit(at, mine.rows.subarray(0, full * mine.rowBytes), full)
  }

  const emit = async (at: number, rows: Uint8Array, count: number): Promise<void> => {
    const level = levels[at]
    const mine = held[at]
    if (!level || !mine) return
    for (let column = 0; column < level.across; column += 1) {
      const index = mine.tileRow * level.across + column
      await takeTile({ level: at, index, pixels: cutTile(rows, { content, width: level.width, count, column }) })
    }
    mine.tileRow += 1
    if (at + 1 < levels.length) {
      const half = content.isPicture
        ? halvePicture(rows, level.width, count)
        : halveNumbers(rows, { content, width: level.width, count })
      await push(at + 1, half, Math.ceil(count / 2))
    }
  }

  return { push: (rows: Uint8Array, count: number): Promise<void> => push(0, rows, count) }
}

const isLast = ({ height }: Level, tileRow: number, count: number): boolean => tileRow * TILE_PIXELS + count >= height

type Cut = { content: Content; width: number; count: number; column: number }

function cutTile(rows: Uint8Array, { content, width, count, column }: Cut): Uint8Array {
  const pixelBytes = pixelBytesOf(content)
  const tileRowBytes = TILE_PIXELS * pixelBytes
  const left = column * TILE_PIXELS
  const columns = Math.min(TILE_PIXELS, width - left)
  const tile = new Uint8Array(TILE_PIXELS * tileRowBytes)
  for (let y = 0; y < count; y += 1) {
    const from = (y * width + left) * pixelBytes
    const to = y * tileRowBytes
    tile.set(rows.subarray(from, from + columns * pixelBytes), to)
    if (content.isPicture) continue
    for (let x = columns; x < TILE_PIXELS; x += 1)
      tile.copyWithin(to + x * pixelBytes, to + (columns - 1) * pixelBytes, to + columns * pixelBytes)
  }
  if (!content.isPicture)
    for (let y = count; y < TILE_PIXELS; y += 1)
      tile.copyWithin(y * tileRowBytes, (count - 1) * tileRowBytes, count * tileRowBytes)
  return tile
}

/** Each pixel is the mean of those of four that are opaque; at least two make it opaque. */
function halvePicture(rows: Uint8Array, width: number, count: number): Uint8Array {
  const halfWidth = Math.ceil(width / 2)
  const halfCount = Math.ceil(count / 2)
  const half = new Uint8Array(halfWidth * halfCount * 4)
  const source = new Uint32Array(rows.buffer, rows.byteOffset, rows.length / 4)
  const target = new Uint32Array(half.buffer)
  for (let y = 0; y < halfCount; y += 1) {
    const upper = 2 * y * width
    const lower = Math.min(2 * y + 1, count - 1) * width
    for (let x = 0; x < halfWidth; x += 1) {
      const left = 2 * x
      const right = left + 1 < width ? left + 1 : left
      const a = source[upper + left] ?? 0
      const b = source[upper + right] ?? 0
      const c = source[lower + left] ?? 0
      const d = source[lower + right] ?? 0
      if ((a & b & c & d) >>> 24 === 255) {
        // Two channels at a time: the sum of four bytes needs ten bits.
        const redBlue = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff) + 0x20002
        const green = ((a >>> 8) & 0xff) + ((b >>> 8) & 0xff) + ((c >>> 8) & 0xff) + ((d >>> 8) & 0xff) + 2
        target[y * halfWidth + x] = ((redBlue >>> 2) & 0xff00ff) | ((green >>> 2) << 8) | 0xff000000
      } else if ((a | b | c | d) >>> 31 === 1) target[y * halfWidth + x] = meanOfOpaque([a, b, c, d])
    }
  }
  return half
}

function meanOfOpaque(pixels: readonly number[]): number {
  const opaque = pixels.filter((pixel) => pixel >>> 31 === 1)
  const mean = (shift: number) =>
    Math.round(opaque.reduce((sum, pixel) => sum + ((pixel >>> shift) & 255), 0) / opaque.length)
  return mean(0) | (mean(8) << 8) | (mean(16) << 16) | (opaque.length >= 2 ? 0xff000000 : 0)
}

/** Each pixel is the mean of those of four that are not nodata. */
function halveNumbers(rows: Uint8Array, { content, width, count }: Omit<Cut, 'column'>): Uint8Array {
  const { sampleType, bands, nodata } = content
  const halfWidth = Math.ceil(width / 2)
  const halfCount = Math.ceil(count / 2)
  const half = new Uint8Array(halfWidth * halfCount * pixelBytesOf(content))
  const source = samplesIn(rows, sampleType)
  const target = samplesIn(half, sampleType)
  const isFloat = sampleType.startsWith('float')
  // No number equals NaN.
  const nothing = nodata ?? Number.NaN
  for (let y = 0; y < halfCount; y += 1) {
    const upper = 2 * y * width * bands
    const down = (Math.min(2 * y + 1, count - 1) - 2 * y) * width * bands
    let to = y * halfWidth * bands
    for (let x = 0; x < halfWidth; x += 1) {
      const right = 2 * x + 1 < width ? bands : 0
      const first = upper + 2 * x * bands
      for (let at = first; at < first + bands; at += 1, to += 1) {
        const a = source[at] ?? 0
        const b = source[at + right] ?? 0
        const c = source[at + down] ?? 0
        const d = source[at + down + right] ?? 0
        const isWhole = isThere(a, nothing) && isThere(b, nothing) && isThere(c, nothing) && isThere(d, nothing)
        const mean = isWhole ? (a + b + c + d) / 4 : meanOfSome(nothing, a, b, c, d)
        target[to] = isFloat ? mean : Math.round(mean)
      }
    }
  }
  return half
}

const isThere = (value: number, nothing: number): boolean => value !== nothing && !Number.isNaN(value)

/** Of those that are something; `nothing` when none is. */
function meanOfSome(nothing: number, ...values: readonly number[]): number {
  let sum = 0
  let count = 0
  for (const value of values) {
    if (!isThere(value, nothing)) continue
    sum += value
    count += 1
  }
  return count > 0 ? sum / count : nothing
}
