// Plots made smaller, so that their neighbours and their edges don't count.
import { crossingOf, distanceTo, type Edge, edgesOf, findMeeting, isInside } from './crossings.ts'
import { openRing, orientRings, type Polygon, type Position, signedArea } from './polygon.ts'

/** In units of the map: what is taken off at the short ends and at the long sides of a plot. */
export type Buffer = { ends: number; sides: number }

/** Corners that would reach further than this times the buffer are cut off. */
const MITRE_MAX = 4
const ROUNDING = 1e-9

/**
 * The polygon without a margin: exact for polygons without reflex corners, as rectangles are; at reflex corners the new
 * outline has a corner, too. No parts are left of a polygon that is narrower than its margin. Undefined when the margins
 * of its outline and of a hole meet: then it can't be made smaller by so much.
 */
export function insetPolygon(polygon: Polygon, { ends, sides }: Buffer): Polygon | undefined {
  if (ends === 0 && sides === 0) return polygon
  const parts: Position[][][] = []
  for (const rings of orientRings(polygon)) {
    const axis = longAxisOf(rings[0] ?? [])
    const marginOf = (edge: Edge): number => (isAlong(edge, axis) ? sides : ends)
    const [outers = [], ...others] = rings.map((ring, at) => {
      const margins = edgesOf(ring).map((edge) => ({ edge, margin: marginOf(edge) }))
      const loops = loopsOf(shiftEdges(withoutStraight(ring), marginOf))
      return loops.filter((loop) => signedArea(loop) > 0 === (at === 0) && isFarEnough(loop, margins))
    })
    const holes = others.flat()
    if (holes.length > 0 && findMeeting([...outers, ...holes])) return undefined
    for (const outer of outers) {
      const isWithinHole = holes.some((hole) => isInside(hole, outer[0] ?? [0, 0]))
      if (!isWithinHole) parts.push([outer, ...holes.filter(([point]) => point && isInside(outer, point))])
    }
  }
  return parts
}

/** The direction of the longer sides of the smallest rectangle around a ring, which lies along one of its edges. */
export function longAxisOf(ring: readonly Position[]): Position {
  let smallest = Infinity
  let axis: Position = [1, 0]
  for (const [a, b] of edgesOf(ring)) {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const [dx, dy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
    const along = extentOf(ring.map(([x, y]) => x * dx + y * dy))
    const across = extentOf(ring.map(([x, y]) => y * dx - x * dy))
    if (along * across >= smallest * (1 - ROUNDING)) continue
    smallest = along * across
    axis = along >= across ? [dx, dy] : [-dy, dx]
  }
  return axis
}

const extentOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

const isAlong = ([a, b]: Edge, [dx, dy]: Position): boolean => {
  const [x, y] = [b[0] - a[0], b[1] - a[1]]
  return Math.abs(x * dx + y * dy) >= Math.abs(y * dx - x * dy)
}

/** Without points that lie on the line between their neighbours. */
const withoutStraight = (ring: readonly Position[]): Position[] =>
  ring.filter((at, index) => {
    const before = ring.at(index - 1) ?? at
    const after = ring[(index + 1) % ring.length] ?? at
    const [ax, ay, bx, by] = [at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]]
    return Math.abs(ax * by - ay * bx) > ROUNDING * Math.hypot(ax, ay) * Math.hypot(bx, by)
  })

/** Each edge moved to its left; corners are where the moved lines meet. */
function shiftEdges(ring: readonly Position[], marginOf: (edge: Edge) => number): Position[] {
  const lines = edgesOf(ring).map((edge) => {
    const [a, b] = edge
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const [dx, dy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
    return { corner: a, dx, dy, margin: marginOf(edge) }
  })
  return lines.flatMap((line, at) => cornerOf(lines.at(at - 1) ?? line, line))
}

type Line = { corner: Position; dx: number; dy: number; margin: number }

/** Of the lines before and after a corner, moved to their left. */
function cornerOf(before: Line, { corner: [x, y], dx, dy, margin }: Line): Position[] {
  const turn = before.dx * dy - before.dy * dx
  const across = (margin - before.margin * (before.dx * dx + before.dy * dy)) / turn
  const to: Position = [
    x - before.dy * before.margin - before.dx * across,
    y + before.dx * before.margin - before.dy * across,
  ]
  const reach = Math.hypot(to[0] - x, to[1] - y)
  if (turn > 0 || reach <= MITRE_MAX * Math.max(margin, before.margin)) return [to]
  const moved = ({ dx: ax, dy: ay, margin: by }: Omit<Line, 'corner'>): Position => [x - ay * by, y + ax * by]
  return [moved(before), moved({ dx, dy, margin })]
}

/** A ring that crosses itself, as the rings between its crossings. */
function loopsOf(given: readonly Position[]): Position[][] {
  const ring = openRing(given)
  const edges = edgesOf(ring)
  for (const [first, edge] of edges.entries())
    for (let second = first + 2; second < edges.length - (first === 0 ? 1 : 0); second += 1) {
      const other = edges[second]
      const crossing = other && crossingOf(edge, other)
      if (!crossing) continue
      const inner = [crossing, ...ring.slice(first + 1, second + 1)]
      const outer = [...ring.slice(0, first + 1), crossing, ...ring.slice(second + 1)]
      return [...loopsOf(inner), ...loopsOf(outer)]
    }
  return ring.length >= 3 ? [ring] : []
}

/** Rings that were turned inside out, or that lie in the margin of another edge, are not part of what is left. */
const isFarEnough = (loop: readonly Position[], margins: readonly { edge: Edge; margin: number }[]): boolean =>
  Math.abs(signedArea(loop)) > ROUNDING &&
  loop.every((point) => margins.every(({ edge, margin }) => distanceTo(edge, point) >= margin * (1 - 1e-6) - ROUNDING))
