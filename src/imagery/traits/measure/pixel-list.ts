// The pixels of a plot with their values.
import type { Samples as RasterSamples } from '../../rasters/read-rows.ts'

/** Of 8 bits as they are; other numbers as fractions. */
type Band = Uint8Array | Float32Array

export type PixelList = { count: number; bands: Band[]; weights: Float32Array; vegetation: Uint8Array }

const CAPACITY_MIN = 4096

const createBand = (isEightBit: boolean, length: number): Band =>
  isEightBit ? new Uint8Array(length) : new Float32Array(length)

export const createPixelList = (bands: number, isEightBit: boolean): PixelList => ({
  count: 0,
  bands: Array.from({ length: bands }, () => createBand(isEightBit, CAPACITY_MIN)),
  weights: new Float32Array(CAPACITY_MIN),
  vegetation: new Uint8Array(CAPACITY_MIN),
})

function reserve(list: PixelList, more: number): void {
  const capacity = list.weights.length
  if (list.count + more <= capacity) return
  const length = Math.max(list.count + more, Math.ceil(capacity * 1.5))
  list.bands = list.bands.map((band) => grow(band, createBand(band instanceof Uint8Array, length)))
  list.weights = grow(list.weights, new Float32Array(length))
  list.vegetation = grow(list.vegetation, new Uint8Array(length))
}

function grow<T extends Band>(from: T, to: T): T {
  to.set(from)
  return to
}

export type RowOfPixels = {
  pixels: RasterSamples
  /** Of the first pixel with a weight. */
  start: number
  /** Numbers of a pixel. */
  step: number
  /** Of each measured band within a pixel. */
  places: readonly number[]
  /** Of alpha within a pixel; -1 without one. */
  alpha: number
  nodata: number | undefined
  scale: number
  weights: Float64Array
  from: number
  to: number
  mask: Uint8Array | undefined
  vegetation: Uint8Array | undefined
}

/** A pixel is nothing when one of its values is. @returns the weight of the pixels that are something */
export function addPixels(list: PixelList, row: RowOfPixels): number {
  const { pixels, step, places, alpha, nodata, scale, weights, from, to, mask, vegetation } = row
  reserve(list, to - from)
  let [at, valid] = [row.start, 0]
  for (let index = from; index < to; index += 1, at += step) {
    const weight = weights[index] ?? 0
    if (weight === 0 || (alpha >= 0 && pixels[at + alpha] === 0) || (mask && mask[index - from] === 0)) continue
    let isThere = true
    for (let band = 0; band < places.length; band += 1) {
      const value = pixels[at + (places[band] ?? 0)] ?? 0
      if (value === nodata || value - value !== 0) isThere = false
      const numbers = list.bands[band]
      if (numbers) numbers[list.count] = value / scale
    }
    if (!isThere) continue
    list.weights[list.count] = weight
    list.vegetation[list.count] = vegetation?.[index - from] ?? 0
    list.count += 1
    valid += weight
  }
  return valid
}

/**
 * The same of red, green and blue of 8 bits, where it counts. A pixel is nothing when all three are nodata: a single band
 * of 0 is a colour. @returns the weight of the pixels that are something
 */
export function addColours(
  list: PixelList,
  row: Omit<RowOfPixels, 'pixels' | 'scale'> & { pixels: Uint8Array },
): number {
  const { pixels, step, places, alpha, nodata, weights, from, to, mask, vegetation } = row
  const [red = 0, green = 1, blue = 2] = places
  reserve(list, to - from)
  const [reds, greens, blues] = list.bands as Uint8Array[]
  if (!reds || !greens || !blues) throw new Error('Colours have three bands')
  const { weights: listed } = list
  let [at, valid, count] = [row.start, 0, list.count]
  for (let index = from; index < to; index += 1, at += step) {
    const weight = weights[index] ?? 0
    if (weight === 0 || (alpha >= 0 && pixels[at + alpha] === 0) || (mask && mask[index - from] === 0)) continue
    const r = pixels[at + red] ?? 0
    const g = pixels[at + green] ?? 0
    const b = pixels[at + blue] ?? 0
    if (r === nodata && g === nodata && b === nodata) continue
    reds[count] = r
    greens[count] = g
    blues[count] = b
    listed[count] = weight
    if (vegetation) list.vegetation[count] = vegetation[index - from] ?? 0
    count += 1
    valid += weight
  }
  list.count = count
  return valid
}
