import { useMemo } from 'react'
import { dateText } from '#domain/dates.ts'
import { numberReader } from '#imagery/tables/read-number.ts'
import { useView } from '#web/lib/view.ts'
import { usePhone } from '#web/lib/workbench/use-media.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useExcluded } from '../analysis/use-excluded.ts'
import { problemOf } from '../messages.ts'
import { NewerValues } from '../newer/newer-values.tsx'
import { CommonFlagsNote } from '../workspace/common-flags-note.tsx'
import { useDay } from '../workspace/use-day.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { FormulaColumns } from './columns/formula-columns.tsx'
import { OwnColumns } from './columns/own-columns.tsx'
import { useTableColumns } from './columns/use-table-columns.ts'
import { PlotTable } from './plot-table.tsx'
import { isGroup, type ShownRows } from './rows/groups.ts'
import { pastedValues } from './rows/pasted.ts'
import type { PlotRows } from './rows/plot-row.tsx'
import { RowsShown } from './rows/rows-shown.tsx'
import { SelectionBar } from './rows/selection-bar.tsx'
import { type Changes, useChanges } from './rows/use-changes.ts'
import { useOpenCell } from './rows/use-open-cell.ts'
import { useSelection } from './rows/use-selection.ts'
import { TableActions } from './table-actions.tsx'
import { TableControls } from './table-controls.tsx'
import type { TableColumn } from './table-model.ts'
import { textOfTable } from './table-text.ts'
import { sortIn, useTableRows } from './use-table-rows.ts'
import { useTint } from './use-tint.ts'
import { warningsIn } from './warnings.ts'

/** As on the screen, a point is the decimal mark. 1,234 alone stays a text. */
const readTyped = (text: string) => numberReader(text.includes('.') ? 'point' : undefined)(text)

const Newer = ({ refused, keepTheirs, saveMine }: Changes) =>
  refused && (
    <NewerValues
      newer={refused.newer}
      onKeepTheirs={keepTheirs}
      onSaveMine={() => void saveMine().catch((error: unknown) => toast.error(problemOf(error)))}
    />
  )

/** The trait of all plots on each date, or all traits on one date. */
export function TableTab(workspace: Workspace) {
  const { title, trial, plots, trait } = workspace
  const [view, show] = useView()
  const flight = trial.flights.find(({ moment }) => moment === view.get('columns'))
  const { columns: known, computed, own, all } = useTableColumns(workspace, flight)
  const day = useDay(workspace)
  const openColumn = flight ? trait.trait : day?.date
  const columns = usePhoneColumns(known, openColumn)
  const excluded = useExcluded(trial.trialId)
  const changes = useChanges(trial.trialId)
  const sort = sortIn(view.get('sort'))
  const { rows, groups, count, folded, problems } = useTableRows({ plots, columns, excluded })
  const warnings = useMemo(() => warningsIn(columns, plots.length), [columns, plots])
  const { selected, select, selectAll, clear } = useSelection(() =>
    rows.flatMap((row) => (isGroup(row) ? [] : (plots[row]?.plotId ?? []))),
  )
  const open = useOpenCell(workspace, columns)
  const tint = useTint(workspace)
  const typing = typingIn({ plots, columns, rows }, changes)
  return (
    <div className="flex flex-col gap-2">
      <Newer {...changes} />
      <div className="flex flex-wrap items-center gap-2">
        <div className="contents max-md:relative max-md:flex max-md:w-full max-md:gap-2 max-md:overflow-x-auto max-md:*:shrink-0">
          <TableControls
            flights={trial.flights}
            date={flight?.moment}
            warnings={warnings}
            hasGenotypes={columns.some(({ id }) => id === 'genotype')}
          />
          <TableActions
            {...{ plots, changes, computed, trial }}
            tableText={() => textOfTable({ plots, columns, rows, excluded })}
          />
        </div>
        <RowsShown {...{ count, groups, folded, problems }} of={plots.length} />
      </div>
      <CommonFlagsNote
        of={columns.map(({ title: name, commonFlags = [] }) => ({ name, common: commonFlags }))}
        plots={plots.length}
      />
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
          label={flight ? `All traits on ${dateText(flight.moment)}` : `${title} of all plots`}
          plots={plots}
          columns={columns}
          rows={rows}
          folded={folded}
          sort={sort}
          onSort={({ id, isDown }) => show({ sort: isDown ? `-${id}` : id })}
          chosen={view.get('plot')}
          onChoose={(plotId) => show({ plot: plotId })}
          openColumn={openColumn}
          onOpen={open}
          selected={selected}
          onSelect={select}
          onSelectAll={selectAll}
          excluded={excluded}
          tintOf={flight ? undefined : tint}
          {...typing}
        />
      )}
      {count === 0 && <p className="text-sm text-muted">No plot is like that. Change the filters above.</p>}
      <OwnColumns trialId={trial.trialId} columns={own} />
      <FormulaColumns trialId={trial.trialId} computed={computed} />
    </div>
  )
}

/** On a phone the value that is looked at comes first, as two columns are what there is room for. */
function usePhoneColumns(columns: readonly TableColumn[], first: string | undefined): readonly TableColumn[] {
  const isPhone = usePhone()
  return useMemo(
    () => (isPhone ? columns.toSorted((a, b) => Number(b.id === first) - Number(a.id === first)) : columns),
    [isPhone, columns, first],
  )
}

/** What people type and paste into cells. */
const typingIn = (shown: ShownRows, changes: Changes): Pick<PlotRows, 'onType' | 'onPaste'> => ({
  onType: ({ name, takenOn, values }, plotId, text) => {
    const value = text === '' ? null : readTyped(text)
    const seen = values.find((one) => one.plotId === plotId)?.value ?? null
    return changes.save([{ name, ...(takenOn !== null && { takenOn }), values: [{ plotId, value, seen }] }])
  },
  onPaste: async (from, text) => {
    const values = pastedValues(text, from, { ...shown, read: readTyped })
    if (typeof values === 'string') toast.error(values)
    else await changes.save(values)
  },
})
