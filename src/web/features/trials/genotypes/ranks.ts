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
