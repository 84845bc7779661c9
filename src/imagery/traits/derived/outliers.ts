// Values of plots that don't fit the others of their flight, or their own course over the season.
import { medianOf } from '../../numbers/median.ts'

const DEVIATIONS_MAX = 3.5
/** The median absolute deviation, and the distance from the 10th to the 90th percentile, of a normal distribution. */
const [MAD_TO_SD, TENTHS_TO_SD] = [1.4826, 1 / 2.5631]
/** With fewer, nothing can be said. */
const PLOTS_MIN = 10
const POLISHES = 10

/**
 * How far each residual lies from the middle of all, in robust standard deviations; NaN where it is unknown, and 0 for all where nothing
 * can be said.
 * `fitted` is the number of effects that were taken out: residuals that these made 0 say nothing of the spread.
 */
function deviationsOf(residuals: readonly number[], fitted = 0): number[] {
  const known = residuals.filter(Number.isFinite).toSorted((a, b) => a - b)
  const centre = medianOf(known)
  const apart = known.map((one) => Math.abs(one - centre)).toSorted((a, b) => a - b)
  const tenth = Math.floor(known.length / 10)
  const tenths = (known.at(-1 - tenth) ?? Number.NaN) - (known[tenth] ?? Number.NaN)
  // Where most plots are alike and many are not, as while a crop ripens, those are no outliers.
  const spread = Math.max(medianOf(apart.slice(fitted)) * MAD_TO_SD, tenths * TENTHS_TO_SD)
  if (!(spread > 0) || known.length < PLOTS_MIN) return residuals.map(() => 0)
  return residuals.map((one) => Math.abs(one - centre) / spread)
}

export type FieldPlace = { row: string; column: string }

/**
 * Whether each plot is far from what its row and its column suggest (median polish, Tukey 1977, Exploratory Data Analysis). None is
 * where rows and columns are unknown, or nearly as many as plots.
 */
export function spatialOutliers(values: readonly number[], places: readonly (FieldPlace | null)[]): boolean[] {
  const residuals = values.map((value, at) => (places[at] ? value : Number.NaN))
  const known = [...residuals.keys()].filter((at) => Number.isFinite(residuals[at]))
  const rows = [...Map.groupBy(known, (at) => places[at]?.row).values()]
  const columns = [...Map.groupBy(known, (at) => places[at]?.column).values()]
  if (known.length < 2 * (rows.length + columns.length)) return values.map(() => false)
  for (let turn = 0; turn < POLISHES; turn += 1)
    for (const line of [...rows, ...columns]) {
      const effect = medianOf(line.map((at) => residuals[at] ?? Number.NaN))
      for (const at of line) residuals[at] = (residuals[at] ?? Number.NaN) - effect
    }
  const fitted = rows.length + columns.length - 1
  return deviationsOf(residuals, fitted).map((deviation) => deviation > DEVIATIONS_MAX)
}

/** The values of all plots on a day, which is a number of days from any start. NaN is no value. */
export type DayOfSeason = { day: number; values: number[] }

/**
 * Whether each plot, on each day, leaves its own course: a day, of which there may be two flights, is off the course that the days before and after suggest, compared
 * with the median of all plots. Of the three days, the one that is farthest from what is usual for the plot counts.
 */
export function seasonOutliers(season: readonly DayOfSeason[]): boolean[][] {
  const apart = season.map(({ values }) => {
    const middle = medianOf(values.filter(Number.isFinite))
    return values.map((value) => value - middle)
  })
  const plots = season[0]?.values.map((_, plot) => plot) ?? []
  const usual = plots.map((plot) => medianOf(apart.map((ofDay) => ofDay[plot] ?? Number.NaN).filter(Number.isFinite)))
  const outliers = season.map(() => new Set<number>())
  for (const [at, { day }] of season.entries()) {
    const [earlier, later] = [season.findLastIndex((one) => one.day < day), season.findIndex((one) => one.day > day)]
    const [before, after] = [season[earlier], season[later]]
    if (!before || !after) continue
    const share = (day - before.day) / (after.day - before.day)
    const valueOn = (place: number, plot: number) => apart[place]?.[plot] ?? Number.NaN
    const residuals = plots.map((plot) => {
      const [from, to] = [valueOn(earlier, plot), valueOn(later, plot)]
      return valueOn(at, plot) - (from + share * (to - from))
    })
    for (const [plot, deviation] of deviationsOf(residuals).entries()) {
      if (!(deviation > DEVIATIONS_MAX)) continue
      const unusual = (place: number) => Math.abs(valueOn(place, plot) - (usual[plot] ?? Number.NaN))
      const worst = [earlier, at, later].reduce((one, other) => (unusual(other) > unusual(one) ? other : one))
      outliers[worst]?.add(plot)
    }
  }
  return outliers.map((found) => plots.map((plot) => found.has(plot)))
}

const HEIGHT_DROP = 0.3
const COVER_DROP = 5

type HeightAndCover = { height: number; coverPct: number }

/** Whether plants may lie: they lost more than 30 % of their height between two flights, but no cover. */
export const mayHaveLodged = (before: HeightAndCover, after: HeightAndCover): boolean =>
  after.height < before.height * (1 - HEIGHT_DROP) && after.coverPct > before.coverPct - COVER_DROP
