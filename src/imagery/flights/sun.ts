import type { Place } from './local-metres.ts'
import type { ReadPhoto } from './main-set.ts'

const DEGREE = Math.PI / 180
const DAY_MS = 86_400_000
const J2000_MS = Date.UTC(2000, 0, 1, 12)

/**
 * How high the sun stands, in degrees above the horizon, without refraction. `utc` is in milliseconds since 1970. Good to 0.1 degrees:
 * the low-precision formulas of the Astronomical Almanac, section C.
 */
export function sunHeight(utc: number, { lon, lat }: Place): number {
  const days = (utc - J2000_MS) / DAY_MS
  const anomaly = (357.529 + 0.98560028 * days) * DEGREE
  const longitude = (280.459 + 0.98564736 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * DEGREE
  const tilt = (23.439 - 0.00000036 * days) * DEGREE
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude))
  const declination = Math.asin(Math.sin(tilt) * Math.sin(longitude))
  const siderealHours = 18.697374558 + 24.06570982441908 * days
  const hourAngle = (15 * siderealHours + lon) * DEGREE - ascension
  const sine =
    Math.sin(lat * DEGREE) * Math.sin(declination) +
    Math.cos(lat * DEGREE) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(sine) / DEGREE
}

/** Null where no photo says its place and its time as UTC. */
export function sunOver(read: readonly ReadPhoto[]): { lowest: number; highest: number } | null {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { photo } of read) {
    if (photo.takenAtUtc === null || photo.position === null) continue
    const height = sunHeight(photo.takenAtUtc, photo.position)
    lowest = Math.min(lowest, height)
    highest = Math.max(highest, height)
  }
  return Number.isFinite(lowest) ? { lowest, highest } : null
}
