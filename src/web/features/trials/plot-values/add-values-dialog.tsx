import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { JoinedColumn } from '#imagery/plot-values/join-values.ts'
import type { Days } from '#imagery/plot-values/read-values.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import type { OwnValues } from '../field-book-queries.ts'
import { problemOf } from '../messages.ts'
import { usePlotValues } from '../plot-names/use-plot-names.ts'
import { closeSaying } from '../say-and-close.ts'
import { NO_TABLE, TableSource } from '../table-columns/table-source.tsx'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { type ValuesChoices, ValuesColumns } from './values-columns.tsx'
import { ValuesReport } from './values-report.tsx'

type AddValuesDialogProps = {
  trialId: string
  plots: readonly PlotOutline[]
  onSave: (columns: readonly OwnValues[]) => Promise<unknown>
  onClose: () => void
}

const DAYS: readonly { value: Days; label: string }[] = [
  { value: 'together', label: 'One column for each trait, with the latest value of each plot' },
  { value: 'apart', label: 'A column for each trait and day' },
]

/** Scores, yield and the like from a spreadsheet or from Field Book. Each column becomes one of the table. */
export function AddValuesDialog({ trialId, plots, onSave, onClose }: AddValuesDialogProps) {
  const [source, setSource] = useState(NO_TABLE)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [days, setDays] = useState<Days>('together')
  const [choices, setChoices] = useState<ValuesChoices>({})
  const save = useMutation({ mutationFn: onSave })
  const wanted = { trialId, days, choices }
  const { table, found: joined, problem, isFetching } = usePlotValues(source, plots, wanted)
  const isDayOrderMissing = table?.isDayOrderOpen === true && choices.dayOrder === undefined
  const taken = joined?.columns.filter(({ problem: why }, at) => why === undefined && !left.has(at)) ?? []
  return (
    <FormDialog
      title="Add scores and yield"
      size="large"
      onClose={onClose}
      onSubmit={() => save.mutate(taken.map(valuesOf), closeSaying('Values saved', onClose))}
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
          setSource(given)
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
      {joined && (days === 'apart' || joined.columns.some((column) => column.days)) && (
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
      {joined && (
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

const valuesOf = ({ name, unit, takenOn, values }: JoinedColumn): OwnValues => ({ name, unit, takenOn, values })
