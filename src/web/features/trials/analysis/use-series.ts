import { useMemo } from 'react'
import type { Workspace } from '../workspace/workspace.ts'
import { type PlotFacts, plotFactsOf } from './plot-facts.ts'
import type { Series } from './series.ts'

export type SeriesOfTrait = {
  plots: readonly PlotFacts[]
  series: Series
  /** Names the values, for what is computed from them. */
  key: readonly unknown[]
  /** What was left out; empty for nothing. */
  note: string
}

/** The chosen trait of each plot over the flights. */
export function useSeries({ measurement, outlines, trait, stat, scope, dates }: Workspace): SeriesOfTrait {
  const plots = useMemo(() => plotFactsOf(outlines.plots), [outlines])
  const series = useMemo(
    () => plots.map((_, at) => dates.map(({ values }) => values[at] ?? null)),
    // The values of a measurement never change, but their objects are made anew on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [plots, measurement.measurementId, trait.trait, stat, scope, dates.length],
  )
  return { plots, series, key: [measurement.measurementId, trait.trait, stat, scope], note: '' }
}
