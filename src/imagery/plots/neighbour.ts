import type { Position } from './polygon.ts'

/**
 * The place among `middles` of the nearest one in a direction, at most half a right angle off it; -1 without one. What lies off
 * the direction counts twice, so that rows are followed.
 */
export function neighbourOf(middles: readonly Position[], from: number, [dx, dy]: Position): number {
  const [x, y] = middles[from] ?? [Number.NaN, Number.NaN]
  const length = Math.hypot(dx, dy)
  let [nearest, least] = [-1, Infinity]
  for (const [at, [otherX, otherY]] of middles.entries()) {
    const along = ((otherX - x) * dx + (otherY - y) * dy) / length
    const across = Math.abs((otherX - x) * dy - (otherY - y) * dx) / length
    if (along > 0 && across <= along && along + 2 * across < least) [nearest, least] = [at, along + 2 * across]
  }
  return nearest
}
