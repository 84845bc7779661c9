import { useMemo } from 'react'
import { useView } from '#web/lib/view.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import { rangeOf } from '../analysis/chart-scale.ts'
import { seasonAxisOf } from '../analysis/season-axis.ts'
import { meanOfPlots } from '../analysis/series.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { useSeries } from '../analysis/use-series.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { GenotypeCharts } from './genotype-charts.tsx'
import { SeasonControls } from './season-controls.tsx'
import { SeasonFigure } from './season-figure.tsx'
import { seasonOptionsOf } from './season-settings.ts'
import { SeasonTable } from './season-table.tsx'
import { TraitCharts } from './trait-charts.tsx'

/** The curves of all plots, and what became of each one between the flights. */
export function SeasonTab(workspace: Workspace) {
  const dates = workspace.dates.filter(({ takenOn }) => takenOn !== null)
  if (dates.length > 0) return <Season {...workspace} dates={dates} />
  return (
    <p className="text-sm text-muted">
      {workspace.trait.name} has no date, so it has no season. Give its column a date to see it here.
    </p>
  )
}

function Season(workspace: Workspace) {
  const { trait, dates } = workspace
  const [view, show] = useView()
  const { plots, series, key, note } = useSeries(workspace)
  const axis = useMemo(() => seasonAxisOf(dates, view.get('axis')), [dates, view])
  const range = useMemo(() => rangeOf(series), [series])
  const trialMean = useMemo(() => meanOfPlots(series, dates.length), [series, dates.length])
  const place = (name: string, otherwise: number) => {
    const found = dates.findIndex(({ flightId }) => flightId === view.get(name))
    return found < 0 ? otherwise : found
  }
  const [from, to, ripe] = [place('from', 0), place('to', dates.length - 1), view.get('ripe')]
  const options = useMemo(
    () => seasonOptionsOf({ trait: trait.trait, axis, trialMean, from, to, ripe }),
    [trait.trait, axis, trialMean, from, to, ripe],
  )
  const analysis = useAnalysis('season', [key, axis.days, options], () => ({
    days: axis.days,
    plots: [...series],
    options,
  }))
  if (!range) return <p className="text-sm text-muted">No plot has a value of this trait.</p>
  const chosen = plots.findIndex(({ plotId }) => plotId === view.get('plot'))
  const genotype = view.get('genotype') ?? plots[chosen]?.genotype ?? null
  return (
    <>
      <SeasonControls workspace={workspace} options={options} />
      {view.get('curves') === 'genotypes' ? (
        <GenotypeCharts {...{ axis, range, plots, series, trialMean, genotype }} unit={trait.unit} />
      ) : view.get('curves') === 'traits' ? (
        <TraitCharts {...{ workspace, plots, chosen, genotype }} />
      ) : (
        <SeasonFigure
          {...{ workspace, axis, range, plots, series, trialMean, genotype, chosen, note }}
          onChoose={(at) => plots[at] && show({ plot: plots[at].plotId })}
        />
      )}
      <AnalysisState label="Computing the season of each plot" analysis={analysis}>
        {(seasons) => <SeasonTable {...{ workspace, axis, options, plots, seasons }} />}
      </AnalysisState>
    </>
  )
}
