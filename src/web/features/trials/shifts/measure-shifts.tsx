import { useState } from 'react'
import { queueText } from '#web/lib/queue-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { CancelButton } from '../cancel-button.tsx'
import { FlightSelect } from '../flight-select.tsx'
import { problemOf } from '../messages.ts'
import { isUnderWay, type Trial } from '../trial-queries.ts'
import { type Shifts, useCancelShifts, useMeasureShifts } from './shift-queries.ts'

type MeasureShiftsProps = { trial: Trial; run: Shifts['run'] }

/** Measures how far the maps of all flights lie from that of a chosen one. */
export function MeasureShifts({ trial: { trialId, flights }, run }: MeasureShiftsProps) {
  const [chosen, setChosen] = useState<string>()
  const measure = useMeasureShifts(trialId)
  const cancel = useCancelShifts(trialId)
  const used = flights.find(({ trialFlightId }) => trialFlightId === (chosen ?? run?.referenceFlightId)) ?? flights[0]
  const error = measure.error ?? cancel.error
  if (run && isUnderWay(run.state))
    return (
      <div className="flex w-full flex-col gap-3">
        <p className="text-sm">{run.state === 'QUEUED' ? queueText(run.ahead) : 'Comparing the maps…'}</p>
        <ProgressBar label="Measuring shifts" percent={run.fraction * 100} />
        {error && <Alert tone="danger">{problemOf(error)}</Alert>}
        <CancelButton isPending={cancel.isPending} onCancel={() => cancel.mutate()} />
      </div>
    )
  return (
    <div className="flex w-full flex-col gap-3">
      <p className="max-w-prose text-sm text-muted">
        Maps of two dates rarely lie exactly on one another. Choose the flight that the plots fit best. How far the
        others are off is measured where the ground is bare. Plots stay where they are until you apply it.
      </p>
      {error && <Alert tone="danger">{problemOf(error)}</Alert>}
      {run?.state === 'FAILED' && (
        <Alert tone="danger" title="The shifts could not be measured">
          {run.reason}
        </Alert>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <FlightSelect
          label="Compare with the flight of"
          className="min-w-44"
          value={used?.trialFlightId ?? ''}
          flights={flights}
          onChoose={setChosen}
        />
        <Button
          variant="secondary"
          className="h-11"
          pending={measure.isPending}
          onClick={() => measure.mutate({ trialId, ...(used && { referenceFlightId: used.trialFlightId }) })}
        >
          Measure shifts
        </Button>
      </div>
    </div>
  )
}
