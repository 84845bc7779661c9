// How a field was flown: its direction, its lines, and how far photos overlap along and across them.
import type { Metres } from './local-metres.ts'

/** A photo that looks down, in the order in which they were taken. */
export type Shot = Metres & {
  /** What it shows, in metres: across and along the picture as it is stored. */
  groundWidth: number
  groundHeight: number
  yaw: number | null
}

export type Overlaps = {
  /** Of the lines, from 0 to 180 degrees clockwise from north. */
  axisDegrees: number
  lines: number
  /** Shares from 0 to 1: the middle one, and that which nine of ten exceed. */
  front: { median: number; low: number } | null
  side: { median: number; worst: number } | null
}

/** Two photos of one line are not farther apart across it than this share of what they show. */
const SAME_LINE = 0.25
/** Between lines there is a gap of more than this share of what a photo shows. */
const LINE_GAP = 0.12
const LINE_SHOTS_MIN = 3

/** Null with fewer than three photos, or where they were taken at one place. */
export function overlapsOf(shots: readonly Shot[]): Overlaps | null {
  const axis = axisOf(shots)
  if (axis === null || shots.length < LINE_SHOTS_MIN) return null
  const placed = shots.map((shot) => ({
    along: shot.east * Math.sin(axis) + shot.north * Math.cos(axis),
    across: shot.east * Math.cos(axis) - shot.north * Math.sin(axis),
    ...extents(shot, axis),
  }))
  const lines = linesOf(placed)
  return {
    axisDegrees: ((axis * 180) / Math.PI + 180) % 180,
    lines: lines.length,
    front: frontOf(placed),
    side: sideOf(lines),
  }
}

/** Of the lines, in radians clockwise from north; to and fro count alike. Null where nothing moves. */
export function axisOf(shots: readonly Metres[]): number | null {
  let [sines, cosines] = [0, 0]
  for (const [index, { east, north }] of shots.entries()) {
    const before = shots[index - 1]
    if (!before) continue
    const [x, y] = [east - before.east, north - before.north]
    const heading = 2 * Math.atan2(x, y)
    sines += Math.hypot(x, y) * Math.sin(heading)
    cosines += Math.hypot(x, y) * Math.cos(heading)
  }
  return Math.hypot(sines, cosines) > 0 ? 0.5 * Math.atan2(sines, cosines) : null
}

/** Along and across the lines. A camera lies across its line, with the short side of the picture along it, unless its yaw says otherwise. */
function extents({ groundWidth, groundHeight, yaw }: Shot, axis: number): { length: number; width: number } {
  const turned = yaw === null ? 0 : Math.abs(Math.sin((yaw * Math.PI) / 180 - axis))
  const isAcross = turned < Math.SQRT1_2
  return isAcross ? { length: groundHeight, width: groundWidth } : { length: groundWidth, width: groundHeight }
}

type Placed = { along: number; across: number; length: number; width: number }

function frontOf(shots: readonly Placed[]): Overlaps['front'] {
  const overlaps = shots.flatMap(({ along, across, length, width }, index) => {
    const before = shots[index - 1]
    if (!before || Math.abs(across - before.across) > SAME_LINE * width) return []
    return [1 - Math.abs(along - before.along) / length]
  })
  return overlaps.length === 0 ? null : { median: quantile(overlaps, 0.5), low: quantile(overlaps, 0.1) }
}

type Line = { across: number; width: number }

function linesOf(shots: readonly Placed[]): Line[] {
  const sorted = shots.toSorted((one, other) => one.across - other.across)
  const groups: Placed[][] = []
  for (const shot of sorted) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && shot.across - before.across <= LINE_GAP * shot.width) last.push(shot)
    else groups.push([shot])
  }
  return groups
    .filter((group) => group.length >= LINE_SHOTS_MIN)
    .map((group) => ({ across: meanOf(group, 'across'), width: meanOf(group, 'width') }))
}

function sideOf(lines: readonly Line[]): Overlaps['side'] {
  const overlaps = lines.flatMap((line, index) => {
    const before = lines[index - 1]
    return before ? [1 - (line.across - before.across) / line.width] : []
  })
  return overlaps.length === 0 ? null : { median: quantile(overlaps, 0.5), worst: Math.min(...overlaps) }
}

const meanOf = (shots: readonly Placed[], what: 'across' | 'width'): number =>
  shots.reduce((sum, shot) => sum + shot[what], 0) / shots.length

/** Between two values, in proportion. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = share * (sorted.length - 1)
  const [below = Number.NaN, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2)
  return below + (above - below) * (place % 1)
}
