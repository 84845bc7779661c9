// Angles in degrees, of which 359 and 1 are neighbours.
import { STATISTICS } from './statistics.ts'

const CIRCLE = 360

/** Of a tenth of a degree. */
const DIRECTIONS = 3600
/** Of the weight, how much must point in one direction: else none is preferred. */
const CONCENTRATION_MIN = 1e-9

const RADIANS = Float64Array.from({ length: DIRECTIONS }, (_, place) => ((place + 0.5) / DIRECTIONS) * 2 * Math.PI)
const [COSINES, SINES] = [RADIANS.map(Math.cos), RADIANS.map(Math.sin)]

export const createDirections = (): Float64Array => new Float64Array(DIRECTIONS)

/** Adds weights to those of directions. */
export function addDirections(
  directions: Float64Array,
  angles: Float64Array,
  weights: Float64Array | Float32Array,
): void {
  for (let at = 0; at < angles.length; at += 1) {
    const place = Math.min(DIRECTIONS - 1, Math.floor(((angles[at] as number) / CIRCLE) * DIRECTIONS))
    // NaN is no place.
    if (place >= 0) directions[place] = (directions[place] as number) + (weights[at] as number)
  }
}

/** The mean direction of angles: it says where the circle is cut, opposite to it. */
export function directionOf(directions: Float64Array): number {
  let [x, y, all] = [0, 0, 0]
  for (let place = 0; place < DIRECTIONS; place += 1) {
    const weight = directions[place] as number
    x += weight * (COSINES[place] as number)
    y += weight * (SINES[place] as number)
    all += weight
  }
  return Math.hypot(x, y) < CONCENTRATION_MIN * all ? CIRCLE / 2 : (Math.atan2(y, x) * 180) / Math.PI
}

/** Turns angles until they lie within half a circle of a direction. */
export function turnTowards(angles: Float64Array, direction: number): void {
  for (let at = 0; at < angles.length; at += 1) {
    const angle = angles[at] ?? 0
    angles[at] = angle - CIRCLE * Math.floor((angle - direction) / CIRCLE + 0.5)
  }
}

/** Statistics of angles from 0 to 360; coefficients of variation make no sense of them. */
export function wrapStatistics(row: Float64Array): void {
  for (const [at, name] of STATISTICS.entries())
    if (name === 'cv_pct' || name === 'uniformity') row[at] = Number.NaN
    else if (name !== 'sd' && name !== 'n_px' && name !== 'iqr') row[at] = (((row[at] ?? 0) % CIRCLE) + CIRCLE) % CIRCLE
}
