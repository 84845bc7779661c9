import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { Series } from '../analysis/series.ts'
import { meanOf } from '../analysis/summary.ts'

/** What the plots of a trial have on a date: where 80 % of them lie, their mean, and that of a genotype. Null without a value. */
export type TrialOnDate = { low: number; high: number; mean: number; genotype: number | null } | null

type Of = { plots: readonly PlotFacts[]; series: Series; genotype: string | null | undefined }

const RIM = 0.1

export function seasonOfTrial({ plots, series, genotype }: Of, date: number): TrialOnDate {
  const known = series.flatMap((values) => values[date] ?? []).toSorted((one, other) => one - other)
  const at = (share: number) => known[Math.round(share * (known.length - 1))] ?? 0
  if (known.length === 0) return null
  const same = plots.flatMap((plot, place) =>
    genotype != null && plot.genotype === genotype ? (series[place]?.[date] ?? []) : [],
  )
  return { low: at(RIM), high: at(1 - RIM), mean: meanOf(known), genotype: same.length > 1 ? meanOf(same) : null }
}
