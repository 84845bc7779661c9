import { useMemo } from 'react'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { useView } from '#web/lib/view.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { maskPhrase, problemOf, SCOPE_NAMES, STAT_NAMES, unitText } from '../messages.ts'
import { type Trial, usePlots, useTraitValues } from '../trial-queries.ts'
import { HeightNotes } from './height-notes.tsx'
import { outlinesOf } from './plot-geometry.ts'
import { ShiftNotes } from './shift-notes.tsx'
import { statisticOf } from './statistic-of.ts'
import { inOrder, nameOf } from './trait-names.ts'
import { UnavailableTraits } from './unavailable-traits.tsx'
import { WarningNotes } from './warning-notes.tsx'
import type { Measurement, Trait } from './workspace.ts'
import { WorkspaceTabs } from './workspace-tabs.tsx'

type TrialResultsProps = { trial: Trial; measurement: Measurement }

/** The values of a measurement. */
export function TrialResults({ trial, measurement }: TrialResultsProps) {
  const [view] = useView()
  const { measured } = measurement
  const trait = measured.find((one) => one.trait === view.get('trait')) ?? inOrder(measured)[0]
  if (!trait) return <p className="text-sm text-muted">Nothing could be measured on these maps.</p>
  return (
    <div className="flex flex-col gap-6">
      <ValuesOfTrait trial={trial} measurement={measurement} trait={trait} />
      <p className="max-w-prose text-sm text-muted">{methodOf(measurement)}</p>
      <UnavailableTraits unavailable={measurement.unavailable} flights={trial.flights.length} />
    </div>
  )
}

function ValuesOfTrait({ trial, measurement, trait }: TrialResultsProps & { trait: Trait }) {
  const [view, show] = useView()
  const { measured, measurementId, plotsVersion } = measurement
  const usual = mainValueOf(trait.trait)
  const { stat, scope } = statisticOf(trait, view)
  const flights = trial.flights.filter(({ trialFlightId }) => trait.flightIds.includes(trialFlightId))
  const plots = usePlots(trial.trialId, plotsVersion)
  const loaded = useTraitValues(
    { measurementId, trait: trait.trait, stat, scope },
    flights.map(({ trialFlightId }) => trialFlightId),
  )
  const outlines = useMemo(() => plots.data && outlinesOf(plots.data.geojson), [plots.data])
  const failed = [plots, ...loaded].find(({ isError }) => isError)
  const dates = flights.flatMap(({ trialFlightId, takenOn }, at) => {
    const data = loaded[at]?.data
    return data ? [{ flightId: trialFlightId, date: takenOn, ...data }] : []
  })
  return (
    <>
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label="Trait"
          value={trait.trait}
          options={inOrder(measured).map((one) => ({ value: one.trait, label: nameOf(one) }))}
          onChange={({ target }) => show({ trait: target.value })}
        />
        {trait.stats.length > 1 && (
          <Select
            label="Statistic"
            value={stat}
            options={trait.stats.map((value) => ({ value, label: STAT_NAMES[value] }))}
            onChange={({ target }) => show({ stat: target.value === usual.stat ? null : target.value })}
          />
        )}
        {trait.scopes.length > 1 && (
          <Select
            label="Of"
            value={scope}
            options={trait.scopes.map((value) => ({ value, label: SCOPE_NAMES[value] }))}
            onChange={({ target }) => show({ scope: target.value === usual.scope ? null : target.value })}
          />
        )}
      </div>
      {failed ? (
        <LoadFailed
          title="The values could not be loaded"
          trying={failed.isFetching}
          onTryAgain={() => void failed.refetch()}
        >
          {problemOf(failed.error)}
        </LoadFailed>
      ) : outlines && dates.length === flights.length ? (
        <WorkspaceTabs
          {...{ trial, measurement, outlines, trait, stat, scope, flights, dates }}
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
      <WarningNotes dates={dates} />
      <ShiftNotes
        dates={flights.flatMap(({ takenOn: date, shift: now }, at) => {
          const data = loaded[at]?.data
          return data ? [{ date, now, measured: data.shift }] : []
        })}
      />
      <HeightNotes
        dates={flights.map(({ takenOn }, at) => ({ date: takenOn, height: loaded[at]?.data?.height ?? null }))}
      />
    </>
  )
}

/** How the values came about. */
function methodOf({ plotsVersion, bufferMetres, mask, softwareVersion }: Measurement): string {
  const threshold = mask.threshold === null ? '' : ` (${mask.threshold})`
  return `Measured on the original maps at full resolution, each pixel by its share in the plot. Plots: version ${plotsVersion}${bufferMetres > 0 ? `, without ${bufferMetres} m at their edges` : ''}. Plants: ${maskPhrase(mask.method, mask.isCleaned)}${threshold}. ${softwareVersion}. A star marks values with a warning.`
}
