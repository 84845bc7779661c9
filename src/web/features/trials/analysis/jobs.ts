// What is computed in a worker.
import { type Comparison, compareValues, type Values } from '#imagery/comparison/compare-values.ts'
import type { PlotValue as TableValue } from '#imagery/plot-values/join-values.ts'
import { type Association, associationOf, type WhyNoAssociation } from '#imagery/traits/derived/correlations.ts'
import { type PlotValue } from '#imagery/traits/derived/genotype-sums.ts'
import { type Repeatability, repeatabilityOf, type WhyNone } from '#imagery/traits/derived/repeatability.ts'
import type { FieldPlot } from '#imagery/traits/derived/spatial-design.ts'
import { type SpatialMeans, spatialMeans } from '#imagery/traits/derived/spatial-means.ts'
import { type PlotSeason, type SeasonOptions, seasonOfPlot } from './season-of-plot.ts'

type Plots = Pick<PlotValue, 'genotype' | 'block'>[]

export type Spatial = {
  fixed: SpatialMeans
  /** Of random genotypes; null where it can't be told. */
  heritability: number | null
}

export type Jobs = {
  /** Of each series of values of the same plots. */
  repeatability: {
    input: { plots: Plots; series: (readonly (number | null)[])[] }
    output: (Repeatability | WhyNone)[]
  }
  spatial: { input: { plots: FieldPlot[]; compared: readonly string[] }; output: Spatial | null }
  season: {
    input: { days: readonly number[]; plots: (readonly (number | null)[])[]; options: SeasonOptions }
    output: PlotSeason[]
  }
  /** Of each series with one column of the same plots. NaN is no value. */
  associations: {
    input: { column: Float64Array; series: Float32Array[] }
    output: (Association | WhyNoAssociation)[]
  }
  /** Columns of another table beside ours, which are in the order of the plots. */
  comparison: {
    input: { plotIds: readonly string[]; columns: { ours: Values; theirs: readonly TableValue[] }[] }
    output: ColumnComparison[]
  }
}
export type ColumnComparison = Comparison & { theirs: Values }
export type JobKind = keyof Jobs

type OnProgress = (fraction: number) => void

export const JOBS: { [Kind in JobKind]: (input: Jobs[Kind]['input'], onProgress: OnProgress) => Jobs[Kind]['output'] } =
  {
    repeatability: ({ plots, series }, onProgress) =>
      series.map((values, at) => {
        onProgress(at / series.length)
        return repeatabilityOf(plots.map((plot, index) => ({ ...plot, value: values[index] ?? Number.NaN })))
      }),
    spatial: ({ plots, compared }, onProgress) => {
      const fixed = spatialMeans(plots, { genotypes: 'fixed', compared, onProgress: (done) => onProgress(done / 2) })
      if (!fixed) return null
      const random = spatialMeans(plots, { genotypes: 'random', onProgress: (done) => onProgress(0.5 + done / 2) })
      return { fixed, heritability: random?.heritability ?? null }
    },
    season: ({ days, plots, options }, onProgress) =>
      plots.map((values, at) => {
        if (at % 100 === 0) onProgress(at / plots.length)
        return seasonOfPlot({ days, values, options })
      }),
    associations: ({ column, series }, onProgress) => {
      const ours = Array.from(column)
      return series.map((values, at) => {
        onProgress(at / series.length)
        return associationOf(ours, Array.from(values))
      })
    },
    comparison: ({ plotIds, columns }, onProgress) =>
      columns.map(({ ours, theirs: given }, at) => {
        onProgress(at / columns.length)
        const numbers = new Map(given.map(({ plotId, value }) => [plotId, typeof value === 'number' ? value : null]))
        const theirs = plotIds.map((plotId) => numbers.get(plotId) ?? null)
        return { ...compareValues(ours, theirs), theirs }
      }),
  }
