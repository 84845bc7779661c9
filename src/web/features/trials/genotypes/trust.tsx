import { useMemo } from 'react'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { Series } from '../analysis/series.ts'
import { type TraitValues, useAllValues } from '../analysis/use-all-values.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { nameOf } from '../workspace/trait-names.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { TrustTable } from './trust-table.tsx'

type TrustProps = {
  workspace: Workspace
  plots: readonly PlotFacts[]
  series: Series
  seriesKey: readonly unknown[]
  /** The chosen date. */
  date: string
}

/** How repeatable the chosen trait is on each date; on request, all traits. */
export function Trust({ workspace, plots, series, seriesKey, date }: TrustProps) {
  const { trial, measurement, trait, dates } = workspace
  const [view, show] = useView()
  const isAll = view.get('traits') === 'all'
  const all = useAllValues(workspace, isAll)
  const own = useMemo(
    (): TraitValues[] => [
      {
        trait,
        byFlight: trial.flights.map(({ trialFlightId }) => {
          const at = dates.findIndex(({ flightId }) => flightId === trialFlightId)
          return at < 0 ? undefined : series.map((values) => values[at] ?? null)
        }),
      },
    ],
    [trait, trial.flights, dates, series],
  )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isAll ? (
        <AnalysisState label="Loading all traits" analysis={all}>
          {(values) => (
            <TrustOf
              {...{ workspace, plots, date, values }}
              of={[...seriesKey, 'all', view.get('stat'), view.get('scope')]}
            />
          )}
        </AnalysisState>
      ) : (
        <TrustOf {...{ workspace, plots, date }} values={own} of={seriesKey} />
      )}
      {measurement.measured.length > 1 && (
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onClick={() => show({ traits: isAll ? null : 'all' })}
        >
          {isAll ? 'Show this trait only' : 'Compare all traits'}
        </Button>
      )}
    </div>
  )
}

type TrustOfProps = Pick<TrustProps, 'workspace' | 'plots' | 'date'> & {
  values: readonly TraitValues[]
  of: readonly unknown[]
}

function TrustOf({ workspace, plots, date, values, of }: TrustOfProps) {
  const { flights } = workspace.trial
  const [, show] = useView()
  const analysis = useAnalysis('repeatability', of, () => ({ plots, series: measuredOf(values) }))
  return (
    <AnalysisState label="Computing how repeatable the values are" analysis={analysis}>
      {(found) => {
        const next = found.values()
        return (
          <TrustTable
            rows={values.map(({ trait, byFlight }) => ({
              trait: trait.trait,
              name: nameOf(trait),
              found: byFlight.map((one) => one && next.next().value),
            }))}
            flights={flights}
            chosen={{ trait: workspace.trait.trait, date }}
            onChoose={(trait, takenOn) => show({ trait, date: takenOn })}
          />
        )
      }}
    </AnalysisState>
  )
}

/** Trait by trait, the flights that have it. */
const measuredOf = (values: readonly TraitValues[]) =>
  values.flatMap(({ byFlight }) => byFlight.filter((one) => one !== undefined))
