import { ranksOf } from '#imagery/traits/derived/correlations.ts'
import {
  type Comparable,
  compareWithCheck,
  type Difference,
  genotypeMeans,
  lettersOfMeans,
} from '#imagery/traits/derived/genotypes.ts'
import type { SpatialMeans } from '#imagery/traits/derived/spatial-means.ts'
import type { PlotFacts } from '../analysis/plot-facts.ts'

export type GenotypeRow = {
  genotype: string
  isCheck: boolean
  plots: number
  mean: number
  adjusted: { mean: number; standardError: number } | null
  /** 1 is the greatest. */
  rank: number | null
  difference: Difference | null
  letters: string | null
}

export type Comparison = {
  rows: GenotypeRow[]
  /** Replicates whose differences are taken out; 1 when there are none. */
  blocks: number
  /** Degrees of freedom of the error; null when no difference counts. */
  errorDf: number | null
  /** Of all genotypes with the same standard error; null when they differ. */
  lsd: number | null
}

export type Compared = {
  plots: readonly PlotFacts[]
  values: readonly (number | null)[]
  spatial: SpatialMeans | null
  /** Whether adjusted means are compared, as far as there are any. */
  isAdjusted: boolean
  check: string | null
}

/** The genotypes of a trait on a date. */
export function compareGenotypes({ plots, values, spatial, isAdjusted, check }: Compared): Comparison {
  const found = genotypeMeans(valuesOf(plots, values))
  const adjusted = new Map(spatial?.means.map((one) => [one.genotype, one]))
  const compared = isAdjusted && spatial ? comparableOf(spatial) : plainOf(found)
  const names = compared?.means.map(({ genotype }) => genotype) ?? []
  const placeOf = new Map(names.map((name, at) => [name, at]))
  const differences = compared && check !== null ? compareWithCheck(compared, check) : undefined
  const letters = compared && lettersOfMeans(compared)
  const ranked = isAdjusted && spatial ? spatial.means : found.means
  const ranks = ranksOf(ranked.map(({ mean }) => -mean))
  const rankOf = new Map(ranked.map(({ genotype }, at) => [genotype, ranks[at] ?? null]))
  const checks = new Set(plots.filter(({ isCheck }) => isCheck).map(({ genotype }) => genotype))
  const lsds = (differences ?? []).flatMap((one) => (one ? [one.lsd] : []))
  return {
    rows: found.means.map(({ genotype, mean, plots: count }) => {
      const place = placeOf.get(genotype) ?? -1
      return {
        genotype,
        isCheck: checks.has(genotype),
        plots: count,
        mean,
        adjusted: adjusted.get(genotype) ?? null,
        rank: rankOf.get(genotype) ?? null,
        difference: differences?.[place] ?? null,
        letters: letters?.[place] ?? null,
      }
    }),
    blocks: found.blocks,
    errorDf: compared?.errorDf ?? null,
    lsd: lsds.length > 0 && Math.max(...lsds) - Math.min(...lsds) < 1e-9 * Math.max(...lsds) ? (lsds[0] ?? null) : null,
  }
}

/** Of plots that have a genotype and a value. */
export const valuesOf = (plots: readonly PlotFacts[], values: readonly (number | null)[]) =>
  plots.flatMap(({ genotype, block }, at) => {
    const value = values[at] ?? null
    return genotype === null || value === null ? [] : [{ genotype, value, block }]
  })

const plainOf = (found: ReturnType<typeof genotypeMeans>): Comparable | undefined =>
  found.error && { ...found, errorDf: found.error.df }

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
