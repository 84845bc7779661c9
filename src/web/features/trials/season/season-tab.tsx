import { useMemo, useState } from 'react'
import { useView } from '#web/lib/view.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import { rangeOf } from '../analysis/chart-scale.ts'
import { seasonAxisOf } from '../analysis/season-axis.ts'
import { meanOfPlots } from '../analysis/series.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { useSeries } from '../analysis/use-series.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { SeasonControls } from './season-controls.tsx'
import { SeasonFigure } from './season-figure.tsx'
import { seasonOptionsOf } from './season-settings.ts'
import { SeasonTable } from './season-table.tsx'
import { SmallMultiples } from './small-multiples.tsx'

/** The curves of all plots, and what became of each one between the flights. */
export function SeasonTab(workspace: Workspace) {
  const { trial, title, trait, flights, dates } = workspace
  const [view, show] = useView()
  const [pointed, setPointed] = useState<number>(-1)
  const { plots, series, key, note } = useSeries(workspace)
  const axis = useMemo(() => seasonAxisOf(flights, view.get('axis')), [flights, view])
  const range = useMemo(() => rangeOf(series), [series])
  const trialMean = useMemo(() => meanOfPlots(series, dates.length), [series, dates.length])
  const place = (name: string, otherwise: number) => {
    const found = flights.findIndex(({ trialFlightId }) => trialFlightId === view.get(name))
    return found < 0 ? otherwise : found
  }
  const options = seasonOptionsOf({
    trait: trait.trait,
    axis,
    trialMean,
    from: place('from', 0),
    to: place('to', dates.length - 1),
    ripe: view.get('ripe'),
  })
  const analysis = useAnalysis('season', [key, axis.days, options], () => ({
    days: axis.days,
    plots: [...series],
    options,
  }))
  if (!range) return <p className="text-sm text-muted">No plot has a value of this trait.</p>
  const chosen = plots.findIndex(({ plotId }) => plotId === view.get('plot'))
  const genotype = view.get('genotype') ?? plots[chosen]?.genotype ?? null
  const choose = (plotId: string | undefined) => plotId !== undefined && show({ plot: plotId })
  return (
    <>
      <SeasonControls workspace={workspace} options={options} />
      {view.get('show') === 'genotypes' ? (
        <SmallMultiples {...{ axis, range, plots, series, trialMean, genotype }} unit={trait.unit} />
      ) : (
        <SeasonFigure
          {...{ workspace, axis, range, plots, series, trialMean, genotype, chosen, pointed, note }}
          onPoint={setPointed}
          onChoose={(at) => choose(plots[at]?.plotId)}
        />
      )}
      <AnalysisState label="Computing the season of each plot" analysis={analysis}>
        {(seasons) => (
          <SeasonTable
            {...{ axis, options, dates, plots, seasons, title }}
            unit={trait.unit}
            fileName={`${trial.name.replace(/[^\p{L}\p{N}-]+/gu, '_')}_${trait.trait}_season.csv`}
            chosen={view.get('plot')}
            onChoose={choose}
            onPoint={(plotId) => setPointed(plots.findIndex((plot) => plot.plotId === plotId))}
          />
        )}
      </AnalysisState>
    </>
  )
}
