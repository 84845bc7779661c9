// The pixels of a plot with their values, for rasters of other numbers than 8 bits.
import type { Samples as RasterSamples } from '../../rasters/read-rows.ts'
import { resize, type Samples } from './samples.ts'

export type PixelList = { count: number; bands: Float32Array[]; weights: Float32Array; vegetation: Uint8Array }

const CAPACITY_MIN = 4096

export const createPixelList = (bands: number): PixelList => ({
  count: 0,
  bands: Array.from({ length: bands }, () => new Float32Array(CAPACITY_MIN)),
  weights: new Float32Array(CAPACITY_MIN),
  vegetation: new Uint8Array(CAPACITY_MIN),
})

function grow<T extends Float32Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}

function reserve(list: PixelList, more: number): void {
  const capacity = list.weights.length
  if (list.count + more <= capacity) return
  const length = Math.max(list.count + more, capacity * 2)
  list.bands = list.bands.map((band) => grow(band, new Float32Array(length)))
  list.weights = grow(list.weights, new Float32Array(length))
  list.vegetation = grow(list.vegetation, new Uint8Array(length))
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

/** @returns the weight of the pixels that are something. */
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

export function takePixels(list: PixelList, samples: Samples, hasVegetation: boolean): void {
  resize(samples, list.count, hasVegetation)
  for (const [at, band] of samples.bands.entries()) band.set(list.bands[at]?.subarray(0, list.count) ?? [])
  samples.weights.set(list.weights.subarray(0, list.count))
  samples.vegetation?.set(list.vegetation.subarray(0, list.count))
}
