// Days to maturity: when a plot turns from green.
import { type Crossing, crossingOf, type Point, seriesOf } from './series.ts'

const FLIGHTS_MIN = 3

/**
 * The day on which an index of greenness, once above a threshold, falls to it: straight between the last flight above and the first one
 * that is not, unless the next flight is above again. So what is flown later moves no day that is known.
 */
export function daysToMaturity(greenness: readonly Point[], threshold: number): Crossing {
  const series = seriesOf(greenness)
  if (series.length < FLIGHTS_MIN) return { state: 'too few flights' }
  const isGreen = (at: number): boolean => (series[at]?.value ?? Number.NEGATIVE_INFINITY) > threshold
  const green = series.findIndex((_, at) => isGreen(at))
  if (green < 0) return { state: 'reached before the first flight' }
  const ripe = series.findIndex((_, at) => at > green && !isGreen(at) && !isGreen(at + 1))
  return ripe < 0 ? { state: 'not reached' } : crossingOf(series.slice(ripe - 1, ripe + 1), threshold, 'down')
}
