// TIFF's predictors, for tiles of `TILE_PIXELS`: differences compress better than samples.
import { TILE_PIXELS } from './pyramid.ts'

type Tile = { bands: number; sampleBytes: number }

/** Each sample becomes the difference to that of the same band on its left, in place. */
export function predictHorizontal(pixels: Uint8Array, { bands, sampleBytes }: Tile): Uint8Array {
  const numbers = wholeNumbersIn(pixels, sampleBytes)
  const row = TILE_PIXELS * bands
  for (let start = 0; start + row <= numbers.length; start += row)
    for (let at = start + row - 1; at >= start + bands; at -= 1)
      numbers[at] = (numbers[at] ?? 0) - (numbers[at - bands] ?? 0)
  return pixels
}

function wholeNumbersIn(pixels: Uint8Array, sampleBytes: number): Uint8Array | Uint16Array | Uint32Array {
  if (sampleBytes === 1) return pixels
  const length = pixels.length / sampleBytes
  return sampleBytes === 2
    ? new Uint16Array(pixels.buffer, pixels.byteOffset, length)
    : new Uint32Array(pixels.buffer, pixels.byteOffset, length)
}

/**
 * Adobe's Technical Note 3, for samples of 4 or 8 bytes: the bytes of a row in planes, the most significant first, as
 * differences to the byte `bands` places before.
 */
export function predictFloatingPoint(pixels: Uint8Array, { bands, sampleBytes }: Tile): Uint8Array {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  const samples = TILE_PIXELS * bands
  const row = samples * sampleBytes
  const planes = new Uint8Array(pixels.length)
  for (let start = 0; start + row <= pixels.length; start += row) {
    for (let high = sampleBytes; high > 0; high -= 4)
      splitWords(words, { first: ((start + high) >> 2) - 1, step: sampleBytes >> 2, bands }, planes, {
        first: start + (sampleBytes - high) * samples,
        step: samples,
      })
    for (let plane = 1; plane < sampleBytes; plane += 1)
      for (let band = 0; band < bands; band += 1) {
        const last = start + row - (bands - band) * sampleBytes + sampleBytes - plane
        const to = start + plane * samples + band
        planes[to] = (planes[to] ?? 0) - (pixels[last] ?? 0)
      }
  }
  return planes
}

type Words = { first: number; step: number; bands: number }
type Planes = { first: number; step: number }

/** The four bytes of a word of each sample, as differences to those of the sample on its left. */
function splitWords(words: Uint32Array, from: Words, planes: Uint8Array, to: Planes): void {
  const { step } = to
  const left = from.bands * from.step
  for (let sample = 0, at = from.first, into = to.first; sample < step; sample += 1, at += from.step, into += 1) {
    const word = words[at] ?? 0
    const before = sample < from.bands ? 0 : (words[at - left] ?? 0)
    planes[into] = (word >>> 24) - (before >>> 24)
    planes[into + step] = (word >>> 16) - (before >>> 16)
    planes[into + 2 * step] = (word >>> 8) - (before >>> 8)
    planes[into + 3 * step] = word - before
  }
}
