import { useMemo } from 'react'
import { DATE_UNIT, dateText } from '#domain/dates.ts'
import { correlation } from '#imagery/traits/derived/correlations.ts'
import { useView } from '#web/lib/view.ts'
import { AnalysisState } from '../analysis/analysis-state.tsx'
import type { TraitValues } from '../analysis/trait-values.ts'
import { useAllValues } from '../analysis/use-all-values.ts'
import { onDate } from '../workspace/days.ts'
import { daysAfterPlanting, noPlanting, withDaysAfterPlanting } from '../workspace/planting.ts'
import { nameOf } from '../workspace/trait-names.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { HeatTable } from './heat-table.tsx'

type TraitCorrelationsProps = {
  workspace: Workspace
  /** Of all plots, the chosen trait on the chosen date. */
  values: readonly (number | null)[]
  date: string
}

/** How each trait on each date goes with the chosen one; once all traits are compared. */
export function TraitCorrelations({ workspace, values, date }: TraitCorrelationsProps) {
  const [view] = useView()
  const isWanted = view.get('traits') === 'all'
  const all = useAllValues(workspace, isWanted)
  const { name, unit } = workspace.trait
  const numbers = useMemo(
    () => (unit === DATE_UNIT ? daysAfterPlanting(workspace, values) : values),
    [workspace, unit, values],
  )
  if (!isWanted) return null
  if (!numbers) return <p className="max-w-prose text-sm">{noPlanting(name)}</p>
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">What goes together</h3>
      <p className="max-w-prose text-sm text-muted">
        Correlation (Pearson) of each trait and date with {workspace.trait.name}
        {onDate(date)}, plot by plot.
      </p>
      <AnalysisState label="Loading all traits" analysis={all}>
        {(found) => (
          <Correlations workspace={workspace} values={numbers} others={withDaysAfterPlanting(workspace, found)} />
        )}
      </AnalysisState>
    </div>
  )
}

type CorrelationsProps = Pick<TraitCorrelationsProps, 'workspace' | 'values'> & { others: readonly TraitValues[] }

function Correlations({ workspace, values, others }: CorrelationsProps) {
  const rows = useMemo(
    () =>
      others.map(({ trait, byDay }) => ({
        id: trait.trait,
        title: nameOf(trait),
        cells: byDay.map((one) => {
          const found = one ? correlation(values, one) : null
          return found && { r: found.r, hint: `${found.n} plots` }
        }),
      })),
    [others, values],
  )
  return (
    <HeatTable
      label="What goes together"
      corner="Trait"
      columns={workspace.days.map(({ id, date }) => ({ id, title: dateText(date) }))}
      rows={rows}
    />
  )
}
