import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FlightPlan, measurementPlan } from '#contract/measurement-plan.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { datesText, LAYER_NAMES } from '#domain/trial-words.ts'
import { type MaskMethod, WITH_THRESHOLD } from '#domain/trials.ts'
import { counted } from '#domain/units.ts'
import { isPreviewMethod } from '#imagery/traits/measure/preview-cover.ts'
import { callsOf } from '#web/lib/api.ts'
import { latePart } from '#web/lib/late-part.tsx'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { EditFlightButton } from '../flights/edit-flight-button.tsx'
import { type Trial, trialKey } from '../trial-queries.ts'

const { call } = callsOf(measurementPlan)

const MaskPreview = latePart(
  'The preview could not be loaded',
  async () => (await import('./mask-preview.tsx')).MaskPreview,
  <Skeleton className="h-64 w-full" />,
)

type MeasurementPlanProps = {
  trial: Trial
  /** As they are typed; NaN where it is no number. */
  settings: { method: MaskMethod; threshold: number; bufferMetres: number }
  chosen: readonly string[] | null
  onThreshold: (threshold: number) => void
}

/** What would be measured on which maps, what not, why and what helps, and how long it takes. */
export function MeasurementPlan({ trial, settings, chosen, onThreshold }: MeasurementPlanProps) {
  const { method: mask } = settings
  const [isOpen, setIsOpen] = useState(false)
  const { trialId, flights } = trial
  const plan = useQuery({
    queryKey: [...trialKey(trialId), 'plan', mask, flights.map(({ layers }) => layers.map(({ mapId }) => mapId))],
    queryFn: async ({ signal }) => (await call('planMeasurement', { query: { trialId, mask }, signal })).data,
    staleTime: 0,
  })
  const { data } = plan
  if (plan.error) return <QueryFailed title="What would be measured could not be loaded" query={plan} />
  if (!data) return <Skeleton className="h-20 w-full" />
  const isChosen = (trait: string) => chosen?.includes(trait) ?? true
  const plans = data.flights.map((flight) => onlyChosen(flight, isChosen))
  const problems = plans.filter(({ problem }) => problem !== null)
  return (
    <div className="flex flex-col gap-3 text-sm">
      {problems.map(({ problem, ...flight }) => (
        <Alert
          key={flight.trialFlightId}
          tone="warning"
          title={`Nothing can be measured on ${dateText(flight.moment)}`}
          action={<EditFlightButton flight={flight} />}
        >
          {problem}
        </Alert>
      ))}
      <PlannedTraits plans={plans} />
      <UnplannedTraits plans={plans} />
      {isPreviewMethod(mask) && data.flights.some(({ problem }) => problem === null) && (
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="cursor-pointer py-0.5 font-medium">Look at what counts as plants</summary>
          {isOpen && (
            <div className="mt-3">
              <MaskPreview
                trial={trial}
                plans={data.flights.filter(({ problem }) => problem === null)}
                settings={{ ...settings, method: mask }}
                onThreshold={WITH_THRESHOLD.includes(mask) ? onThreshold : undefined}
              />
            </div>
          )}
        </details>
      )}
      {mask === 'otsu' && (
        <p className="text-muted">The threshold by Otsu is found on all plots of a flight, while they are measured.</p>
      )}
      {data.seconds !== null && (
        <p className="text-muted">
          It takes at most about {durationText(data.seconds)}, going by earlier measurements. What was measured alike
          before is taken over.
        </p>
      )}
    </div>
  )
}

function onlyChosen(flight: FlightPlan, isChosen: (trait: string) => boolean): FlightPlan {
  const only = <Named extends { trait: string }>(traits: readonly Named[]) =>
    traits.filter(({ trait }) => isChosen(trait))
  const layers = flight.layers.map((layer) => ({ ...layer, traits: only(layer.traits) }))
  return {
    ...flight,
    layers: layers.filter(({ traits }) => traits.length > 0),
    unavailable: only(flight.unavailable),
  }
}

/** Flights that are measured alike are named together. */
function PlannedTraits({ plans }: { plans: readonly FlightPlan[] }) {
  const measured = plans.flatMap(({ moment, layers }) => layers.map((layer) => ({ moment, ...layer })))
  const alike = Map.groupBy(measured, ({ kind, traits }) => `${kind} ${traits.map(({ trait }) => trait).join(' ')}`)
  return (
    <ul className="flex flex-col gap-1.5">
      {[...alike].map(([key, layers]) => {
        const [first] = layers
        return (
          first && (
            <li key={key}>
              <details>
                <summary className="cursor-pointer py-0.5">
                  <span className="font-medium">
                    {`${LAYER_NAMES[first.kind]}: ${counted(first.traits.length, 'trait')}`}
                  </span>
                  <span className="text-muted">{` on ${datesText(layers.map(({ moment }) => moment))}`}</span>
                </summary>
                <p className="mt-1 max-w-prose text-muted">{first.traits.map(({ name }) => name).join(', ')}</p>
                <p className="max-w-prose wrap-anywhere text-muted">
                  {`Of ${datesText(layers.map(({ fileName }) => displayName(fileName)))}`}
                </p>
              </details>
            </li>
          )
        )
      })}
    </ul>
  )
}

function UnplannedTraits({ plans }: { plans: readonly FlightPlan[] }) {
  const all = plans.flatMap(({ moment, unavailable }) => unavailable.map((one) => ({ moment, ...one })))
  if (all.length === 0) return null
  const byReason = Map.groupBy(all, ({ reason }) => reason)
  const count = new Set(all.map(({ trait }) => trait)).size
  return (
    <details>
      <summary className="cursor-pointer py-0.5 font-medium">{`Not measured, and why (${count})`}</summary>
      <ul className="mt-1 flex max-w-prose flex-col gap-1.5">
        {[...byReason].map(([reason, traits]) => {
          const dates = [...new Set(traits.map(({ moment }) => moment))]
          return (
            <li key={reason}>
              <span className="font-medium">{[...new Set(traits.map(({ name }) => name))].join(', ')}</span>
              {dates.length < plans.length && ` on ${datesText(dates)}`}: <span className="text-muted">{reason}</span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
