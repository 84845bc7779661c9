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

/** Adobe's Technical Note 3: the bytes of a row in planes, the most significant first, as differences. */
export function predictFloatingPoint(pixels: Uint8Array, { bands, sampleBytes }: Tile): Uint8Array {
  const samples = TILE_PIXELS * bands
  const row = samples * sampleBytes
  const step = bands * sampleBytes
  const planes = new Uint8Array(pixels.length)
  for (let start = 0; start + row <= pixels.length; start += row)
    for (let plane = sampleBytes - 1; plane >= 0; plane -= 1) {
      const to = start + (sampleBytes - 1 - plane) * samples
      let from = start + plane
      for (let sample = 0; sample < bands; sample += 1, from += sampleBytes) {
        // Before the first sample of a plane lies the last one of the plane before.
        const last = plane === sampleBytes - 1 ? 0 : (pixels[from + row - step + 1] ?? 0)
        planes[to + sample] = (pixels[from] ?? 0) - last
      }
      for (let sample = bands; sample < samples; sample += 1, from += sampleBytes)
        planes[to + sample] = (pixels[from] ?? 0) - (pixels[from - step] ?? 0)
    }
  return planes
}
