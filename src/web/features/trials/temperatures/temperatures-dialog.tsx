import { useState } from 'react'
import type { BodyIn } from '#contract/api.ts'
import { dateText } from '#domain/dates.ts'
import { usualBaseOf } from '#domain/degree-days.ts'
import type { ReadTemperatures, WeatherChoices, WeatherTable } from '#imagery/temperatures/read-temperatures.ts'
import { Button } from '#web/ui/button.tsx'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useNewer } from '../newer/newer-in.ts'
import { SaveDialog } from '../newer/save-dialog.tsx'
import { closeSaying } from '../say-and-close.ts'
import { TableColumns } from '../table-columns/table-columns.tsx'
import { NO_TABLE, type Source, TableSource } from '../table-columns/table-source.tsx'
import { useGivenTable } from '../table-columns/use-given-table.ts'
import { type Trial, useSaveTemperatures } from '../trial-queries.ts'
import type { TemperaturesOrder } from './temperatures-worker.ts'
// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker
import workerAddress from './temperatures-worker.ts?worker&url'

type Body = BodyIn<'saveTemperatures'>
type Unit = TemperaturesOrder['unit']
type TemperaturesDialogProps = {
  trial: Pick<Trial, 'trialId' | 'crop' | 'temperatures'>
  onClose: () => void
}

const ROLES = [
  { value: '', label: 'Nothing' },
  { value: 'date', label: 'Date' },
  { value: 'mean', label: 'Mean of the day' },
  { value: 'min', label: 'Minimum' },
  { value: 'max', label: 'Maximum' },
] as const

const LIMIT_NAMES = { base: 'Base temperature, °C', upper: 'Upper limit, °C', days: 'Days' }

/** Daily temperatures, from which degree-days since planting are summed. */
export function TemperaturesDialog({ trial, onClose }: TemperaturesDialogProps) {
  const { temperatures: kept, crop } = trial
  const usual = usualBaseOf(crop)
  const [source, setSource] = useState(NO_TABLE)
  const [unit, setUnit] = useState<Unit>('celsius')
  const [base, setBase] = useState(String(kept?.base ?? usual ?? ''))
  const [upper, setUpper] = useState(String(kept?.upper ?? ''))
  const save = useSaveTemperatures()
  const { seen, newer } = useNewer(kept?.changedTime ?? null, save.error)
  const [choices, setChoices] = useState<WeatherChoices>({})
  const choose = (change: WeatherChoices) => setChoices({ ...choices, ...change })
  const { isGiven, table, found, problem, isFetching } = useTemperatures(source, unit, choices)
  const days = isGiven ? found?.days : kept?.days
  const limits = { base: numberIn(base), upper: upper.trim() === '' ? null : numberIn(upper) }
  const problems = problemsIn(limits)
  const keep = (temperatures: Body['temperatures']) =>
    save.mutate(
      { trialId: trial.trialId, temperatures, seen: newer?.changedTime ?? seen },
      closeSaying(temperatures ? 'Temperatures saved' : 'Temperatures removed', onClose),
    )
  return (
    <SaveDialog
      title="Temperatures"
      size="large"
      onClose={onClose}
      onSubmit={() => days && keep({ ...limits, days: [...days] })}
      submitLabel="Save temperatures"
      submitDisabled={!days || isFetching || problem !== undefined || Object.values(problems).some(Boolean)}
      saving={save}
      names={LIMIT_NAMES}
      lockedWhilePending
    >
      <TableSource
        source={source}
        problem={problem}
        hint="Paste a table with a line for each day from planting on, with a heading: date, and mean, or min and max. A day counts with the middle of its min and max."
        onGive={(given) => {
          save.reset()
          setChoices({})
          setSource(given)
        }}
      />
      {table && <TableColumns {...{ table, choices }} roles={ROLES} onChoose={choose} />}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Select
          label="Temperatures are in"
          value={unit}
          options={optionsOf({ celsius: '°C', fahrenheit: '°F' })}
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
      {days && problem === undefined && <p className="text-sm">{summaryOf(days, found?.empty ?? 0)}</p>}
      <Method />
      {kept && <RemoveButton onRemove={() => keep(null)} />}
    </SaveDialog>
  )
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

const useTemperatures = (source: Source, unit: Unit, choices: WeatherChoices) =>
  useGivenTable<WeatherTable, ReadTemperatures>(source, {
    key: ['temperatures', unit, choices],
    address: workerAddress,
    order: (given) => ({ source: given, unit, choices }) satisfies TemperaturesOrder,
  })

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
