import { useMemo } from 'react'
import type { FlightItem } from '#contract/trials.ts'
import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { useSameItems } from '#web/lib/use-same-items.ts'
import { useView } from '#web/lib/view.ts'
import { headingText } from '../messages.ts'
import { type Trial, useMeasurement, usePlots, useTraitValues } from '../trial-queries.ts'
import { splitFlags } from './common-flags.ts'
import { daysOf } from './days.ts'
import { outlinesOf } from './plot-geometry.ts'
import { datesOf, traitOf, useRecorded } from './recorded.ts'
import { statisticOf } from './statistic-of.ts'
import { inOrder } from './trait-names.ts'
import { useGreenest } from './use-greenest.ts'
import { type DatedValues, NO_TRAIT, type Values, type Workspace } from './workspace.ts'

/** What is said of the shown values, with their dates. */
export type MeasuredValues = Values & { date: string; takenOn: string | null; shiftNow: FlightItem['shift'] }

type Query = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/**
 * The values that the address asks for: of a measurement, else of the newest one, and what people have recorded. The workspace is null
 * while they are loaded, where `failed` says why they can't be, and without any plot.
 */
export function useWorkspace(trial: Trial) {
  const [view] = useView()
  const wanted = view.get('measurement')
  const chosen = trial.measurements.find(({ measurementId }) => measurementId === wanted) ?? trial.measurements[0]
  const asked = useMeasurement(chosen?.measurementId ?? null)
  const measurement = asked.data?.state === 'DONE' ? asked.data : null
  const own = useRecorded(trial.trialId)
  const recorded = own.data?.traits
  const days = useMemo(() => daysOf(trial, recorded ?? []), [trial, recorded])
  const traits = useMemo(
    () => [...(recorded ?? []).map((one) => traitOf(one, days)), ...inOrder(measurement?.measured ?? [])],
    [recorded, days, measurement],
  )
  // What was measured is shown first, as long as nothing else is asked for.
  const usual = traits.find(({ trait }) => !isRecorded(trait)) ?? traits[0] ?? NO_TRAIT
  const trait = traits.find((one) => one.trait === view.get('trait')) ?? usual
  const statistic = statisticOf(trait, view)
  const plotsVersion = measurement?.plotsVersion ?? trial.plotVersions[0]?.version ?? null
  const values = useValuesOf({ trial, measurement, plotsVersion, recorded, days, trait, statistic })
  const failed = failureOf([
    ['The measurement could not be loaded', chosen && !asked.data ? asked : undefined],
    ['The own columns could not be loaded', own.data ? undefined : own],
    ['The values could not be loaded', values.failed],
  ])
  const isKnown = own.data !== undefined && (!chosen || asked.data !== undefined)
  const { plots, flights, dates, greenest } = values
  const workspace: Workspace | null =
    isKnown && !failed && own.data && recorded && plots && dates && greenest !== undefined
      ? {
          trial,
          measurement,
          plots,
          recorded,
          traits,
          days,
          trait,
          flights,
          dates,
          greenest,
          ...statistic,
          inputsKey: JSON.stringify([own.data.key, plotsVersion, trial.plantingDate]),
          title: headingText(trait.name, trait.unit),
        }
      : null
  return {
    chosen,
    /** The chosen one as it is now, also while it is under way. */
    asked: asked.data,
    workspace,
    failed,
    controls: { measurement, traits, trait, ...statistic },
    measured: values.measured,
  }
}

type Wanted = Pick<Workspace, 'trial' | 'measurement' | 'days' | 'trait'> & {
  plotsVersion: number | null
  recorded: Workspace['recorded'] | undefined
  statistic: Pick<Workspace, 'stat' | 'scope'>
}

const NO_FLIGHTS: readonly FlightItem[] = []

function useValuesOf({ trial, measurement, plotsVersion, recorded, days, trait, statistic }: Wanted) {
  const [view] = useView()
  const flights = useMemo(
    () => trial.flights.filter(({ trialFlightId }) => trait.flightIds.includes(trialFlightId)),
    [trial.flights, trait.flightIds],
  )
  const measuredOn = measurement && !isRecorded(trait.trait) ? flights : NO_FLIGHTS
  const saved = usePlots(trial.trialId, plotsVersion)
  const loaded = useTraitValues(
    { measurementId: measurement?.measurementId ?? '', trait: trait.trait, ...statistic },
    measuredOn.map(({ trialFlightId }) => trialFlightId),
  )
  const loadedValues = useSameItems(loaded.map(({ data }) => data))
  const plots = useMemo(() => saved.data && outlinesOf(saved.data.geojson), [saved.data])
  const ofPeople = useMemo(() => {
    const found = recorded?.find((one) => one.trait === trait.trait)
    return plots && found && datesOf(found, plots, days)
  }, [recorded, trait.trait, plots, days])
  const measured = measuredOn.flatMap((flight, at): MeasuredValues[] => {
    const data = loadedValues[at]
    return data ? [{ ...data, date: flight.moment, takenOn: flight.takenOn, shiftNow: flight.shift }] : []
  })
  const measuredDates = useMemo(
    () =>
      measuredOn.flatMap(({ trialFlightId }, at): DatedValues[] => {
        const data = loadedValues[at]
        const day = days.find(({ id }) => id === trialFlightId)
        if (!data || !day) return []
        return [{ ...day, ...data, ...splitFlags(data.flags), flightId: trialFlightId, made: data }]
      }),
    [measuredOn, loadedValues, days],
  )
  return {
    plots,
    flights,
    measured,
    /** Undefined while they are loaded. */
    dates: ofPeople ?? (measuredDates.length === measuredOn.length ? measuredDates : undefined),
    greenest: useGreenest(measurement, view.has('date')),
    failed: [saved, ...loaded].find(({ isError }) => isError),
  }
}

/** The first that failed. */
function failureOf(queries: readonly (readonly [title: string, query: Query | undefined])[]) {
  for (const [title, query] of queries) if (query?.error) return { title, ...query }
  return undefined
}
