// The outline of one plot, checked by itself.
import { type MultiPolygon, type Plot, POINTS_PER_PLOT_MAX, type Position } from '#domain/trials.ts'
import { findMeeting, isInside } from '../plots/crossings.ts'
import { boxOf, openRing, signedArea } from '../plots/polygon.ts'
import type { SortedShape } from './sort-shapes.ts'
import { UnreadablePlots } from './unreadable-plots.ts'

/** @throws UnreadablePlots */
export function readOutline({ polygons, strange }: SortedShape, plotId: string): MultiPolygon {
  if (strange !== undefined)
    throw new UnreadablePlots(
      `Plot ${plotId} is a ${strange.slice(0, 40)}. Plots are polygons with straight edges: convert it, and export it again.`,
    )
  let points = 0
  const outlines = polygons.map((rings) => {
    const read = listIn(rings, plotId).map((ring) => ringIn(ring, plotId))
    points += read.reduce((sum, ring) => sum + ring.length, 0)
    if (points > POINTS_PER_PLOT_MAX) throw tooManyPoints(plotId)
    const problem = problemOf(read)
    if (problem) throw new UnreadablePlots(`The outline of plot ${plotId} ${problem}. Draw it again.`)
    return read
  })
  if (doPartsMeet(outlines))
    throw new UnreadablePlots(
      `The outline of plot ${plotId} has parts that overlap or touch. Make them one, or draw it again.`,
    )
  return outlines
}

const tooManyPoints = (plotId: string): UnreadablePlots =>
  new UnreadablePlots(
    `Plot ${plotId} has more than ${POINTS_PER_PLOT_MAX.toLocaleString('en')} points. Simplify its outline.`,
  )

const isWithin = ([outer = [], ...holes]: readonly Position[][], [x, y]: Position): boolean =>
  isInside(openRing(outer), [x, y]) && !holes.some((hole) => isInside(openRing(hole), [x, y]))

/** Pixels of overlapping parts would count twice. */
function doPartsMeet(parts: readonly Position[][][]): boolean {
  if (parts.length < 2) return false
  if (findMeeting(parts.flat().map(openRing))) return true
  return parts.some((part) => parts.some((other) => other !== part && isWithin(other, part[0]?.[0] ?? [0, 0])))
}

const HALF_AROUND = 180

/** Of longitudes: a part that seems to go around the Earth lies on both sides of the 180th meridian. */
export function requireShort({ plotId, geometry }: Plot): void {
  const isLong = geometry.some((part) => {
    const { minX, maxX } = boxOf([part])
    return maxX - minX > HALF_AROUND
  })
  if (isLong)
    throw new UnreadablePlots(
      `The outline of plot ${plotId} goes around the Earth. If it lies on the 180th meridian, cut it there into two parts.`,
    )
}

function listIn(value: unknown, plotId: string): unknown[] {
  if (!Array.isArray(value)) throw new UnreadablePlots(`The coordinates of plot ${plotId} are not those of a polygon.`)
  return value
}

/** Before its area is asked: that of a line which crosses itself can be nothing. */
function problemOf(rings: readonly Position[][]): string | undefined {
  const open = rings.map(openRing)
  if (open.length === 0 || open.some((ring) => ring.length < 3)) return 'is empty'
  if (findMeeting(open)) return 'crosses or touches itself'
  if (hasHoleOutside(open)) return 'has a hole outside of it'
  return open.some((ring) => signedArea(ring) === 0) ? 'is empty' : undefined
}

/** Outlines don't meet, so that one point of a hole stands for all of it. */
const hasHoleOutside = ([outer = [], ...holes]: readonly Position[][]): boolean =>
  holes.some(
    ([point], at) =>
      !point || !isInside(outer, point) || holes.some((other, place) => place !== at && isInside(other, point)),
  )

/** Closed, and without points that repeat the one before. */
function ringIn(ring: unknown, plotId: string): Position[] {
  const list = listIn(ring, plotId)
  if (list.length > POINTS_PER_PLOT_MAX) throw tooManyPoints(plotId)
  const points: Position[] = []
  for (const point of list) {
    const [x, y] = listIn(point, plotId)
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
      throw new UnreadablePlots(`A point of plot ${plotId} has no numbers as coordinates.`)
    const last = points.at(-1)
    if (!last || last[0] !== x || last[1] !== y) points.push([x, y])
  }
  const [first] = points
  const last = points.at(-1)
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) points.push(first)
  return points
}
