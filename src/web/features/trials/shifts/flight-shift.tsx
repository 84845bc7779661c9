import type { MeasuredShiftItem } from '#contract/shifts.ts'
import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { type Shift, shiftText } from '#domain/shifts.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Problem } from '../problem.tsx'
import type { Trial } from '../trial-queries.ts'
import { useChangeShift } from './shift-queries.ts'

type FlightShiftProps = { trial: Trial; flight: FlightItem; measured: MeasuredShiftItem | undefined }

/** How far the map of a flight lies from its reference, and by how much its plots are moved. */
export function FlightShift({ trial, flight, measured }: FlightShiftProps) {
  const { trialFlightId, moment, shift: applied } = flight
  const change = useChangeShift(trial.trialId)
  if (!measured && !applied) return null
  const does = (what: 'apply' | 'take back') =>
    change.mutate({ does: what, trialFlightId }, { onSuccess: ({ message }) => toast.success(message) })
  const canApply =
    measured?.shift && !measured.isStale && !isSame(applied ?? { eastMetres: 0, northMetres: 0 }, measured.shift)
  return (
    <div className="mt-1.5 flex flex-col gap-1 border-l-2 border-line-strong pl-3">
      {measured && <Measured trial={trial} measured={measured} />}
      {applied && (
        <p>
          {applied.isStale
            ? `A shift of ${shiftText(applied)} is applied, but the map has changed since. Measure shifts again, or take it back.`
            : `Plots are moved by ${shiftText(applied)} on this flight.`}
        </p>
      )}
      <Problem error={change.error} />
      <div className="flex flex-wrap gap-2">
        {canApply && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Apply the shift of ${dateText(moment)}`}
            pending={change.isPending}
            onClick={() => does('apply')}
          >
            Apply
          </Button>
        )}
        {applied && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Take back the shift of ${dateText(moment)}`}
            pending={change.isPending}
            onClick={() => does('take back')}
          >
            Take back
          </Button>
        )}
      </div>
    </div>
  )
}

/** As people read them. */
const isSame = (one: Shift, other: Shift): boolean => shiftText(one) === shiftText(other)

const CONFIDENCES = { good: 'Good', weak: 'Weak' } as const

function Measured({ trial, measured }: { trial: Trial; measured: MeasuredShiftItem }) {
  const { confidence, reason, shift, spreadMetres, agreeing, compared, isStale, referenceFlightId } = measured
  const reference = trial.flights.find(({ trialFlightId }) => trialFlightId === referenceFlightId)?.moment ?? ''
  if (confidence === 'none' || !shift)
    return (
      <p className="text-muted">
        No shift from {dateText(reference)} is known. {reason}
      </p>
    )
  const spread = ((spreadMetres ?? 0) * 100).toFixed(1)
  return (
    <>
      <p className="tabular-nums">
        Shift from {dateText(reference)}: <span className="font-medium">{shiftText(shift)}</span>
      </p>
      <p className="text-muted tabular-nums">
        {CONFIDENCES[confidence]}: {agreeing} of {compared} places agree, half of them within {spread} cm. {reason}
        {isStale && ' A map has changed since. Measure shifts again.'}
      </p>
    </>
  )
}
