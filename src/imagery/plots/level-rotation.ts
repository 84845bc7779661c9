import type { Position } from './polygon.ts'

/** Edges of plots that lie less alike than this have no direction of their own. */
const ALIKE_LEAST = 0.5

/**
 * By what angle a map is turned clockwise so that the edges of plots lie level and upright, the nearest one: radians from -π/4 to
 * π/4. Each edge counts by its length; angles are the same a quarter turn further. 0 where edges have no common direction.
 */
export function levelRotation(rings: Iterable<readonly Position[]>): number {
  let [along, across, total] = [0, 0, 0]
  for (const ring of rings)
    for (const [at, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[at + 1] ?? ring[0] ?? [x, y]
      const length = Math.hypot(nextX - x, nextY - y)
      const angle = 4 * Math.atan2(nextY - y, nextX - x)
      along += length * Math.cos(angle)
      across += length * Math.sin(angle)
      total += length
    }
  return Math.hypot(along, across) < ALIKE_LEAST * total || total === 0 ? 0 : Math.atan2(across, along) / 4
}

/** So many plots, evenly spread, say how all of them lie. */
const SAMPLE = 300

/** The same for outlines in other coordinates. */
export function levelRotationOf(
  outlines: readonly (readonly Position[])[],
  toPlane: (at: Position) => Position,
): number {
  const every = Math.ceil(outlines.length / SAMPLE)
  return levelRotation(outlines.filter((_, at) => at % every === 0).map((ring) => ring.map(toPlane)))
}
