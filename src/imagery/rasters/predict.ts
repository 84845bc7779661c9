// TIFF's predictors, for tiles of `TILE_PIXELS`: differences compress better than samples.
import { numbersIn } from './decode-block.ts'
import { TILE_PIXELS } from './pyramid.ts'

type Tile = { bands: number; sampleBytes: number }

/** Each sample becomes the difference to that of the same band on its left, in place. */
export function predictHorizontal(pixels: Uint8Array, { bands, sampleBytes }: Tile): Uint8Array {
  const numbers = numbersIn(pixels, sampleBytes)
  const row = TILE_PIXELS * bands
  for (let start = 0; start + row <= numbers.length; start += row)
    for (let at = start + row - 1; at >= start + bands; at -= 1)
      numbers[at] = (numbers[at] ?? 0) - (numbers[at - bands] ?? 0)
  return pixels
}

/**
 * Adobe's Technical Note 3, for samples of 4 or 8 bytes, in place: the bytes of a row in planes, the most significant
 * first, as differences to the byte `bands` places before.
 */
export function predictFloatingPoint(pixels: Uint8Array, { bands, sampleBytes }: Tile): Uint8Array {
  const samples = TILE_PIXELS * bands
  const bytes = samples * sampleBytes
  const step = sampleBytes >> 2
  // To the left of the first samples lies nothing.
  const words = new Uint32Array((bands + samples) * step)
  const planes = new Uint8Array(bytes)
  const quads = new Uint32Array(planes.buffer)
  for (let start = 0; start + bytes <= pixels.length; start += bytes) {
    words.set(new Uint32Array(pixels.buffer, pixels.byteOffset + start, bytes >> 2), bands * step)
    for (let word = 0; word < step; word += 1)
      splitWords({ words, first: word, step, left: bands * step }, quads, (step - 1 - word) * samples)
    for (let plane = 1; plane < sampleBytes; plane += 1)
      for (let band = 0; band < bands; band += 1) {
        const last = start + bytes - (bands - band) * sampleBytes + sampleBytes - plane
        const to = plane * samples + band
        planes[to] = (planes[to] ?? 0) - (pixels[last] ?? 0)
      }
    pixels.set(planes, start)
  }
  return pixels
}

/** One word of each sample: where the first lies, how far they are apart, and how far the sample on the left is. */
type Words = { words: Uint32Array; first: number; step: number; left: number }

/** Becomes four planes of bytes, as differences to the sample on the left. Four samples at a time. */
function splitWords({ words, first, step, left }: Words, planes: Uint32Array, to: number): void {
  const quads = (words.length / step - left / step) >> 2
  const [second, third, fourth] = [to + quads, to + 2 * quads, to + 3 * quads]
  for (let quad = 0, at = first; quad < quads; quad += 1, at += 4 * step) {
    const a = byteDifferences(words[at + left] ?? 0, words[at] ?? 0)
    const b = byteDifferences(words[at + left + step] ?? 0, words[at + step] ?? 0)
    const c = byteDifferences(words[at + left + 2 * step] ?? 0, words[at + 2 * step] ?? 0)
    const d = byteDifferences(words[at + left + 3 * step] ?? 0, words[at + 3 * step] ?? 0)
    planes[to + quad] = (a >>> 24) | ((b >>> 16) & 0xff00) | ((c >>> 8) & 0xff0000) | (d & 0xff000000)
    planes[second + quad] = ((a >>> 16) & 0xff) | ((b >>> 8) & 0xff00) | (c & 0xff0000) | ((d << 8) & 0xff000000)
    planes[third + quad] = ((a >>> 8) & 0xff) | (b & 0xff00) | ((c << 8) & 0xff0000) | ((d << 16) & 0xff000000)
    planes[fourth + quad] = (a & 0xff) | ((b << 8) & 0xff00) | ((c << 16) & 0xff0000) | (d << 24)
  }
}

/** Of the four bytes of two words, without a borrow from one to the next. */
const byteDifferences = (word: number, before: number): number =>
  ((word | 0x80808080) - (before & 0x7f7f7f7f)) ^ ((word ^ ~before) & 0x80808080)
