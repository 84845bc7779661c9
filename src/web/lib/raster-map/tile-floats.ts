import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import type { Values } from '#imagery/rasters/values.ts'
import type { ReadyMap } from './look.ts'

/** Pixels around a tile of heights, so that the slopes at its edge have neighbours. */
export const RIM = 1

type Tile = { map: Pick<ReadyMap, 'bands'>; bands: readonly number[]; hasRim: boolean }

/** For the GPU, of each pixel the bands that are shown, and 1 where they hold something. All 0 where a tile is empty. */
export function toFloats(samples: Values | undefined, { map, bands, hasRim }: Tile): Float32Array {
  const rim = hasRim ? RIM : 0
  const side = TILE_PIXELS + 2 * rim
  const step = bands.length + 1
  const floats = new Float32Array(side * side * step)
  if (!samples) return floats
  const all = map.bands.length
  const alpha = map.bands.indexOf('alpha')
  for (let row = 0; row < TILE_PIXELS; row += 1) {
    let from = row * TILE_PIXELS * all
    let to = ((row + rim) * side + rim) * step
    for (let column = 0; column < TILE_PIXELS; column += 1) {
      let isThere = alpha < 0 || (samples[from + alpha] ?? 0) > 0
      for (let at = 0; at < bands.length; at += 1) {
        const value = samples[from + (bands[at] ?? 0)] ?? Number.NaN
        if (!Number.isFinite(value)) isThere = false
        else floats[to + at] = value
      }
      floats[to + step - 1] = isThere ? 1 : 0
      from += all
      to += step
    }
  }
  if (hasRim) continueToRim(floats, { side, step })
  return floats
}

/** What lies beyond the edge is in another tile: the slope at the edge goes on. */
function continueToRim(floats: Float32Array, { side, step }: { side: number; step: number }): void {
  const extend = (to: number, inwards: number) => {
    const [edge, inner] = [to + inwards, to + 2 * inwards]
    const there = step - 1
    if (floats[edge + there] !== 1) return
    floats[to + there] = 1
    const isSlope = floats[inner + there] === 1
    for (let at = 0; at < there; at += 1) {
      const value = floats[edge + at] ?? 0
      floats[to + at] = isSlope ? 2 * value - (floats[inner + at] ?? 0) : value
    }
  }
  const row = side * step
  for (let at = 0; at < side; at += 1) {
    extend(at * row, step)
    extend(at * row + row - step, -step)
  }
  for (let at = 0; at < side; at += 1) {
    extend(at * step, row)
    extend((side - 1) * row + at * step, -row)
  }
}
