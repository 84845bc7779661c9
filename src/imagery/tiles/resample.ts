import type { TilePlace } from './place-tile.ts'
import type { Pixels } from './read-window.ts'

/** Of each pixel of a tile. */
export type Resampled = {
  side: number
  channels: readonly Float64Array[]
  /** How much of it the map covers, from 0 to 1. */
  cover: Float64Array
}

/**
 * Means of the pixels around each place, which weigh less the farther they lie: linear between neighbours, and over all that
 * lie in a pixel of the tile where these are larger. As GDAL's `-r bilinear`.
 */
export function resample({ side, columns, rows }: TilePlace, pixels: Pixels): Resampled {
  const { level, left, top, right, bottom, reach, channels, isThere } = pixels
  const scale = 2 ** level
  const width = right - left
  const means = channels.map(() => new Float64Array(side * side))
  const cover = new Float64Array(side * side)
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    const x = (columns[pixel] ?? 0) / scale - 0.5
    const y = (rows[pixel] ?? 0) / scale - 0.5
    let all = 0
    let found = 0
    if (x < left - reach[0] || x > right + reach[0] || y < top - reach[1] || y > bottom + reach[1]) continue
    for (let row = Math.ceil(y - reach[1]); row <= y + reach[1]; row += 1) {
      const weightDown = 1 - Math.abs(row - y) / reach[1]
      for (let column = Math.ceil(x - reach[0]); column <= x + reach[0]; column += 1) {
        const weight = weightDown * (1 - Math.abs(column - x) / reach[0])
        all += weight
        if (column < left || column >= right || row < top || row >= bottom) continue
        const at = (row - top) * width + column - left
        if (isThere[at] !== 1) continue
        found += weight
        for (let channel = 0; channel < channels.length; channel += 1) {
          const mean = means[channel]
          if (mean) mean[pixel] = (mean[pixel] ?? 0) + weight * (channels[channel]?.[at] ?? 0)
        }
      }
    }
    if (!(found > 0)) continue
    for (const mean of means) mean[pixel] = (mean[pixel] ?? 0) / found
    cover[pixel] = found / all
  }
  return { side, channels: means, cover }
}
