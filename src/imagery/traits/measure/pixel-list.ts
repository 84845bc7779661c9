// The pixels of a plot with their values.
import type { Samples as RasterSamples } from '../../rasters/read-rows.ts'

/** Of 8 bits as they are; other numbers as fractions. */
type Band = Uint8Array | Float32Array

export type PixelList = {
  count: number
  /** Of red, green and blue of 8 bits, in the bits of a number from the lowest on, until `unpackColours`. */
  colours: Int32Array
  bands: Band[]
  weights: Float32Array
  vegetation: Uint8Array
  /** The slice of the plot in which each lies. */
  slices: Uint8Array
  sliceCount: number
}

const CAPACITY_MIN = 4096

const createBand = (isEightBit: boolean, length: number): Band =>
  isEightBit ? new Uint8Array(length) : new Float32Array(length)

export const createPixelList = (bands: number, isEightBit: boolean): PixelList => ({
  count: 0,
  colours: new Int32Array(0),
  bands: Array.from({ length: bands }, () => createBand(isEightBit, CAPACITY_MIN)),
  weights: new Float32Array(CAPACITY_MIN),
  vegetation: new Uint8Array(CAPACITY_MIN),
  slices: new Uint8Array(CAPACITY_MIN),
  sliceCount: 1,
})

function reserve(list: PixelList, more: number): void {
  const capacity = list.weights.length
  if (list.count + more <= capacity) return
  const length = Math.max(list.count + more, Math.ceil(capacity * 1.5))
  list.bands = list.bands.map((band) => grow(band, createBand(band instanceof Uint8Array, length)))
  list.weights = grow(list.weights, new Float32Array(length))
  list.vegetation = grow(list.vegetation, new Uint8Array(length))
  list.slices = grow(list.slices, new Uint8Array(length))
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
  weights: Float64Array
  from: number
  to: number
  mask: Uint8Array | undefined
  vegetation: Uint8Array | undefined
  /** The slice of the first number of `weights`, with its fraction, and what a column adds to it. */
  slice: number
  sliceStep: number
}

/** A pixel is nothing when one of its values is. @returns the weight of the pixels that are something */
export function addPixels(list: PixelList, row: RowOfPixels): number {
  const { pixels, step, places, alpha, nodata, weights, from, to, mask, vegetation, slice, sliceStep } = row
  reserve(list, to - from)
  const last = list.sliceCount - 1
  let [at, valid] = [row.start, 0]
  for (let index = from; index < to; index += 1, at += step) {
    const weight = weights[index] ?? 0
    if (weight === 0 || (alpha >= 0 && pixels[at + alpha] === 0) || (mask && mask[index - from] === 0)) continue
    let isThere = true
    for (let band = 0; band < places.length; band += 1) {
      const value = pixels[at + (places[band] ?? 0)] ?? 0
      if (value === nodata || value - value !== 0) isThere = false
      const numbers = list.bands[band]
      if (numbers) numbers[list.count] = value
    }
    if (!isThere) continue
    list.weights[list.count] = weight
    list.vegetation[list.count] = vegetation?.[index - from] ?? 0
    list.slices[list.count] = Math.max(0, Math.min(last, Math.floor(slice + sliceStep * index)))
    list.count += 1
    valid += weight
  }
  return valid
}

type RowOfColours = Omit<RowOfPixels, 'pixels'> & { pixels: Uint8Array }

/**
 * The same of red, green and blue of 8 bits, where it counts. A pixel is nothing when all three are nodata: a single band
 * of 0 is a colour. @returns the weight of the pixels that are something
 */
export function addColours(list: PixelList, row: RowOfColours): number {
  const { nodata, weights, from, to, vegetation, slice, sliceStep } = row
  reserve(list, to - from)
  if (list.colours.length < list.weights.length) {
    const grown = new Int32Array(list.weights.length)
    grown.set(list.colours)
    list.colours = grown
  }
  const { colours, weights: listed, slices } = list
  const nothing = nodata === undefined ? -1 : nodata * 0x1_01_01
  const last = list.sliceCount - 1
  const words = wordsOf(row)
  let [valid, count] = [0, list.count]
  for (let index = from; index < to; index += 1) {
    const weight = weights[index] as number
    const word = words[index - from] as number
    const colour = word & 0xff_ff_ff
    if (weight === 0 || word >>> 24 === 0 || colour === nothing) continue
    colours[count] = colour
    listed[count] = weight
    if (vegetation) list.vegetation[count] = vegetation[index - from] ?? 0
    const place = slice + sliceStep * index
    slices[count] = place < 0 ? 0 : place > last ? last : place
    count += 1
    valid += weight
  }
  list.count = count
  return valid
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** The pixels of a row as numbers of 4 bytes, red lowest; the highest byte is 0 where there is none. */
function wordsOf({ pixels, start, step, places, alpha, from, to, mask }: RowOfColours): Int32Array {
  const isPacked = step === 4 && alpha === 3 && places.every((place, band) => place === band)
  const begin = pixels.byteOffset + start
  if (isPacked && !mask && IS_LITTLE_ENDIAN && begin % 4 === 0) return new Int32Array(pixels.buffer, begin, to - from)
  const words = new Int32Array(to - from)
  const [red = 0, green = 1, blue = 2] = places
  for (let index = 0, at = start; index < words.length; index += 1, at += step) {
    if ((alpha >= 0 && pixels[at + alpha] === 0) || mask?.[index] === 0) continue
    const [low, middle, high] = [pixels[at + red], pixels[at + green], pixels[at + blue]] as [number, number, number]
    words[index] = low | (middle << 8) | (high << 16) | (0xff << 24)
  }
  return words
}

/** Colours as bands. */
export function unpackColours({ count, colours, bands }: PixelList): void {
  for (const [band, numbers] of bands.entries())
    for (let at = 0; at < count; at += 1) numbers[at] = ((colours[at] as number) >>> (8 * band)) & 0xff
}
