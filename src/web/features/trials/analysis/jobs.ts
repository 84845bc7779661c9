// What is computed in a worker.
import { type Comparison, compareValues, type Values as TableValues } from '#imagery/comparison/compare-values.ts'
import type { PlotValue as TableValue } from '#imagery/plot-values/plot-value.ts'
import {
  type Compared,
  compareGenotypes,
  type Comparison as GenotypeComparison,
} from '#imagery/traits/derived/compare-genotypes.ts'
import { type Association, associationOf, type WhyNoAssociation } from '#imagery/traits/derived/correlations.ts'
import { genotypeMeans } from '#imagery/traits/derived/genotype-means.ts'
import { type Repeatability, repeatabilityOf, type WhyNone } from '#imagery/traits/derived/repeatability.ts'
import type { FieldPlot } from '#imagery/traits/derived/spatial-design.ts'
import { type SpatialMeans, spatialMeans } from '#imagery/traits/derived/spatial-means.ts'
import { type DesignPlot, plotValuesOf } from '#imagery/traits/derived/trial-design.ts'
import { type PlotSeason, type SeasonOptions, seasonOfPlot } from './season-of-plot.ts'

type Values = readonly (number | null)[]

export type Spatial = {
  fixed: SpatialMeans
  /** Of random genotypes; null where it can't be told. */
  heritability: number | null
}

export type Jobs = {
  /** Of each series of values of the same plots. */
  repeatability: {
    input: { plots: readonly DesignPlot[]; series: Values[] }
    output: (Repeatability | WhyNone)[]
  }
  /** Of each series of values of the same plots, the means of genotypes in their order. */
  means: {
    input: { plots: readonly DesignPlot[]; genotypes: readonly string[]; series: Values[] }
    output: (number | null)[][]
  }
  genotypes: { input: Compared; output: GenotypeComparison }
  spatial: { input: { plots: FieldPlot[]; compared: readonly string[] }; output: Spatial | null }
  season: {
    input: { days: readonly number[]; plots: (readonly (number | null)[])[]; options: SeasonOptions }
    output: PlotSeason[]
  }
  /** Of each series with one column of the same plots. NaN is no value. */
  associations: {
    input: { column: Float64Array; series: Float64Array[] }
    output: (Association | WhyNoAssociation)[]
  }
  /** Columns of another table beside ours, which are in the order of the plots. */
  comparison: {
    input: { plotIds: readonly string[]; columns: { ours: TableValues; theirs: readonly TableValue[] }[] }
    output: ColumnComparison[]
  }
}
export type ColumnComparison = Comparison & { theirs: TableValues }
export type JobKind = keyof Jobs

type OnProgress = (fraction: number) => void

/** Each is a message to the page. */
const REPORTS_MAX = 100

/** One after the other, and says how far it is. */
function each<Item, Made>(items: readonly Item[], onProgress: OnProgress, make: (item: Item) => Made): Made[] {
  const step = Math.ceil(items.length / REPORTS_MAX)
  return items.map((item, at) => {
    if (at % step === 0) onProgress(at / items.length)
    return make(item)
  })
}

export const JOBS: { [Kind in JobKind]: (input: Jobs[Kind]['input'], onProgress: OnProgress) => Jobs[Kind]['output'] } =
  {
    repeatability: ({ plots, series }, onProgress) =>
      each(series, onProgress, (values) => repeatabilityOf(plotValuesOf(plots, values))),
    means: ({ plots, genotypes, series }, onProgress) =>
      each(series, onProgress, (values) => {
        const { means } = genotypeMeans(plotValuesOf(plots, values))
        const found = new Map(means.map(({ genotype, mean }) => [genotype, mean]))
        return genotypes.map((name) => found.get(name) ?? null)
      }),
    genotypes: compareGenotypes,
    spatial: ({ plots, compared }, onProgress) => {
      const fixed = spatialMeans(plots, { genotypes: 'fixed', compared, onProgress: (done) => onProgress(done / 2) })
      if (!fixed) return null
      const random = spatialMeans(plots, { genotypes: 'random', onProgress: (done) => onProgress(0.5 + done / 2) })
      return { fixed, heritability: random?.heritability ?? null }
    },
    season: ({ days, plots, options }, onProgress) =>
      each(plots, onProgress, (values) => seasonOfPlot({ days, values, options })),
    associations: ({ column, series }, onProgress) => {
      const ours = Array.from(column)
      return each(series, onProgress, (values) => associationOf(ours, Array.from(values)))
    },
    comparison: ({ plotIds, columns }, onProgress) =>
      each(columns, onProgress, ({ ours, theirs: given }) => {
        const numbers = new Map(given.map(({ plotId, value }) => [plotId, typeof value === 'number' ? value : null]))
        const theirs = plotIds.map((plotId) => numbers.get(plotId) ?? null)
        return { ...compareValues(ours, theirs), theirs }
      }),
  }
