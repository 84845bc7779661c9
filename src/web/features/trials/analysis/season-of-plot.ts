import { daysToMaturity } from '#imagery/traits/derived/maturity.ts'
import {
  areaUnderCurve,
  type Crossing,
  canopyClosure,
  fastestGrowth,
  type Point,
} from '#imagery/traits/derived/series.ts'
import { meanOf } from './summary.ts'

export type SeasonOptions = {
  /** Places of the flights whose values are compared. */
  from: number
  to: number
  /** Whether the trait is cover, which closes. */
  isCover: boolean
  /** The value that greenness falls to at maturity; null for a trait that says nothing of it. */
  ripeAt: number | null
  /** Whether the area begins with 0 on day 0. */
  startsAtPlanting: boolean
}

/** Of one plot; null where a value is missing. */
export type PlotSeason = {
  change: number | null
  perDay: number | null
  area: number | null
  /** The fastest growth a day, and when. */
  fastest: { day: number; perDay: number } | null
  closure: Crossing | null
  maturity: Crossing | null
}

type SeasonInput = { days: readonly number[]; values: readonly (number | null)[]; options: SeasonOptions }

export function seasonOfPlot({ days, values, options }: SeasonInput): PlotSeason {
  const { from, to, isCover, ripeAt, startsAtPlanting } = options
  const points = pointsOf(days, values)
  const [first, last] = [values[from] ?? null, values[to] ?? null]
  const change = first === null || last === null ? null : last - first
  const span = (days[to] ?? 0) - (days[from] ?? 0)
  return {
    change,
    perDay: change === null || span === 0 ? null : change / span,
    area: areaUnderCurve(points, { startsAtPlanting }) ?? null,
    fastest: fastestGrowth(points) ?? null,
    closure: isCover ? canopyClosure(points) : null,
    maturity: ripeAt === null ? null : daysToMaturity(points, ripeAt),
  }
}

/** Two flights of a day are one, with the mean of their values. */
export function pointsOf(days: readonly number[], values: readonly (number | null)[]): Point[] {
  const found = new Map<number, number[]>()
  for (const [at, day] of days.entries()) {
    const value = values[at] ?? null
    if (value !== null) found.set(day, [...(found.get(day) ?? []), value])
  }
  return [...found].map(([day, all]) => ({ day, value: meanOf(all) }))
}
