import { useMemo } from 'react'
import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import type { TraitValues } from '../../analysis/trait-values.ts'
import { useAllValues } from '../../analysis/use-all-values.ts'
import { useOwnColumns } from '../../field-book-queries.ts'
import { splitFlags } from '../../workspace/common-flags.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { identityColumns, ownColumns, type TableColumn } from '../table-model.ts'
import { useFormulaColumns } from './use-formula-columns.ts'

/** What is known of plots, what people typed, what formulas make of it, and the trait on each date, or all traits on one flight. */
export function useTableColumns(workspace: Workspace, flight: FlightItem | undefined) {
  const { trial, plots, days, trait, dates } = workspace
  const all = useAllValues(workspace, flight !== undefined, flight?.trialFlightId)
  const { data: own } = useOwnColumns(trial.trialId)
  const identity = useMemo(() => identityColumns(plots), [plots])
  const typed = useMemo(() => ownColumns(plots, own ?? []), [plots, own])
  const measured = useMemo(
    () =>
      flight
        ? traitsOn(
            days.findIndex(({ id }) => id === flight.trialFlightId),
            flight,
            all.data ?? [],
          )
        : onDates(dates, trait),
    [flight, all.data, days, dates, trait],
  )
  const known = useMemo(() => [...identity, ...typed], [identity, typed])
  const computed = useFormulaColumns(workspace, known)
  const columns = useMemo(() => [...known, ...computed.columns, ...measured], [known, computed.columns, measured])
  return { columns, computed, own: own ?? [], all }
}

/** What people have recorded stands in their columns. */
const onDates = (dates: Workspace['dates'], trait: Workspace['trait']): TableColumn[] =>
  (isRecorded(trait.trait) ? [] : dates).map(({ date, flightId, values, flags, commonFlags }) => ({
    id: date,
    title: dateText(date),
    unit: trait.unit,
    cells: values,
    flags,
    commonFlags,
    flightIds: [flightId],
    opens: { date },
  }))

const traitsOn = (
  at: number,
  { moment: date, trialFlightId }: FlightItem,
  all: readonly TraitValues[],
): TableColumn[] =>
  all.flatMap(({ trait: { trait, unit }, byDay, flags }) => {
    const cells = byDay[at]
    if (!cells || isRecorded(trait)) return []
    const said = splitFlags(flags?.[at] ?? [])
    return [{ id: trait, title: trait, unit, cells, ...said, flightIds: [trialFlightId], opens: { date, trait } }]
  })
