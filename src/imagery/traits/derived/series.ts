// What becomes of a trait of one plot over the flights of a season.

/** Days after planting, or degree-days, and the value; in the order of time. */
export type Point = { day: number; value: number }

/** In the order of time, without values that are not numbers. @throws RangeError for a day that is there twice */
export function seriesOf(points: readonly Point[]): Point[] {
  const known = points.filter(({ day, value }) => Number.isFinite(day) && Number.isFinite(value))
  const sorted = known.toSorted((one, other) => one.day - other.day)
  const twice = sorted.find(({ day }, at) => sorted[at + 1]?.day === day)
  if (twice) throw new RangeError(`Day ${twice.day} is there twice`)
  return sorted
}

export type Step = { from: number; to: number; change: number; perDay: number }

/** From each flight to the next one. */
export const changesOf = (points: readonly Point[]): Step[] =>
  seriesOf(points)
    .map((point, at, all) => [point, all[at + 1]] as const)
    .flatMap(([one, next]) => {
      if (!next) return []
      const change = next.value - one.value
      return [{ from: one.day, to: next.day, change, perDay: change / (next.day - one.day) }]
    })

/** Where the value grows fastest: between two flights, the day in their middle. Undefined of fewer than two. */
export function fastestGrowth(points: readonly Point[]): { day: number; perDay: number } | undefined {
  const steps = changesOf(points)
  const fastest = steps.reduce<Step | undefined>(
    (best, one) => (best && best.perDay >= one.perDay ? best : one),
    undefined,
  )
  return fastest && { day: (fastest.from + fastest.to) / 2, perDay: fastest.perDay }
}

/**
 * By trapezoids over days. `startsAtPlanting` adds a first value of 0 at day 0, as FIELDimageR's fieldAUC does. Undefined of
 * fewer than two values.
 */
export function areaUnderCurve(points: readonly Point[], { startsAtPlanting = false } = {}): number | undefined {
  const series = seriesOf(points)
  const [first] = series
  const all = startsAtPlanting && first && first.day > 0 ? [{ day: 0, value: 0 }, ...series] : series
  if (all.length < 2) return undefined
  return changesOf(all).reduce((area, { from, to }, at) => {
    const [one, next] = [all[at]?.value ?? 0, all[at + 1]?.value ?? 0]
    return area + ((one + next) / 2) * (to - from)
  }, 0)
}

/** When a value crosses a threshold; otherwise why there is no day. */
export type Crossing =
  | { state: 'reached'; day: number }
  | { state: 'reached before the first flight' | 'not reached' | 'too few flights' }

/** The first crossing, straight from flight to flight. */
export function crossingOf(points: readonly Point[], threshold: number, direction: 'up' | 'down'): Crossing {
  const series = seriesOf(points)
  const [first] = series
  if (!first || series.length < 2) return { state: 'too few flights' }
  const isBeyond = ({ value }: Point): boolean => (direction === 'up' ? value >= threshold : value <= threshold)
  if (isBeyond(first)) return { state: 'reached before the first flight' }
  const at = series.findIndex(isBeyond)
  const [before, after] = [series[at - 1], series[at]]
  if (!before || !after) return { state: 'not reached' }
  const part = (threshold - before.value) / (after.value - before.value)
  return { state: 'reached', day: before.day + part * (after.day - before.day) }
}

const CLOSED = 80

/** The day on which cover in percent reaches 80. */
export const canopyClosure = (cover: readonly Point[]): Crossing => crossingOf(cover, CLOSED, 'up')
