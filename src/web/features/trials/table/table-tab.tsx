import { useMemo, useState } from 'react'
import { valueReader } from '#imagery/plot-values/join-values.ts'
import { useView } from '#web/lib/view.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type TraitValues, useAllValues } from '../analysis/use-all-values.ts'
import { useExcluded } from '../analysis/use-excluded.ts'
import { useOwnColumns } from '../field-book-queries.ts'
import { problemOf } from '../messages.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { OwnColumns } from './own-columns.tsx'
import { PlotTable } from './plot-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TableActions } from './table-actions.tsx'
import {
  filtered,
  identityColumns,
  ownColumns,
  type Sort,
  sorted,
  type TableColumn,
  textOfTable,
} from './table-model.ts'
import { useChanges } from './use-changes.ts'
import { useSelection } from './use-selection.ts'

/** The trait of all plots on each date, or all traits on one date. */
export function TableTab(workspace: Workspace) {
  const { title, trial, outlines } = workspace
  const { plots } = outlines
  const [view, show] = useView()
  const flight = trial.flights.find(({ takenOn }) => takenOn === view.get('columns'))
  const all = useAllValues(workspace, flight !== undefined, flight?.trialFlightId)
  const excluded = useExcluded(trial.trialId)
  const [words, setWords] = useState(view.get('filter') ?? '')
  const identity = useMemo(() => identityColumns(plots), [plots])
  const values = flight
    ? traitsOn(trial.flights.indexOf(flight), all.data ?? [], flight.trialFlightId)
    : onDates(workspace)
  const { data: own } = useOwnColumns(trial.trialId)
  const changes = useChanges(trial.trialId)
  const typed = useMemo(() => ownColumns(plots, own ?? []), [plots, own])
  const columns = [...identity, ...typed, ...values]
  const sort = sortIn(view.get('sort'))
  const order = orderOf(workspace, { words, sort, columns })
  const { selected, select, clear } = useSelection(() => order.map((at) => plots[at]?.plotId ?? ''))
  const label = flight ? `All traits on ${flight.takenOn}` : `${title} of all plots`
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label="Columns"
          value={flight?.takenOn ?? ''}
          options={[
            { value: '', label: 'This trait on each date' },
            ...trial.flights.map(({ takenOn }) => ({ value: takenOn, label: `All traits on ${takenOn}` })),
          ]}
          onChange={({ target }) => show({ columns: target.value || null, sort: null })}
        />
        <TextField
          label="Filter plots"
          type="search"
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            show({ filter: target.value || null }, { replace: true })
          }}
        />
        <output className="pb-2 text-sm text-muted tabular-nums">
          {order.length.toLocaleString('en')} of {plots.length.toLocaleString('en')} plots
        </output>
      </div>
      <TableActions plots={plots} changes={changes} tableText={() => textOfTable({ plots, columns, order })} />
      {selected.size > 0 && (
        <SelectionBar trial={trial} plotIds={[...selected]} onExclude={changes.exclude} onClear={clear} />
      )}
      {flight && all.error ? (
        <LoadFailed title="The values could not be loaded" trying={all.isRunning} onTryAgain={all.start}>
          {problemOf(all.error)}
        </LoadFailed>
      ) : flight && !all.data ? (
        <Skeleton className="h-80 w-full" />
      ) : (
        <PlotTable
          label={label}
          plots={plots}
          columns={columns}
          order={order}
          sort={sort}
          onSort={({ id, isDown }) => show({ sort: isDown ? `-${id}` : id })}
          chosen={view.get('plot')}
          onChoose={(plotId) => show({ plot: plotId })}
          selected={selected}
          onSelect={select}
          excluded={excluded}
          onType={({ name, takenOn }, plotId, text) => {
            const value = text === '' ? null : valueReader([text])(text)
            return changes.save([{ name, ...(takenOn !== null && { takenOn }), values: [{ plotId, value }] }])
          }}
        />
      )}
      <OwnColumns trialId={trial.trialId} columns={own ?? []} />
      {order.length === 0 && <p className="text-sm text-muted">No plot has all of these words.</p>}
    </div>
  )
}

const onDates = ({ dates, trait }: Workspace): TableColumn[] =>
  dates.map(({ date, flightId, values, flags }) => ({
    id: date,
    title: date,
    unit: trait.unit,
    cells: values,
    flags,
    flightId,
  }))

const traitsOn = (flight: number, all: readonly TraitValues[], flightId: string): TableColumn[] =>
  all.flatMap(({ trait, byFlight }) => {
    const cells = byFlight[flight]
    return cells ? [{ id: trait.trait, title: trait.trait, unit: trait.unit, cells, flightId }] : []
  })

/** In the address `genotype` is up, `-genotype` down. */
const sortIn = (text: string | null): Sort | null =>
  text ? { id: text.replace(/^-/, ''), isDown: text.startsWith('-') } : null

type Wanted = { words: string; sort: Sort | null; columns: readonly TableColumn[] }

function orderOf({ outlines: { plots } }: Workspace, { words, sort, columns }: Wanted): number[] {
  const cells =
    sort?.id === 'plot' ? plots.map(({ plotId }) => plotId) : columns.find(({ id }) => id === sort?.id)?.cells
  const isCheck = (at: number) => plots[at]?.attributes.entryType?.toUpperCase() === 'CHECK'
  return sorted(filtered(plots, words), cells, { isDown: sort?.isDown ?? false, isCheck })
}
