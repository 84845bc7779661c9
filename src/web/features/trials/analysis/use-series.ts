import { useMemo } from 'react'
import type { Workspace } from '../workspace/workspace.ts'
import { type PlotFacts, plotFactsOf } from './plot-facts.ts'
import type { Series } from './series.ts'
import { useExcluded } from './use-excluded.ts'

export type SeriesOfTrait = {
  plots: readonly PlotFacts[]
  series: Series
  /** Names the values, for what is computed from them. */
  key: readonly unknown[]
  /** What was left out; empty for nothing. */
  note: string
}

/** The chosen trait of each plot over the flights, without what people have excluded. */
export function useSeries({ trial, measurement, outlines, trait, stat, scope, dates }: Workspace): SeriesOfTrait {
  const excluded = useExcluded(trial.trialId)
  const plots = useMemo(() => plotFactsOf(outlines.plots), [outlines])
  const series = useMemo(
    () =>
      plots.map(({ plotId }, at) =>
        dates.map(({ values, flightId }) => (excluded.why(plotId, flightId) ? null : (values[at] ?? null))),
      ),
    // The values of a measurement never change, but their objects are made again on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [plots, measurement.measurementId, trait.trait, stat, scope, dates.length, excluded],
  )
  const left = plots.filter(({ plotId }) => dates.some(({ flightId }) => excluded.why(plotId, flightId))).length
  return {
    plots,
    series,
    key: [measurement.measurementId, trait.trait, stat, scope, excluded.key],
    note: left === 0 ? '' : `${left} excluded ${left === 1 ? 'plot is' : 'plots are'} left out.`,
  }
}
