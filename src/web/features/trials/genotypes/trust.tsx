import { useMemo } from 'react'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { Series } from '../analysis/series.ts'
import type { TraitValues } from '../analysis/trait-values.ts'
import { useAllValues } from '../analysis/use-all-values.ts'
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
  const { traits, days, trait, dates } = workspace
  const [view, show] = useView()
  const isAll = view.get('traits') === 'all'
  const all = useAllValues(workspace, isAll)
  const own = useMemo(
    (): TraitValues[] => [
      {
        trait,
        byDay: days.map(({ id }) => {
          const at = dates.findIndex(({ flightId }) => flightId === id)
          return at < 0 ? undefined : series.map((values) => values[at] ?? null)
        }),
      },
    ],
    [trait, days, dates, series],
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
      {traits.length > 1 && (
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
  const [, show] = useView()
  const analysis = useAnalysis('repeatability', of, () => ({ plots, series: measuredOf(values) }))
  return (
    <AnalysisState label="Computing how repeatable the values are" analysis={analysis}>
      {(found) => {
        const next = found.values()
        return (
          <TrustTable
            rows={values.map(({ trait, byDay }) => ({
              trait: trait.trait,
              name: nameOf(trait),
              found: byDay.map((one) => one && next.next().value),
            }))}
            days={workspace.days}
            chosen={{ trait: workspace.trait.trait, date }}
            onChoose={(trait, on) => show({ trait, date: on })}
          />
        )
      }}
    </AnalysisState>
  )
}

/** Trait by trait, the days that have it. */
const measuredOf = (values: readonly TraitValues[]) =>
  values.flatMap(({ byDay }) => byDay.filter((one) => one !== undefined))
