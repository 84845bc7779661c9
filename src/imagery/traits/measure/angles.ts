// Angles in degrees, of which 359 and 1 are neighbours.
import { STATISTICS } from './statistics.ts'

const CIRCLE = 360

/** The mean direction of angles. */
export function directionOf(angles: Float64Array | Float32Array): number {
  let [x, y] = [0, 0]
  for (const angle of angles)
    if (!Number.isNaN(angle)) {
      x += Math.cos((angle * Math.PI) / 180)
      y += Math.sin((angle * Math.PI) / 180)
    }
  return (Math.atan2(y, x) * 180) / Math.PI
}

/** Turns angles until they lie within half a circle of a direction. */
export function turnTowards(angles: Float64Array, direction: number): void {
  for (let at = 0; at < angles.length; at += 1) {
    const angle = angles[at] ?? 0
    angles[at] = angle - CIRCLE * Math.round((angle - direction) / CIRCLE)
  }
}

/** Statistics of angles from 0 to 360; coefficients of variation make no sense of them. */
export function wrapStatistics(row: Float64Array): void {
  for (const [at, name] of STATISTICS.entries())
    if (name === 'cv_pct' || name === 'uniformity') row[at] = Number.NaN
    else if (name !== 'sd' && name !== 'n_px' && name !== 'iqr') row[at] = (((row[at] ?? 0) % CIRCLE) + CIRCLE) % CIRCLE
}
