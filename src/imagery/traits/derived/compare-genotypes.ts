import { ranksOf } from './correlations.ts'
import {
  type Comparable,
  compareWithCheck,
  type Difference,
  type ErrorRate,
  factorOfPairs,
  lettersOfMeans,
  meanStandardErrorOfDifference,
} from './differences.ts'
import { type GenotypeMeans, genotypeMeans } from './genotype-means.ts'
import type { Fitted } from './genotype-model.ts'
import { type Repeatability, repeatabilityOf, type WhyNone } from './repeatability.ts'
import type { SpatialMeans } from './spatial-means.ts'
import { type DesignPlot, plotValuesOf } from './trial-design.ts'

export type GenotypeRow = {
  genotype: string
  isCheck: boolean
  plots: number
  mean: number
  standardError: number | null
  /** Of the values of its plots as they are. */
  sd: number | null
  /** Above the mean of all, drawn towards it (BLUP). */
  effect: number | null
  adjusted: { mean: number; standardError: number } | null
  /** 1 is the greatest. */
  rank: number | null
  difference: Difference | null
  letters: string | null
}

export type Comparison = {
  rows: GenotypeRow[]
  /** Of the means of plots. */
  fitted: Fitted
  isSettled: boolean
  /** Of the means that are compared; null when no difference counts. */
  errorDf: number | null
  /** Null also where adjusted means are known to differ from the check only. */
  pairs: Pairs | null
  repeatability: Repeatability | WhyNone
}

/** Of pairs, on average: their standard error of a difference, and what a difference must exceed at 5 %. */
export type Pairs = { sed: number; lsd: number; hsd: number }

export type Compared = {
  plots: readonly DesignPlot[]
  values: readonly (number | null)[]
  spatial: SpatialMeans | null
  /** Whether adjusted means are compared, as far as there are any. */
  isAdjusted: boolean
  check: string | null
  rate: ErrorRate
}

/** The genotypes of a trait on a date. */
export function compareGenotypes({ plots, values, spatial, isAdjusted, check, rate }: Compared): Comparison {
  const known = plotValuesOf(plots, values)
  const found = genotypeMeans(known)
  const repeatability = repeatabilityOf(known)
  const effects = typeof repeatability === 'string' ? undefined : repeatability.effects
  const adjusted = new Map(spatial?.means.map((one) => [one.genotype, one]))
  const compared = isAdjusted && spatial ? comparableOf(spatial) : plainOf(found)
  const placeOf = new Map(compared?.means.map(({ genotype }, at) => [genotype, at]))
  const differences = compared && check !== null ? compareWithCheck(compared, check, rate) : undefined
  const letters = compared && lettersOfMeans(compared, rate)
  const ranked = isAdjusted && spatial ? spatial.means : found.means
  const ranks = ranksOf(ranked.map(({ mean }) => -mean))
  const rankOf = new Map(ranked.map(({ genotype }, at) => [genotype, ranks[at] ?? null]))
  const checks = new Set(plots.filter(({ isCheck }) => isCheck).map(({ genotype }) => genotype))
  return {
    rows: found.means.map(({ genotype, mean, standardError, sd, plots: count }) => {
      const place = placeOf.get(genotype) ?? -1
      return {
        genotype,
        isCheck: checks.has(genotype),
        plots: count,
        mean,
        standardError,
        sd,
        effect: effects?.get(genotype) ?? null,
        adjusted: adjusted.get(genotype) ?? null,
        rank: rankOf.get(genotype) ?? null,
        difference: differences?.[place] ?? null,
        letters: letters?.[place] ?? null,
      }
    }),
    fitted: found.fitted,
    isSettled: found.isSettled,
    errorDf: compared?.errorDf ?? null,
    pairs: compared ? pairsOf(compared) : null,
    repeatability,
  }
}

function pairsOf(compared: Comparable): Pairs | null {
  const sed = meanStandardErrorOfDifference(compared)
  if (!Number.isFinite(sed)) return null
  return { sed, lsd: sed * factorOfPairs(compared, 'each'), hsd: sed * factorOfPairs(compared, 'family') }
}

const plainOf = (found: GenotypeMeans): Comparable | undefined => found.error && { ...found, errorDf: found.error.df }

function comparableOf({ means, errorDf, compared, standardErrorsOfDifferences }: SpatialMeans): Comparable {
  const columns = new Map(compared.map((name, at) => [name, at]))
  return {
    means,
    errorDf,
    standardErrorOfDifference: (one, other) => {
      const column = columns.get(means[other]?.genotype ?? '')
      return column === undefined
        ? Number.NaN
        : (standardErrorsOfDifferences[one * compared.length + column] ?? Number.NaN)
    },
  }
}
