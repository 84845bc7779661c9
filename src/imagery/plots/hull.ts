import type { Position } from './polygon.ts'

/** The smallest convex ring around positions, anticlockwise. Andrew 1979. */
export function hullOf(positions: readonly Position[]): Position[] {
  const sorted = positions.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by)
  return [...half(sorted), ...half(sorted.toReversed())]
}

function half(points: readonly Position[]): Position[] {
  const chain: Position[] = []
  for (const point of points) {
    while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop()
    chain.push(point)
  }
  return chain.slice(0, -1)
}

const turn = ([ax, ay]: Position = [0, 0], [bx, by]: Position = [0, 0], [cx, cy]: Position): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
