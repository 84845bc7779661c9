// What many places say together.
import { SHIFT_METRES_MAX } from '#domain/shifts.ts'
import { medianOf } from '../numbers/median.ts'
import type { Position } from '../plots/polygon.ts'

/** The shift that a place shows, in metres to the east and north. */
export type Vote = { place: Position; shift: Position }

export type Agreement = {
  shift: Position
  agreeing: number
  /** The median distance from the shift. */
  spread: number
}

/** The shift on which most places agree, up to a distance of `tolerance` metres. Undefined without a vote. */
export function findAgreement(votes: readonly Vote[], tolerance: number): Agreement | undefined {
  let most: readonly Vote[] = []
  for (const { shift } of votes) {
    const near = votes.filter((other) => apart(other.shift, shift) <= tolerance)
    if (near.length > most.length) most = near
  }
  if (most.length === 0) return undefined
  const shift: Position = [medianOf(most.map((one) => one.shift[0])), medianOf(most.map((one) => one.shift[1]))]
  return { shift, agreeing: most.length, spread: medianOf(most.map((one) => apart(one.shift, shift))) }
}

/** A shift that changes evenly over the field, as between maps that are turned or scaled against each other. */
export type Trend = {
  agreeing: number /** By how much it differs between the ends of the field, in metres. */
  range: number
}

/** Of maps that fit more or less: 2 % in scale, or a bit more than a degree. */
const CHANGE_MAX = 0.02

/** The trend on which most places agree. Two of them are enough to try one. */
export function findTrend(votes: readonly Vote[], tolerance: number): Trend {
  const extent = Math.hypot(rangeOf(votes.map(({ place }) => place[0])), rangeOf(votes.map(({ place }) => place[1])))
  let found: Trend = { agreeing: 0, range: 0 }
  for (const [at, one] of votes.entries())
    for (const other of votes.slice(at + 1)) {
      const change = changeBetween(one, other)
      const size = Math.hypot(...change)
      if (!(size <= CHANGE_MAX)) continue
      const agreeing = votes.filter((vote) => apart(vote.shift, shiftAt(vote.place, one, change)) <= tolerance).length
      if (agreeing > found.agreeing) found = { agreeing, range: Math.min(size * extent, 2 * SHIFT_METRES_MAX) }
    }
  return found
}

const apart = (a: Position, b: Position): number => Math.hypot(a[0] - b[0], a[1] - b[1])

const rangeOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

/** Of the shift for each metre: the quotient of two complex numbers. NaN for one place. */
function changeBetween(one: Vote, other: Vote): Position {
  const [x, y] = [other.place[0] - one.place[0], other.place[1] - one.place[1]]
  const [east, north] = [other.shift[0] - one.shift[0], other.shift[1] - one.shift[1]]
  const square = x * x + y * y
  return [(east * x + north * y) / square, (north * x - east * y) / square]
}

function shiftAt(place: Position, { place: from, shift }: Vote, [scale, turn]: Position): Position {
  const [x, y] = [place[0] - from[0], place[1] - from[1]]
  return [shift[0] + scale * x - turn * y, shift[1] + turn * x + scale * y]
}
