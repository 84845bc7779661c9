import { useMemo } from 'react'
import type { Workspace } from '../workspace/workspace.ts'
import { type PlotFacts, plotFactsOf } from './plot-facts.ts'
import type { Series } from './series.ts'
import { isLeftOut, useExcluded } from './use-excluded.ts'

export type SeriesOfTrait = {
  plots: readonly PlotFacts[]
  series: Series
  /** Names the values, for what is computed from them. */
  key: readonly unknown[]
  /** What was left out; empty for nothing. */
  note: string
}

/** The chosen trait of each plot over its dates, without what people have excluded. */
export function useSeries(workspace: Workspace): SeriesOfTrait {
  const { trial, measurement, trait, stat, scope, dates } = workspace
  const excluded = useExcluded(trial.trialId)
  const plots = useMemo(() => plotFactsOf(workspace.plots), [workspace.plots])
  const series = useMemo(
    () =>
      plots.map(({ plotId }, at) =>
        dates.map(({ values, flightId }) =>
          isLeftOut(excluded, trait, { plotId, flightId }) ? null : (values[at] ?? null),
        ),
      ),
    [plots, dates, trait, excluded],
  )
  const left = useMemo(
    () =>
      plots.filter(({ plotId }) => dates.some(({ flightId }) => isLeftOut(excluded, trait, { plotId, flightId })))
        .length,
    [plots, dates, trait, excluded],
  )
  return {
    plots,
    series,
    key: [measurement?.measurementId ?? null, trait.trait, stat, scope, excluded.key, workspace.inputsKey],
    note: left === 0 ? '' : `${left} excluded ${left === 1 ? 'plot is' : 'plots are'} left out.`,
  }
}
