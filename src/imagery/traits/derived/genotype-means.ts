// Means of genotypes as they would be in the same treatments, replicates and blocks: best linear unbiased estimates.
import { type Fitted, type GenotypeModel, genotypeModel } from './genotype-model.ts'
import { productOf } from './mixed-equations.ts'
import { fitMixedModel, spreadsOf } from './mixed-model.ts'
import type { PlotValue } from './trial-design.ts'

export type GenotypeMean = {
  genotype: string
  mean: number
  /** Null without an error, as `sd` is of one plot. */
  standardError: number | null
  plots: number
  /** Of its values as they are. */
  sd: number | null
}

export type GenotypeMeans = {
  /** In the order in which genotypes first appear. */
  means: GenotypeMean[]
  fitted: Fitted
  /** Undefined where genotypes have no second plot, or can't be told from other effects: then means are those of plots. */
  error: { variance: number; df: number } | undefined
  /** Of blocks inside of replicates. */
  blockVariance: number
  isSettled: boolean
  /** Of two genotypes by their places. */
  standardErrorOfDifference: (one: number, other: number) => number
  /** Of all pairs; NaN without an error. */
  meanVarianceOfDifference: number
}

/** Values that are not numbers are left out. */
export function genotypeMeans(plots: readonly PlotValue[]): GenotypeMeans {
  const known = plots.filter(({ value }) => Number.isFinite(value))
  return meansOf(known, genotypeModel(known))
}

/** By ordinary least squares, or with blocks, generalised ones by their variances. */
export function meansOf(plots: readonly PlotValue[], of: GenotypeModel): GenotypeMeans {
  const { names, whyApart, errorDf, fitted, origin, usual } = of
  const model = of.modelWith('fixed')
  const fit = whyApart === undefined && errorDf > 0 ? fitMixedModel(model) : undefined
  if (!fit) return plainMeans(plots, names)
  const spreads = spreadsOf(model, fit, usual)
  const level = origin + productOf(usual, fit.ofDesign)
  const plain = plainMeans(plots, names)
  return {
    means: plain.means.map((one, at) => ({
      ...one,
      mean: (fit.ofGenotypes[at] ?? 0) + level,
      standardError: Math.sqrt(fit.error * Math.max(0, spreads.ofMeans[at] ?? 0)),
    })),
    fitted,
    error: { variance: fit.error, df: errorDf },
    blockVariance: fit.variances[0] ?? 0,
    isSettled: fit.isSettled,
    standardErrorOfDifference: (one, other) => Math.sqrt(fit.error * spreads.ofDifference(one, other)),
    meanVarianceOfDifference: fit.error * spreads.meanOfDifferences,
  }
}

function plainMeans(plots: readonly PlotValue[], names: readonly string[]): GenotypeMeans {
  const values = Map.groupBy(plots, ({ genotype }) => genotype)
  return {
    means: names.map((genotype) => {
      const own = values.get(genotype) ?? []
      const mean = own.reduce((sum, { value }) => sum + value, 0) / own.length
      const squares = own.reduce((sum, { value }) => sum + (value - mean) ** 2, 0)
      const sd = own.length > 1 ? Math.sqrt(squares / (own.length - 1)) : null
      return { genotype, mean, standardError: null, plots: own.length, sd }
    }),
    fitted: { treatments: 1, replicates: 1, blocks: 0 },
    error: undefined,
    blockVariance: 0,
    isSettled: true,
    standardErrorOfDifference: () => Number.NaN,
    meanVarianceOfDifference: Number.NaN,
  }
}
