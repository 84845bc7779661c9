import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { JoinedColumn } from '#imagery/plot-values/join-values.ts'
import type { Days } from '#imagery/plot-values/read-values.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import type { OwnValues } from '../field-book-queries.ts'
import { problemOf } from '../messages.ts'
import { isGivenTable, isTooLargeTable, TableSource, TOO_LARGE } from '../plot-names/table-source.tsx'
import { type Source, usePlotValues } from '../plot-names/use-plot-names.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { type ValuesChoices, ValuesColumns } from './values-columns.tsx'
import { ValuesReport } from './values-report.tsx'

type AddValuesDialogProps = {
  trialId: string
  plots: readonly PlotOutline[]
  onSave: (columns: readonly OwnValues[]) => Promise<void>
  onClose: () => void
}

const DAYS: readonly { value: Days; label: string }[] = [
  { value: 'together', label: 'One column for each trait, with the latest value of each plot' },
  { value: 'apart', label: 'A column for each trait and day' },
]

/** Scores, yield and the like from a spreadsheet or from Field Book. Each column becomes one of the table. */
export function AddValuesDialog({ trialId, plots, onSave, onClose }: AddValuesDialogProps) {
  const [source, setSource] = useState<Source>({ file: null, text: '', key: 0 })
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [days, setDays] = useState<Days>('together')
  const [choices, setChoices] = useState<ValuesChoices>({})
  const save = useMutation({ mutationFn: onSave })
  const isTooLarge = isTooLargeTable(source)
  const { data, error, isFetching } = usePlotValues(isTooLarge ? undefined : source, plots, { trialId, days, choices })
  const isGiven = isGivenTable(source)
  const joined = isGiven ? data?.joined : undefined
  const unread = isTooLarge ? TOO_LARGE : error?.message
  const problem = unread ?? (isGiven ? data?.problem : undefined)
  const table = isGiven && unread === undefined ? data?.table : undefined
  const isDayOrderMissing = table?.isDayOrderOpen === true && choices.dayOrder === undefined
  const taken = joined?.columns.filter(({ problem: why }, at) => why === undefined && !left.has(at)) ?? []
  return (
    <FormDialog
      title="Add scores and yield"
      size="large"
      onClose={onClose}
      onSubmit={() =>
        save.mutate(taken.map(valuesOf), {
          onSuccess: () => {
            toast.success('Values saved')
            onClose()
          },
        })
      }
      submitLabel="Save values"
      submitDisabled={taken.length === 0 || isFetching || problem !== undefined || isDayOrderMissing}
      pending={save.isPending}
      lockedWhilePending
      error={save.error ? problemOf(save.error) : undefined}
    >
      <TableSource
        source={source}
        problem={problem}
        hint="Paste a table with a heading: plot_id, or row and column, and a column for each score, such as Yield (kg/ha). What the app Field Book exports, as a database or a table, is read too. Empty cells and NA change nothing."
        onGive={(given) => {
          save.reset()
          setLeft(new Set())
          setDays('together')
          setChoices({})
          setSource({ file: null, text: '', key: source.key + 1, ...given })
        }}
      />
      {table && (
        <ValuesColumns
          table={table}
          choices={choices}
          onChoose={(change) => {
            save.reset()
            setLeft(new Set())
            setChoices({ ...choices, ...change })
          }}
        />
      )}
      {joined && problem === undefined && (days === 'apart' || joined.columns.some((column) => column.days)) && (
        <Select
          label="Traits that were scored on several days"
          value={days}
          options={DAYS}
          onChange={({ target }) => {
            setLeft(new Set())
            setDays(target.value === 'apart' ? 'apart' : 'together')
          }}
        />
      )}
      {joined && problem === undefined && (
        <ValuesReport
          joined={joined}
          count={plots.length}
          left={left}
          onLeave={(at, isLeft) => setLeft(new Set(isLeft ? [...left, at] : [...left].filter((one) => one !== at)))}
        />
      )}
    </FormDialog>
  )
}

const valuesOf = ({ name, unit, takenOn, values }: JoinedColumn): OwnValues => ({
  name,
  ...(unit !== undefined && { unit }),
  ...(takenOn !== undefined && { takenOn }),
  values,
})
