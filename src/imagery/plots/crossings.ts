// Where the edges of rings meet.
import { type Position, side } from './polygon.ts'

export type Edge = readonly [from: Position, to: Position]

export const edgesOf = (ring: readonly Position[]): Edge[] =>
  ring.flatMap((from, at) => {
    const to = ring[(at + 1) % ring.length]
    return to ? [[from, to]] : []
  })

const isWithin = (a: Position, b: Position, c: Position): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

/** Whether two edges have a point in common. */
export function doMeet([a, b]: Edge, [c, d]: Edge): boolean {
  const [ofC, ofD, ofA, ofB] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (((ofC > 0 && ofD < 0) || (ofC < 0 && ofD > 0)) && ((ofA > 0 && ofB < 0) || (ofA < 0 && ofB > 0))) return true
  return (
    (ofC === 0 && isWithin(a, b, c)) ||
    (ofD === 0 && isWithin(a, b, d)) ||
    (ofA === 0 && isWithin(c, d, a)) ||
    (ofB === 0 && isWithin(c, d, b))
  )
}

/** Where two edges cross, or where an end of one lies on the other one; undefined when they only share ends. */
export function crossingOf(first: Edge, second: Edge): Position | undefined {
  const [a, b] = first
  const [c, d] = second
  const [ofC, ofD, ofA, ofB] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  const touching = touchOf(first, [c, d]) ?? touchOf(second, [a, b])
  if (touching || ofC * ofD >= 0 || ofA * ofB >= 0) return touching
  const part = ofA / (ofA - ofB)
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]
}

/** In units of the map: points nearer to one another are the same. */
const SAME = 1e-7

const touchOf = (edge: Edge, points: readonly Position[]): Position | undefined =>
  points.find((point) => distanceTo(edge, point) < SAME && edge.every((end) => distanceOf(end, point) > SAME))

export const distanceOf = (a: Position, b: Position): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The first edge of rings that meets another one where it should not; neighbours in a ring share a point. */
export function findMeeting(rings: readonly (readonly Position[])[]): Position | undefined {
  const all = rings.flatMap((ring, which) =>
    edgesOf(ring).map((edge, at) => ({ edge, which, at, count: ring.length, right: Math.max(edge[0][0], edge[1][0]) })),
  )
  const leftOf = ({ edge }: (typeof all)[number]) => Math.min(edge[0][0], edge[1][0])
  all.sort((one, other) => leftOf(one) - leftOf(other))
  for (const [index, one] of all.entries())
    for (let next = index + 1; next < all.length; next += 1) {
      const other = all[next]
      if (!other || leftOf(other) > one.right) break
      const apart = Math.abs(one.at - other.at)
      const areNeighbours = one.which === other.which && (apart === 1 || apart === one.count - 1)
      if (areNeighbours ? doFoldBack(one, other) : doMeet(one.edge, other.edge)) return one.edge[0]
    }
  return undefined
}

type Placed = { edge: Edge; at: number; count: number }

/** Whether the later one of two neighbours goes back over the earlier one. */
function doFoldBack(one: Placed, other: Placed): boolean {
  const [first, second] = (one.at + 1) % one.count === other.at ? [one, other] : [other, one]
  const [[a, b], [, c]] = [first.edge, second.edge]
  return side(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0
}

export function isInside(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false
  for (const [a, b] of edgesOf(ring))
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  return inside
}

export function distanceTo([a, b]: Edge, [x, y]: Position): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const part = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)
  const near = Math.min(1, Math.max(0, part))
  return Math.hypot(x - a[0] - near * dx, y - a[1] - near * dy)
}
