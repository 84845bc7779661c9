// Where values lie in a drawing.
import type { Scale } from '#imagery/traits/derived/colour-scale.ts'

/** From the smallest to the greatest value; null without one. */
export function rangeOf(series: Iterable<readonly (number | null)[]>): Scale | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const values of series)
    for (const value of values) {
      if (value === null) continue
      if (value < low) low = value
      if (value > high) high = value
    }
  if (low > high) return null
  return low < high ? [low, high] : [low - 0.5, low + 0.5]
}

export type Place = { x: (day: number) => number; y: (value: number) => number }

/** Of a series, an SVG path through what is known. */
export function pathOf(days: readonly number[], values: readonly (number | null)[], { x, y }: Place): string {
  let path = ''
  for (let at = 0; at < days.length; at += 1) {
    const value = values[at] ?? null
    if (value !== null) path += `${path === '' ? 'M' : 'L'}${x(days[at] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`
  }
  return path
}

/** In units of the drawing. */
const REACH = 24

/** The place of the series that is nearest to a point of the drawing, within a distance; -1 where none is. */
export function nearestOf(
  { days, series, place }: { days: readonly number[]; series: readonly (readonly (number | null)[])[]; place: Place },
  [left, top]: readonly [number, number],
): number {
  let [nearest, best] = [-1, REACH]
  for (const [at, values] of series.entries()) {
    const distance = Math.abs(heightAt({ days, values, place }, left) - top)
    if (distance < best) [nearest, best] = [at, distance]
  }
  return nearest
}

/** Where the line of a series is above a place; NaN beside it. */
function heightAt(
  { days, values, place }: { days: readonly number[]; values: readonly (number | null)[]; place: Place },
  left: number,
): number {
  let before: readonly [number, number] | undefined
  for (let at = 0; at < days.length; at += 1) {
    const value = values[at] ?? null
    if (value === null) continue
    const point = [place.x(days[at] ?? 0), place.y(value)] as const
    if (point[0] >= left) {
      if (!before) return point[0] - left < 8 ? point[1] : Number.NaN
      const part = point[0] > before[0] ? (left - before[0]) / (point[0] - before[0]) : 1
      return before[1] + part * (point[1] - before[1])
    }
    before = point
  }
  return before && left - before[0] < 8 ? before[1] : Number.NaN
}
