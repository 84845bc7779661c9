import { type Position, side } from './polygon.ts'

/** The smallest convex ring around positions, anticlockwise. Andrew 1979. */
export function hullOf(positions: readonly Position[]): Position[] {
  const sorted = outerOf(positions).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  return [...half(sorted), ...half(sorted.toReversed())]
}

/** Without those inside of the four that are furthest towards corners, which are nearly all of a field. Akl and Toussaint 1978. */
function outerOf(positions: readonly Position[]): readonly Position[] {
  const [first] = positions
  if (!first) return positions
  let [southWest, southEast, northEast, northWest] = [first, first, first, first]
  for (const at of positions) {
    const [sum, difference] = [at[0] + at[1], at[0] - at[1]]
    if (sum < southWest[0] + southWest[1]) southWest = at
    if (sum > northEast[0] + northEast[1]) northEast = at
    if (difference > southEast[0] - southEast[1]) southEast = at
    if (difference < northWest[0] - northWest[1]) northWest = at
  }
  return positions.filter(
    (at) =>
      side(southWest, southEast, at) <= 0 ||
      side(southEast, northEast, at) <= 0 ||
      side(northEast, northWest, at) <= 0 ||
      side(northWest, southWest, at) <= 0,
  )
}

function half(points: readonly Position[]): Position[] {
  const chain: Position[] = []
  for (const point of points) {
    for (;;) {
      const [before, last] = [chain.at(-2), chain.at(-1)]
      if (!before || !last || side(before, last, point) > 0) break
      chain.pop()
    }
    chain.push(point)
  }
  return chain.slice(0, -1)
}
