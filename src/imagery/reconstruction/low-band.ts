// Photos blended in two bands: what is coarse (brightness, colour, vignetting) from many photos far around, what is fine from the nearest.
// After Burt and Adelson 1983, doi:10.1145/245.247, with two levels.
import type { Small } from './exposure.ts'

export const LOW_WIDTH = 64

/** The coarse part of a photo: RGB as numbers. */
export type Low = { width: number; height: number; rgb: Float32Array }

/** Means of a small photo, times the gains of its view. */
export function lowOf({ width, height, rgb }: Small, gains: ArrayLike<number>): Low {
  const low = { width: LOW_WIDTH, height: Math.max(1, Math.round((LOW_WIDTH * height) / width)) }
  const values = new Float32Array(low.width * low.height * 3)
  for (let row = 0; row < low.height; row += 1)
    for (let column = 0; column < low.width; column += 1) {
      const [left, right] = rangeOf(column, width / low.width)
      const [top, bottom] = rangeOf(row, height / low.height)
      for (let band = 0; band < 3; band += 1) {
        let sum = 0
        for (let y = top; y < bottom; y += 1)
          for (let x = left; x < right; x += 1) sum += rgb[(y * width + x) * 3 + band] ?? 0
        values[(row * low.width + column) * 3 + band] = (sum / ((right - left) * (bottom - top))) * (gains[band] ?? 1)
      }
    }
  return { ...low, rgb: values }
}

function rangeOf(at: number, scale: number): [number, number] {
  const from = Math.floor(at * scale)
  return [from, Math.max(from + 1, Math.floor((at + 1) * scale))]
}

/** Between the centres of its pixels, at shares of the width and height of the photo; writes to `out`. */
export function lowAt({ width, height, rgb }: Low, [x, y]: readonly [number, number], out: Float64Array): void {
  const column = Math.min(width - 1, Math.max(0, x * width - 0.5))
  const row = Math.min(height - 1, Math.max(0, y * height - 0.5))
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [across, down] = [column - left, row - top]
  for (let band = 0; band < 3; band += 1) {
    const upper =
      (rgb[(top * width + left) * 3 + band] ?? 0) * (1 - across) + (rgb[(top * width + right) * 3 + band] ?? 0) * across
    const lower =
      (rgb[(below * width + left) * 3 + band] ?? 0) * (1 - across) +
      (rgb[(below * width + right) * 3 + band] ?? 0) * across
    out[band] = upper * (1 - down) + lower * down
  }
}
