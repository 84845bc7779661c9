import type { PlotMeasurement } from '#imagery/traits/measure/measure-plots.ts'
import { placeOfValue } from '#imagery/traits/measure/plot-numbers.ts'
import { SCOPES, STATISTICS } from '#imagery/traits/measure/statistics.ts'

/** A value for each plot, by the name of the column: `mean/all`, `n_px/veg`, `flags`. NaN is no value. */
export type MeasuredTrait = { trait: string; unit: string; columns: Map<string, Float64Array> }

type Measured = {
  traits: readonly { id: string; unit: string }[]
  withCover: boolean
  flags: Float64Array
  hasMask: boolean
}

export function traitColumns(
  plots: readonly PlotMeasurement[],
  { traits, withCover, flags, hasMask }: Measured,
): MeasuredTrait[] {
  const validFrac = Float64Array.from(plots, (plot) => plot.validFrac)
  const scopes = SCOPES.filter((scope) => hasMask || scope === 'all')
  const measured = traits.map(({ id, unit }, trait) => {
    const columns = new Map<string, Float64Array>()
    for (const scope of scopes) {
      for (const [at, statistic] of STATISTICS.entries()) {
        const place = placeOfValue(trait, SCOPES.indexOf(scope), at)
        columns.set(
          `${statistic}/${scope}`,
          Float64Array.from(plots, ({ values }) => values[place] ?? Number.NaN),
        )
      }
      columns.set(`valid_frac/${scope}`, validFrac)
    }
    return { trait: id, unit, columns: columns.set('flags', flags) }
  })
  if (!withCover) return measured
  const cover = new Map([
    ['mean/all', Float64Array.from(plots, ({ coverPct }) => coverPct ?? Number.NaN)],
    ['n_px/all', Float64Array.from(plots, ({ nPx }) => nPx)],
    ['valid_frac/all', validFrac],
    ['flags', flags],
  ])
  return [...measured, { trait: 'canopyCover', unit: '%', columns: cover }]
}
