// Days to maturity: when a plot turns from green.
import { type Crossing, crossingOf, type Point, seriesOf } from './series.ts'

/** Of the flights, the part that a local line goes through. */
const SPAN = 0.75
const STEPS = 200
const LOCAL_MIN = 3

/** Local lines with tricube weights. Cleveland 1979, doi 10.1080/01621459.1979.10481038. */
export function smooth(points: readonly Point[], days: readonly number[]): number[] {
  const series = seriesOf(points)
  const near = Math.min(series.length, Math.max(LOCAL_MIN, Math.ceil(SPAN * series.length)))
  return days.map((day) => localLine(series, day, near))
}

function localLine(series: readonly Point[], day: number, near: number): number {
  const dayAt = (at: number): number => series[at]?.day ?? day
  let from = 0
  while (from + near < series.length && dayAt(from + near) - day < day - dayAt(from)) from += 1
  // A little more than the outermost one, so that it has a weight.
  const reach = Math.max(day - dayAt(from), dayAt(from + near - 1) - day) * 1.0001 || 1
  let [w, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (let at = from; at < from + near; at += 1) {
    const along = dayAt(at) - day
    const value = series[at]?.value ?? 0
    const weight = (1 - Math.abs(along / reach) ** 3) ** 3
    w += weight
    x += weight * along
    y += weight * value
    xx += weight * along * along
    xy += weight * along * value
  }
  const spread = w * xx - x * x
  return spread > 1e-9 * w * w ? (xx * y - x * xy) / spread : y / w
}

const FLIGHTS_MIN = 3

/** The day on which a smooth curve through an index of greenness, from its highest point on, falls to a threshold. */
export function daysToMaturity(greenness: readonly Point[], threshold: number): Crossing {
  const series = seriesOf(greenness)
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last || series.length < FLIGHTS_MIN) return { state: 'too few flights' }
  const days = Array.from({ length: STEPS + 1 }, (_, at) => first.day + ((last.day - first.day) * at) / STEPS)
  const values = smooth(series, days)
  const curve = days.map((day, at) => ({ day, value: values[at] ?? Number.NaN }))
  const highest = values.indexOf(Math.max(...values))
  if ((values[highest] ?? 0) <= threshold) return { state: 'reached before the first flight' }
  const falling = curve.slice(highest)
  return falling.length < 2 ? { state: 'not reached' } : crossingOf(falling, threshold, 'down')
}
