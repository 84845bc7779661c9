import { useEffect, useRef, useState } from 'react'
import { BUFFER_METRES_MAX, type MaskMethod, USUAL_THRESHOLDS, WITH_THRESHOLD } from '#domain/trials.ts'
import { latePart } from '#web/lib/late-part.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { useFormulas } from '../formulas/formula-queries.ts'
import { problemOf } from '../messages.ts'
import { type Trial, useStartMeasurement } from '../trial-queries.ts'
import { MaskFields, MaskNotes, type TypedMask } from './mask-fields.tsx'
import { masksNotOffered } from './masks-offered.ts'
import { nearInfraredText } from './near-infrared-text.ts'

const TRAIT_OPTIONS = optionsOf({ all: 'All that the maps allow', chosen: 'Chosen ones' })

const TRAITS_LOADING = <Skeleton className="h-60 w-full" />

const TraitChoice = latePart(
  'The traits could not be loaded',
  async () => (await import('./trait-choice.tsx')).TraitChoice,
  TRAITS_LOADING,
)

const MeasurementPlan = latePart(
  'What would be measured could not be shown',
  async () => (await import('./measurement-plan.tsx')).MeasurementPlan,
  <Skeleton className="h-20 w-full" />,
)

type MeasureFormProps = {
  trial: Trial
  isUnderWay: boolean
  /** Settings that were asked for elsewhere on the screen; else those of the newest measurement. */
  proposed: Proposed | undefined
  onStarted: (measurementId: string) => void
}
type Proposed = Pick<Trial['measurements'][number], 'bufferMetres' | 'mask'> & { traits: readonly string[] }

/** Measures all traits that the maps allow, or chosen ones. */
export function MeasureForm({ trial, isUnderWay, proposed, onStarted }: MeasureFormProps) {
  const [newest] = trial.measurements
  const last = proposed ?? newest
  const [buffer, setBuffer] = useState(String(last?.bufferMetres ?? 0))
  const [mask, setMask] = useState<TypedMask>(() => ({
    method: last?.mask.method ?? 'exg',
    threshold: last?.mask.threshold == null ? '' : String(last.mask.threshold),
    isCleaned: last?.mask.isCleaned ?? false,
  }))
  const [traits, setTraits] = useState<readonly string[] | null>(last?.traits ?? null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (proposed) first.current?.focus()
  }, [proposed])
  const start = useStartMeasurement()
  const { method, isCleaned } = mask
  const threshold = WITH_THRESHOLD.includes(method) ? mask.threshold.trim() : ''
  const isOffered = !masksNotOffered(trial.flights).has(method)
  const problems = problemsIn({ buffer, threshold, isOffered, traits })
  const missing = whatIsMissing(trial)
  if (missing) return <p className="text-sm text-muted">{missing}</p>
  return (
    <form
      noValidate
      className="grid items-start gap-4 @md:grid-cols-2 @4xl:grid-cols-[7rem_minmax(12rem,1fr)_8rem_minmax(12rem,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        if (start.isPending || isUnderWay || Object.values(problems).some(Boolean)) return
        start.mutate(
          {
            trialId: trial.trialId,
            bufferMetres: numberIn(buffer),
            mask: {
              method,
              ...(threshold !== '' && { threshold: numberIn(threshold) }),
              ...(isCleaned && method !== 'none' && { isCleaned }),
            },
            ...(traits && { traits: [...traits] }),
          },
          { onSuccess: ({ data }) => onStarted(data.measurementId) },
        )
      }}
    >
      <TextField
        ref={first}
        label="Buffer, m"
        inputMode="decimal"
        value={buffer}
        error={problems.buffer}
        onChange={({ target }) => setBuffer(target.value)}
      />
      <MaskFields flights={trial.flights} {...{ mask, problems }} onChange={setMask} />
      <Select
        label="Traits"
        className="lg:col-start-4"
        value={traits ? 'chosen' : 'all'}
        options={TRAIT_OPTIONS}
        error={problems.traits}
        onChange={({ target }) => setTraits(target.value === 'chosen' ? ['canopyCover'] : null)}
      />
      <MaskNotes flights={trial.flights} mask={mask} onChange={setMask} />
      <NearInfrared flights={trial.flights} />
      <Plan {...{ trial, mask, buffer }} chosen={traits} onChange={setMask} />
      {traits && <ChosenTraits trialId={trial.trialId} chosen={traits} onChange={setTraits} />}
      {start.error && (
        <Alert tone="danger" className="sm:col-span-full">
          {problemOf(start.error)}
        </Alert>
      )}
      <Button
        type="submit"
        className="h-11 self-start lg:col-start-5 lg:row-start-1 lg:mt-6.5"
        pending={start.isPending}
        disabled={isUnderWay}
      >
        Measure
      </Button>
    </form>
  )
}

type PlanProps = {
  trial: Trial
  mask: TypedMask
  buffer: string
  chosen: readonly string[] | null
  onChange: (mask: TypedMask) => void
}

function Plan({ trial, mask, buffer, chosen, onChange }: PlanProps) {
  const { method } = mask
  const settings = {
    method,
    threshold: thresholdOf(method, mask.threshold.trim()),
    bufferMetres: Math.max(0, numberIn(buffer) || 0),
  }
  return (
    <div className="sm:col-span-full">
      <MeasurementPlan
        {...{ trial, settings, chosen }}
        onThreshold={(threshold) => onChange({ ...mask, threshold: String(threshold) })}
      />
    </div>
  )
}

function NearInfrared({ flights }: Pick<Trial, 'flights'>) {
  const text = nearInfraredText(flights)
  return (
    text !== undefined && (
      <Alert tone="warning" className="sm:col-span-full">
        {text}
      </Alert>
    )
  )
}

type Typed = { buffer: string; threshold: string; isOffered: boolean; traits: readonly string[] | null }

const problemsIn = ({ buffer, threshold, isOffered, traits }: Typed) => ({
  buffer: numberIn(buffer) >= 0 && numberIn(buffer) <= BUFFER_METRES_MAX ? undefined : `From 0 to ${BUFFER_METRES_MAX}`,
  method: isOffered ? undefined : 'Not on all of these flights. Choose another one.',
  threshold: Number.isNaN(numberIn(threshold)) ? 'Type a number' : undefined,
  traits: traits?.length === 0 ? 'Choose a trait' : undefined,
})

type ChosenTraitsProps = { trialId: string; chosen: readonly string[]; onChange: (chosen: string[]) => void }

function ChosenTraits({ trialId, ...props }: ChosenTraitsProps) {
  const { data: formulas } = useFormulas(trialId)
  return (
    <div className="sm:col-span-full">{formulas ? <TraitChoice formulas={formulas} {...props} /> : TRAITS_LOADING}</div>
  )
}

/** The usual one where no number is typed. */
const thresholdOf = (method: MaskMethod, typed: string): number => {
  const number = typed === '' ? Number.NaN : numberIn(typed)
  return Number.isNaN(number) && method !== 'none' ? USUAL_THRESHOLDS[method] : number
}

/** Of what was typed, with a point or a comma. */
const numberIn = (text: string): number => Number(text.trim().replace(',', '.'))

function whatIsMissing({ flights, plotVersions }: Trial): string | undefined {
  if (flights.length === 0 && plotVersions.length === 0) return 'Add a flight, and draw or import the plots first.'
  if (flights.length === 0) return 'Add a flight first.'
  return plotVersions.length === 0 ? 'Draw or import the plots first.' : undefined
}
