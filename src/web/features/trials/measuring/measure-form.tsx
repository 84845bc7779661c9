import { Suspense, useState } from 'react'
import { BUFFER_METRES_MAX, MASK_METHODS, type MaskMethod } from '#domain/trials.ts'
import { lateComponent } from '#web/lib/late-code.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MASK_NAMES, problemOf } from '../messages.ts'
import { standIn } from '../stand-in.tsx'
import { type Trial, useStartMeasurement } from '../trial-queries.ts'

const MASK_OPTIONS = MASK_METHODS.map((value) => ({ value, label: MASK_NAMES[value] }))
const TRAIT_OPTIONS = [
  { value: 'all', label: 'All that the maps allow' },
  { value: 'chosen', label: 'Chosen ones' },
]
const HAS_THRESHOLD: readonly MaskMethod[] = ['exg', 'exgr']

const TraitChoice = lateComponent(
  async () => (await import('./trait-choice.tsx')).TraitChoice,
  standIn('The traits could not be loaded'),
)

type MeasureFormProps = { trial: Trial; isUnderWay: boolean; onStarted: (measurementId: string) => void }

/** Measures all traits that the maps allow, or chosen ones. */
export function MeasureForm({ trial, isUnderWay, onStarted }: MeasureFormProps) {
  const [last] = trial.measurements
  const [buffer, setBuffer] = useState(String(last?.bufferMetres ?? 0))
  const [method, setMethod] = useState<MaskMethod>(last?.mask.method ?? 'exg')
  const [threshold, setThreshold] = useState(last?.mask.threshold == null ? '' : String(last.mask.threshold))
  const [traits, setTraits] = useState<readonly string[] | null>(last?.traits ?? null)
  const start = useStartMeasurement()
  const hasThreshold = HAS_THRESHOLD.includes(method)
  const problems = problemsIn({ buffer, threshold: hasThreshold ? threshold : '', traits })
  const missing = whatIsMissing(trial)
  if (missing) return <p className="text-sm text-muted">{missing}</p>
  return (
    <form
      noValidate
      className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[7rem_minmax(12rem,1fr)_8rem_minmax(12rem,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        if (start.isPending || isUnderWay || Object.values(problems).some(Boolean)) return
        start.mutate(
          {
            trialId: trial.trialId,
            bufferMetres: numberIn(buffer),
            mask: {
              method,
              ...(hasThreshold && threshold.trim() !== '' && { threshold: numberIn(threshold) }),
            },
            ...(traits && { traits: [...traits] }),
          },
          { onSuccess: ({ data }) => onStarted(data.measurementId) },
        )
      }}
    >
      {start.error && (
        <Alert tone="danger" className="sm:col-span-full">
          {problemOf(start.error)}
        </Alert>
      )}
      <TextField
        label="Buffer, m"
        inputMode="decimal"
        value={buffer}
        error={problems.buffer}
        onChange={({ target }) => setBuffer(target.value)}
      />
      <Select
        label="Plants are"
        value={method}
        options={MASK_OPTIONS}
        onChange={({ target }) => setMethod(MASK_METHODS.find((one) => one === target.value) ?? 'exg')}
      />
      {hasThreshold && (
        <TextField
          label="Threshold"
          inputMode="decimal"
          placeholder={method === 'exg' ? '0.1' : '0'}
          value={threshold}
          error={problems.threshold}
          onChange={({ target }) => setThreshold(target.value)}
        />
      )}
      <Select
        label="Traits"
        className="lg:col-start-4"
        value={traits ? 'chosen' : 'all'}
        options={TRAIT_OPTIONS}
        error={problems.traits}
        onChange={({ target }) => setTraits(target.value === 'chosen' ? ['canopyCover'] : null)}
      />
      <Button
        type="submit"
        className="h-11 self-start sm:mt-6.5 lg:col-start-5"
        pending={start.isPending}
        disabled={isUnderWay}
      >
        Measure
      </Button>
      {traits && <ChosenTraits chosen={traits} onChange={setTraits} />}
    </form>
  )
}

type Typed = { buffer: string; threshold: string; traits: readonly string[] | null }

const problemsIn = ({ buffer, threshold, traits }: Typed) => ({
  buffer: numberIn(buffer) >= 0 && numberIn(buffer) <= BUFFER_METRES_MAX ? undefined : `From 0 to ${BUFFER_METRES_MAX}`,
  threshold: Number.isNaN(numberIn(threshold)) ? 'Type a number' : undefined,
  traits: traits?.length === 0 ? 'Choose a trait' : undefined,
})

type ChosenTraitsProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void }

const ChosenTraits = (props: ChosenTraitsProps) => (
  <div className="sm:col-span-full">
    <Suspense fallback={<Skeleton className="h-60 w-full" />}>
      <TraitChoice {...props} />
    </Suspense>
  </div>
)

/** Of what was typed, with a point or a comma. */
const numberIn = (text: string): number => Number(text.trim().replace(',', '.'))

function whatIsMissing({ flights, plotVersions }: Trial): string | undefined {
  if (flights.length === 0 && plotVersions.length === 0) return 'Add a flight and import the plots first.'
  if (flights.length === 0) return 'Add a flight first.'
  return plotVersions.length === 0 ? 'Import the plots first.' : undefined
}
