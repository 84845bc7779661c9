import { ranksOf } from '#imagery/traits/derived/correlations.ts'
import { genotypeMeans } from '#imagery/traits/derived/genotypes.ts'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { Series } from '../analysis/series.ts'
import { valuesOf } from './compare.ts'

/** Of each date, the means of genotypes in their order; null where a genotype has no value. */
export function meansByDate(
  plots: readonly PlotFacts[],
  series: Series,
  { genotypes, dates }: { genotypes: readonly string[]; dates: number },
): (number | null)[][] {
  return Array.from({ length: dates }, (_, date) =>
    meansOfDate(
      plots,
      series.map((one) => one[date] ?? null),
      genotypes,
    ),
  )
}

export function meansOfDate(
  plots: readonly PlotFacts[],
  values: readonly (number | null)[],
  genotypes: readonly string[],
): (number | null)[] {
  const found = new Map(genotypeMeans(valuesOf(plots, values)).means.map(({ genotype, mean }) => [genotype, mean]))
  return genotypes.map((name) => found.get(name) ?? null)
}

export type Standing = { mean: number; rank: number; of: number; z: number | null; difference: number }

/** Where one of several means stands: its rank from the greatest, and its distance from their mean in standard deviations. */
export function standingOf(means: readonly (number | null)[], at: number): Standing | null {
  const mean = means[at] ?? null
  const known = means.filter((one) => one !== null)
  if (mean === null) return null
  const usual = known.reduce((sum, one) => sum + one, 0) / known.length
  const sd = Math.sqrt(known.reduce((sum, one) => sum + (one - usual) ** 2, 0) / (known.length - 1))
  const ranks = ranksOf(known.map((one) => -one))
  return {
    mean,
    rank: ranks[known.indexOf(mean)] ?? 1,
    of: known.length,
    z: sd > 0 ? (mean - usual) / sd : null,
    difference: mean - usual,
  }
}
