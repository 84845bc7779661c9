import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyIn } from '#contract/api.ts'
import { dateText } from '#domain/dates.ts'
import { usualBaseOf } from '#domain/degree-days.ts'
import type { WeatherChoices } from '#imagery/temperatures/read-temperatures.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { problemOf } from '../messages.ts'
import { useNewer } from '../newer/newer-in.ts'
import { NewerNote } from '../newer/newer-note.tsx'
import { isGivenTable, isTooLargeTable, TableSource, TOO_LARGE } from '../plot-names/table-source.tsx'
import type { Source } from '../plot-names/use-plot-names.ts'
import { runOnce } from '../plots/run-once.ts'
import { type Trial, useSaveTemperatures } from '../trial-queries.ts'
import type { TemperaturesOrder, TemperaturesReport } from './temperatures-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './temperatures-worker.ts?worker&url'
import { WeatherColumns } from './weather-columns.tsx'

type Body = BodyIn<'saveTemperatures'>
type Unit = TemperaturesOrder['unit']
type TemperaturesDialogProps = {
  trial: Pick<Trial, 'trialId' | 'crop' | 'temperatures'>
  onClose: () => void
}

const LIMIT_NAMES = { base: 'Base temperature, °C', upper: 'Upper limit, °C', days: 'Days' }

/** Daily temperatures, from which degree-days since planting are summed. */
export function TemperaturesDialog({ trial, onClose }: TemperaturesDialogProps) {
  const { temperatures: kept, crop } = trial
  const usual = usualBaseOf(crop)
  const [source, setSource] = useState<Source>({ file: null, text: '', key: 0 })
  const [unit, setUnit] = useState<Unit>('celsius')
  const [base, setBase] = useState(String(kept?.base ?? usual ?? ''))
  const [upper, setUpper] = useState(String(kept?.upper ?? ''))
  const save = useSaveTemperatures()
  const { seen, newer } = useNewer(kept?.changedTime ?? null, save.error)
  const [choices, setChoices] = useState<WeatherChoices>({})
  const { isGiven, table, read, problem, isFetching } = useRead(source, unit, choices)
  const days = isGiven ? read?.days : kept?.days
  const limits = { base: numberIn(base), upper: upper.trim() === '' ? null : numberIn(upper) }
  const problems = problemsIn(limits)
  const keep = (temperatures: Body['temperatures']) =>
    save.mutate(
      { trialId: trial.trialId, temperatures, seen: newer?.changedTime ?? seen },
      { onSuccess: () => onSaved(temperatures, onClose) },
    )
  return (
    <FormDialog
      title="Temperatures"
      size="large"
      onClose={onClose}
      onSubmit={() => days && keep({ ...limits, days: [...days] })}
      submitLabel={newer ? 'Save mine' : 'Save temperatures'}
      submitDisabled={!days || isFetching || problem !== undefined || Object.values(problems).some(Boolean)}
      pending={save.isPending}
      lockedWhilePending
      error={save.error && !newer ? problemOf(save.error) : undefined}
    >
      {newer && <NewerNote newer={newer} names={LIMIT_NAMES} />}
      <TableSource
        source={source}
        problem={problem}
        hint="Paste a table with a line for each day from planting on, with a heading: date, and mean, or min and max. A day counts with the middle of its min and max."
        onGive={(given) => {
          save.reset()
          setChoices({})
          setSource({ file: null, text: '', key: source.key + 1, ...given })
        }}
      />
      {table && <WeatherColumns table={table} choices={choices} onChoose={setChoices} />}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Select
          label="Temperatures are in"
          value={unit}
          options={[
            { value: 'celsius', label: '°C' },
            { value: 'fahrenheit', label: '°F' },
          ]}
          onChange={({ target }) => setUnit(target.value === 'fahrenheit' ? 'fahrenheit' : 'celsius')}
        />
        <TextField
          label="Base temperature, °C"
          inputMode="decimal"
          value={base}
          error={problems.base}
          hint={
            usual === undefined
              ? 'Below it the crop doesn’t grow'
              : `Usual for this crop: ${usual}. Below it the crop doesn’t grow`
          }
          onChange={({ target }) => setBase(target.value)}
        />
        <TextField
          label="Upper limit, °C"
          inputMode="decimal"
          value={upper}
          error={problems.upper}
          hint="Warmer days count as this warm. It may be left out"
          onChange={({ target }) => setUpper(target.value)}
        />
      </div>
      {days && problem === undefined && <p className="text-sm">{summaryOf(days, isGiven ? (read?.empty ?? 0) : 0)}</p>}
      <Method />
      {kept && <RemoveButton onRemove={() => keep(null)} />}
    </FormDialog>
  )
}

function onSaved(temperatures: Body['temperatures'], onClose: () => void) {
  toast.success(temperatures ? 'Temperatures saved' : 'Temperatures removed')
  onClose()
}

const Method = () => (
  <p className="text-sm text-muted">
    Degree-days by simple averages: the mean of each day, at most the upper limit, less the base temperature, and never
    below 0, summed from the day of planting to the day before the flight.
  </p>
)

const RemoveButton = ({ onRemove }: { onRemove: () => void }) => (
  <Button variant="quiet" size="small" className="self-start" onClick={onRemove}>
    Remove the temperatures of this trial
  </Button>
)

function useRead(source: Source, unit: Unit, choices: WeatherChoices) {
  const isGiven = isGivenTable(source)
  const isTooLarge = isTooLargeTable(source)
  const { data, error, isFetching } = useQuery({
    queryKey: ['temperatures', source.key, unit, choices],
    queryFn:
      isGiven && !isTooLarge
        ? ({ signal }) =>
            runOnce<TemperaturesReport>(
              workerAddress,
              { source: source.file ?? new Blob([source.text]), unit, choices } satisfies TemperaturesOrder,
              signal,
            )
        : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  return {
    isGiven,
    isFetching,
    table: isGiven && !isTooLarge ? data?.table : undefined,
    read: isGiven ? data?.read : undefined,
    problem: isTooLarge ? TOO_LARGE : (error?.message ?? (isGiven ? data?.problem : undefined)),
  }
}

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

const problemsIn = ({ base, upper }: { base: number; upper: number | null }) => ({
  base: base >= -60 && base <= 60 ? undefined : 'Type a number',
  upper: upper === null || (upper > base && upper <= 60) ? undefined : 'Above the base temperature, or nothing',
})

function summaryOf(days: readonly { date: string; mean: number }[], empty: number): string {
  const dates = days.map(({ date }) => date).toSorted()
  const means = days.map(({ mean }) => mean)
  return [
    `${days.length} days from ${dateText(dates[0] ?? '')} to ${dateText(dates.at(-1) ?? '')}, means from ${Math.min(...means)} to ${Math.max(...means)} °C.`,
    empty > 0 && `${empty} ${empty === 1 ? 'day has' : 'days have'} no temperature.`,
  ]
    .filter(Boolean)
    .join(' ')
}
