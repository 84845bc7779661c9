// A picture of a plot, seen straight down: its long side lies across.
import { longAxisOf } from '../plots/inset.ts'
import { openRing, type Polygon, type Position } from '../plots/polygon.ts'

/** Pixels row by row from `corner`, in metres. */
export type Frame = {
  corner: Position
  /** A step of one pixel across and one down, in metres. */
  across: Position
  down: Position
  width: number
  height: number
}

/** What is seen around a plot, as a part of its shorter side. */
const AROUND = 0.25
/** Of the longer side: with more, pixels get larger. */
const PIXELS_MAX = 2000

/** With pixels of this size or larger ones. Undefined of an empty plot. */
export function frameAround(plot: Polygon, pixelMin: number): Frame | undefined {
  const [first] = plot
  const points = cornersOf(plot)
  if (!first || points.length < 3) return undefined
  const [x, y] = longAxisOf(openRing(first[0] ?? []))
  // The side that is nearer to north is above.
  const right: Position = x < 0 || (x === 0 && y > 0) ? [-x, -y] : [x, y]
  const downward: Position = [right[1], -right[0]]
  const [left, wide] = extentAlong(points, right)
  const [top, high] = extentAlong(points, downward)
  const around = AROUND * Math.min(wide, high)
  const pixel = Math.max(pixelMin, (Math.max(wide, high) + 2 * around) / PIXELS_MAX)
  return {
    corner: [
      right[0] * (left - around) + downward[0] * (top - around),
      right[1] * (left - around) + downward[1] * (top - around),
    ],
    across: [right[0] * pixel, right[1] * pixel],
    down: [downward[0] * pixel, downward[1] * pixel],
    width: Math.max(1, Math.ceil((wide + 2 * around) / pixel)),
    height: Math.max(1, Math.ceil((high + 2 * around) / pixel)),
  }
}

/** Of its outer rings. */
export const cornersOf = (plot: Polygon): Position[] => plot.flatMap(([outer = []]) => openRing(outer))

/** Where points begin in a direction, and how far they reach. */
function extentAlong(points: readonly Position[], [x, y]: Position): [number, number] {
  const along = points.map((point) => point[0] * x + point[1] * y)
  const least = Math.min(...along)
  return [least, Math.max(...along) - least]
}

export const pixelOf = ({ across }: Frame): number => Math.hypot(...across)

/** Of a place in a frame, in pixels from its corner. */
export const placeIn = ({ corner, across, down }: Frame, x: number, y: number): Position => [
  corner[0] + x * across[0] + y * down[0],
  corner[1] + x * across[1] + y * down[1],
]

/** The opposite, as parts of its width and height. */
export function partAt(frame: Frame, [x, y]: Position): Position {
  const { corner, across, down, width, height } = frame
  const [east, north] = [x - corner[0], y - corner[1]]
  const square = pixelOf(frame) ** 2
  return [(east * across[0] + north * across[1]) / square / width, (east * down[0] + north * down[1]) / square / height]
}

/** How far north is turned from the upper edge, clockwise in degrees. */
export const northOf = ({ across }: Frame): number => (Math.atan2(across[1], across[0]) * 180) / Math.PI
