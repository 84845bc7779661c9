// Whether the rings of a polygon enclose an area without crossing themselves or one another.
import type { Position } from '#domain/trials.ts'

export type RingProblem = 'is empty' | 'crosses itself'

type Segment = { ring: number; at: number; a: Position; b: Position }

/** The first problem of the rings, which are closed. */
export function problemOf(rings: readonly (readonly Position[])[]): RingProblem | undefined {
  if (rings.length === 0 || rings.some((ring) => ring.length < 4)) return 'is empty'
  const segments = rings.flatMap((ring, index) => segmentsOf(ring, index))
  for (const [index, one] of segments.entries())
    for (let next = index + 1; next < segments.length; next += 1) {
      const other = segments[next]
      if (other && areAtOdds(one, other, (rings[one.ring]?.length ?? 0) - 1)) return 'crosses itself'
    }
  return rings.some((ring) => areaOf(ring) === 0) ? 'is empty' : undefined
}

/** Positive for a ring that runs counter-clockwise. Measured from its first point, so that large coordinates lose nothing. */
export function areaOf(ring: readonly Position[]): number {
  const [ox, oy] = ring[0] ?? [0, 0]
  let sum = 0
  for (let at = 1; at < ring.length; at += 1) {
    const [ax, ay] = ring[at - 1] ?? [0, 0]
    const [bx, by] = ring[at] ?? [0, 0]
    sum += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
  }
  return sum / 2
}

const segmentsOf = (ring: readonly Position[], index: number): Segment[] =>
  ring.slice(1).map((b, at) => ({ ring: index, at, a: ring[at] ?? b, b }))

/** Lines of one ring touch only where they follow one another; those of two rings may touch, and not cross. */
function areAtOdds(one: Segment, other: Segment, count: number): boolean {
  if (one.ring !== other.ring) return cross(one, other)
  const isNext = other.at - one.at === 1
  if (isNext) return turnsBack(one.a, one.b, other.b)
  if (one.at === 0 && other.at === count - 1) return turnsBack(other.a, other.b, one.b)
  return cross(one, other) || touch(one, other)
}

const side = ([ax, ay]: Position, [bx, by]: Position, [px, py]: Position): number =>
  Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax))

const cross = (one: Segment, other: Segment): boolean =>
  side(one.a, one.b, other.a) * side(one.a, one.b, other.b) < 0 &&
  side(other.a, other.b, one.a) * side(other.a, other.b, one.b) < 0

const touch = (one: Segment, other: Segment): boolean =>
  liesOn(one, other.a) || liesOn(one, other.b) || liesOn(other, one.a) || liesOn(other, one.b)

const liesOn = ({ a, b }: Segment, point: Position): boolean =>
  side(a, b, point) === 0 && isBetween(a[0], b[0], point[0]) && isBetween(a[1], b[1], point[1])

const isBetween = (a: number, b: number, value: number): boolean => value >= Math.min(a, b) && value <= Math.max(a, b)

/** Whether the way from a over b to c runs back over itself. */
const turnsBack = (a: Position, b: Position, c: Position): boolean =>
  side(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0
