// The slices of a plot, across its length.
import { openRing, type Polygon } from '../../plots/polygon.ts'

/** Of a plot, so that the number of one fits in a byte. */
export const SLICES_MAX = 255
const SLICE_METRES = 0.3

/** The slice of a pixel is `start` + `across` for each column + `down` for each row, from 0 to before `count`. */
export type Slices = { count: number; start: number; across: number; down: number }

export const ONE_SLICE: Slices = { count: 1, start: 0, across: 0, down: 0 }

/** Of about 30 cm along the longest edge. The polygon is in pixels of `metres`; one slice where that is not known. */
export function slicesOf(polygon: Polygon, metres: number | null): Slices {
  const ring = openRing(polygon[0]?.[0] ?? [])
  const edges = ring.map(([x, y], at) => {
    const [toX, toY] = ring[(at + 1) % ring.length] ?? [x, y]
    return { x: toX - x, y: toY - y, length: Math.hypot(toX - x, toY - y) }
  })
  const longest = edges.reduce((one, other) => (other.length > one.length ? other : one), { x: 0, y: 0, length: 0 })
  if (metres === null || longest.length === 0) return ONE_SLICE
  const [x, y] = [longest.x / longest.length, longest.y / longest.length]
  const places = polygon.flatMap(([outer = []]) => outer.map(([px, py]) => px * x + py * y))
  const [low, high] = [Math.min(...places), Math.max(...places)]
  const count = Math.max(1, Math.min(SLICES_MAX, Math.round(((high - low) * metres) / SLICE_METRES)))
  const perPixel = count / (high - low || 1)
  // A pixel lies where its middle is.
  return { count, start: (0.5 * x + 0.5 * y - low) * perPixel, across: x * perPixel, down: y * perPixel }
}
