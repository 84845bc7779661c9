import type { Surface } from '../reconstruction/surface.ts'
import type { TileTask } from './match-tile.ts'

/** In metres, and as a share of the height above the ground: so far from the tie points around is the ground looked for. */
const [BEYOND_MIN, BEYOND_SHARE] = [3, 0.05]

const inside = (place: number, most: number): number => Math.max(0, Math.min(most - 1, Math.floor(place)))

/** From the surface of the tie points. */
export function heightRange(surface: Surface, heightAboveGround: number): TileTask['rangeOf'] {
  const beyond = Math.max(BEYOND_MIN, BEYOND_SHARE * heightAboveGround)
  const { cell, width, height, heights } = surface
  return ({ west, north, east, south }) => {
    const [left, right] = [
      inside((west - surface.west) / cell - 1, width),
      inside((east - surface.west) / cell + 1, width),
    ]
    const [top, bottom] = [
      inside((surface.north - north) / cell - 1, height),
      inside((surface.north - south) / cell + 1, height),
    ]
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) {
        const one = heights[row * width + column] ?? Number.NaN
        if (one < low) low = one
        if (one > high) high = one
      }
    return [low - beyond, high + beyond]
  }
}
