import { Suspense, useMemo } from 'react'
import type { FlightItem } from '#contract/trials.ts'
import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { lateComponent } from '#web/lib/late-code.tsx'
import { useView } from '#web/lib/view.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { maskPhrase, problemOf, unitText } from '../messages.ts'
import { standIn } from '../stand-in.tsx'
import { type Trial, usePlots, useTraitValues } from '../trial-queries.ts'
import { daysOf } from './days.ts'
import { outlinesOf } from './plot-geometry.ts'
import { datesOf, traitOf, useRecorded } from './recorded.ts'
import { statisticOf } from './statistic-of.ts'
import { TraitControls } from './trait-controls.tsx'
import { inOrder } from './trait-names.ts'
import type { DatedValues, Measurement, Trait, Workspace } from './workspace.ts'
import { WorkspaceTabs } from './workspace-tabs.tsx'

const ValueNotes = lateComponent(
  async () => (await import('./value-notes.tsx')).ValueNotes,
  standIn('What to know of these values could not be loaded'),
)
const UnavailableTraits = lateComponent(
  async () => (await import('./unavailable-traits.tsx')).UnavailableTraits,
  standIn('What could not be measured could not be loaded'),
)

type TrialResultsProps = {
  trial: Trial
  /** Null where only people have recorded something. */
  measurement: Measurement | null
}

/** What people have recorded, and the values of a measurement. */
export function TrialResults({ trial, measurement }: TrialResultsProps) {
  const [view] = useView()
  const { data, error, isFetching, refetch } = useRecorded(trial.trialId)
  const recorded = data?.traits
  const days = useMemo(() => daysOf(trial, recorded ?? []), [trial, recorded])
  const traits = useMemo(
    () => [...(recorded ?? []).map((one) => traitOf(one, days)), ...inOrder(measurement?.measured ?? [])],
    [recorded, days, measurement],
  )
  if (error && !recorded)
    return (
      <LoadFailed title="The own columns could not be loaded" trying={isFetching} onTryAgain={() => void refetch()}>
        {problemOf(error)}
      </LoadFailed>
    )
  if (!data || !recorded) return <Skeleton className="h-80 w-full" />
  // What was measured is shown first, as long as nothing else is asked for.
  const usual = traits.find(({ trait }) => !isRecorded(trait)) ?? traits[0] ?? NO_TRAIT
  const trait = traits.find((one) => one.trait === view.get('trait')) ?? usual
  return (
    <div className="flex flex-col gap-6">
      {trait === NO_TRAIT && (
        <p className="max-w-prose text-sm text-muted">
          {measurement
            ? 'Nothing could be measured on these maps.'
            : 'No trait has values yet. Measure, or add scores and yield to the table.'}
        </p>
      )}
      <ValuesOfTrait {...{ trial, measurement, recorded, traits, days, trait }} recordedKey={data.key} />
      {measurement && <p className="max-w-prose text-sm text-muted">{methodOf(measurement)}</p>}
      {measurement && (
        <Suspense fallback={null}>
          <UnavailableTraits
            unavailable={measurement.unavailable}
            flights={trial.flights}
            isOpen={measurement.measured.length === 0}
          />
        </Suspense>
      )}
    </div>
  )
}

const NO_TRAIT: Trait = {
  trait: '',
  name: 'Plots',
  unit: '',
  formula: null,
  note: null,
  stats: [],
  scopes: [],
  flightIds: [],
}

type ValuesOfTraitProps = TrialResultsProps & Pick<Workspace, 'recorded' | 'recordedKey' | 'traits' | 'days' | 'trait'>

function ValuesOfTrait({ trial, measurement, recorded, recordedKey, traits, days, trait }: ValuesOfTraitProps) {
  const [view] = useView()
  const { stat, scope } = statisticOf(trait, view)
  const flights = trial.flights.filter(({ trialFlightId }) => trait.flightIds.includes(trialFlightId))
  const measuredOn = measurement && !isRecorded(trait.trait) ? flights : NO_FLIGHTS
  const plots = usePlots(trial.trialId, measurement?.plotsVersion ?? trial.plotVersions[0]?.version ?? 0)
  const loaded = useTraitValues(
    { measurementId: measurement?.measurementId ?? '', trait: trait.trait, stat, scope },
    measuredOn.map(({ trialFlightId }) => trialFlightId),
  )
  const outlines = useMemo(() => plots.data && outlinesOf(plots.data.geojson), [plots.data])
  const ofPeople = useMemo(() => {
    const found = recorded.find((one) => one.trait === trait.trait)
    return outlines && found && datesOf(found, outlines.plots, days)
  }, [recorded, trait.trait, outlines, days])
  const measured = measuredOn.flatMap((flight, at) => {
    const data = loaded[at]?.data
    return data ? [{ ...data, date: flight.moment, takenOn: flight.takenOn, shiftNow: flight.shift }] : []
  })
  const failed = [plots, ...loaded].find(({ isError }) => isError)
  const measuredDates = measuredOn.flatMap(({ trialFlightId }, at): DatedValues[] => {
    const data = loaded[at]?.data
    const day = days.find(({ id }) => id === trialFlightId)
    return data && day ? [{ ...day, ...data, flightId: trialFlightId, made: data }] : []
  })
  const dates = ofPeople ?? measuredDates
  return (
    <>
      <TraitControls {...{ traits, trait, stat, scope }} />
      {failed ? (
        <LoadFailed
          title="The values could not be loaded"
          trying={failed.isFetching}
          onTryAgain={() => void failed.refetch()}
        >
          {problemOf(failed.error)}
        </LoadFailed>
      ) : outlines && (ofPeople || dates.length === measuredOn.length) ? (
        <WorkspaceTabs
          {...{ trial, measurement, outlines, recorded, recordedKey, traits, days, trait, stat, scope, flights, dates }}
          title={`${trait.name}${unitText(trait.unit) && `, ${unitText(trait.unit)}`}`}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
      {trait.formula !== null && (
        <p className="max-w-prose text-sm text-muted">
          <span className="font-medium">{trait.trait}</span> = <span className="wrap-anywhere">{trait.formula}</span>.{' '}
          {trait.note}
        </p>
      )}
      <Suspense fallback={null}>
        <ValueNotes {...{ dates, measured, recorded, stat }} trait={trait.trait} plots={outlines?.plots ?? []} />
      </Suspense>
    </>
  )
}

const NO_FLIGHTS: readonly FlightItem[] = []

/** How the values came about. */
function methodOf({ plotsVersion, bufferMetres, mask, softwareVersion }: Measurement): string {
  const threshold = mask.threshold === null ? '' : ` (${mask.threshold})`
  return `Measured on the original maps at full resolution, each pixel by its share in the plot. Plots: version ${plotsVersion}${bufferMetres > 0 ? `, without ${bufferMetres} m at their edges` : ''}. Plants: ${maskPhrase(mask.method, mask.isCleaned)}${threshold}. ${softwareVersion}. A star marks values with a warning.`
}
