import type { MeasurementItem } from '#contract/measurements.ts'
import { useView } from '#web/lib/view.ts'
import { DeleteMeasurement } from '../measuring/delete-measurement.tsx'
import { maskPhrase } from '../messages.ts'
import { HeightNotes } from './height-notes.tsx'
import { ShiftNotes } from './shift-notes.tsx'
import { UnavailableTraits } from './unavailable-traits.tsx'
import type { MeasuredValues } from './use-workspace.ts'
import { WarningNotes } from './warning-notes.tsx'
import type { Measurement, Workspace } from './workspace.ts'

type MethodTabProps = {
  workspace: Workspace
  measured: readonly MeasuredValues[]
  /** Also one that failed or was cancelled. */
  chosen: MeasurementItem
}

/** How the values came about, and what to know of them. */
export function MethodTab({ workspace, measured, chosen }: MethodTabProps) {
  const [, show] = useView()
  const { trial, measurement, trait, stat, recorded, plots } = workspace
  const heights = measured.flatMap(({ date, takenOn, values, height }) =>
    height ? [{ date, takenOn, values, ...height }] : [],
  )
  return (
    <>
      {trait.formula !== null && (
        <p className="max-w-prose">
          <span className="font-medium">{trait.trait}</span> = <span className="wrap-anywhere">{trait.formula}</span>.{' '}
          {trait.note}
        </p>
      )}
      {measurement && <p className="max-w-prose">{methodOf(measurement)}</p>}
      <WarningNotes dates={measured} />
      <ShiftNotes dates={measured} />
      {heights.length > 0 && <HeightNotes dates={heights} {...{ recorded, stat }} trait={trait.trait} plots={plots} />}
      {measurement && (
        <UnavailableTraits
          unavailable={measurement.unavailable}
          flights={trial.flights}
          isOpen={measurement.measured.length === 0}
        />
      )}
      {chosen.endedTime !== null && (
        <div className="-ml-3">
          <DeleteMeasurement measurement={chosen} onDeleted={() => show({ measurement: null, tab: null })} />
        </div>
      )}
    </>
  )
}

function methodOf({ plotsVersion, bufferMetres, mask, softwareVersion }: Measurement): string {
  const threshold = mask.threshold === null ? '' : ` (${mask.threshold})`
  return `Measured on the original maps at full resolution, each pixel by its share in the plot. Plots: version ${plotsVersion}${bufferMetres > 0 ? `, without ${bufferMetres} m at their edges` : ''}. Plants: ${maskPhrase(mask.method, mask.isCleaned)}${threshold}. ${softwareVersion}. A star marks values with a warning.`
}
