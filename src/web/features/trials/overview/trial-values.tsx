import { useEffect } from 'react'
import { displayName } from '#domain/display-names.ts'
import { queueText } from '#web/lib/queue-text.ts'
import { Time } from '#web/lib/time.tsx'
import { useView } from '#web/lib/view.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { DeleteMeasurement } from '../measuring/delete-measurement.tsx'
import { problemOf } from '../messages.ts'
import { type Trial, useCancelMeasurement, useMeasurement, useTrial } from '../trial-queries.ts'
import { PrintButton } from '../workspace/print-button.tsx'
import { TrialResults } from '../workspace/trial-results.tsx'

/** Of the chosen measurement; without one, what people have recorded. */
export function TrialValues({ trial }: { trial: Trial }) {
  const [view, show] = useView()
  const [newest] = trial.measurements
  const chosen = trial.measurements.find(({ measurementId }) => measurementId === view.get('measurement')) ?? newest
  if (!chosen) return <TrialResults trial={trial} measurement={null} />
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {trial.measurements.length > 1 ? (
          <Select
            label="Measurement"
            className="min-w-0 grow sm:max-w-xl"
            value={chosen.measurementId}
            options={trial.measurements.map(({ measurementId, createdTime, author, bufferMetres, mask }) => ({
              value: measurementId,
              label: `${createdTime.slice(0, 16).replace('T', ' ')} UTC, ${displayName(author)}, buffer ${bufferMetres} m, ${mask.method}`,
            }))}
            onChange={({ target }) => show({ measurement: target.value })}
          />
        ) : (
          <p className="self-center text-sm text-muted">
            Measured <Time at={chosen.createdTime} /> by <bdi>{displayName(chosen.author)}</bdi>
          </p>
        )}
        {chosen.endedTime !== null && (
          <div className="-mr-3 flex gap-1">
            {chosen.state === 'DONE' && <PrintButton />}
            <DeleteMeasurement measurement={chosen} onDeleted={() => show({ measurement: null })} />
          </div>
        )}
      </div>
      <MeasurementOf key={chosen.measurementId} trial={trial} measurementId={chosen.measurementId} />
    </div>
  )
}

function MeasurementOf({ trial, measurementId }: { trial: Trial; measurementId: string }) {
  const { data: measurement, error, isFetching, refetch } = useMeasurement(measurementId)
  const { refetch: loadTrial } = useTrial(trial.trialId)
  const cancel = useCancelMeasurement()
  const listed = trial.measurements.find((one) => one.measurementId === measurementId)
  const isListOld = measurement !== undefined && measurement.endedTime !== null && measurement.state !== listed?.state
  useEffect(() => {
    if (isListOld) void loadTrial()
  }, [isListOld, loadTrial])
  if (error && !measurement)
    return (
      <LoadFailed title="The measurement could not be loaded" trying={isFetching} onTryAgain={() => void refetch()}>
        {problemOf(error)}
      </LoadFailed>
    )
  if (!measurement) return <Skeleton className="h-80 w-full" />
  const { state, fraction, ahead, reason, createdTime } = measurement
  if (state === 'DONE') return <TrialResults trial={trial} measurement={measurement} />
  if (state === 'FAILED')
    return (
      <>
        <Alert tone="danger" title="The measurement failed">
          {reason}
        </Alert>
        <TrialResults trial={trial} measurement={null} />
      </>
    )
  if (state === 'CANCELLED')
    return (
      <>
        <p className="text-sm text-muted">
          The measurement of <Time at={createdTime} /> was cancelled.
        </p>
        <TrialResults trial={trial} measurement={null} />
      </>
    )
  return (
    <div className="flex max-w-xl flex-col gap-3">
      <p className="text-sm">{state === 'QUEUED' ? queueText(ahead) : 'Measuring all plots on each flight…'}</p>
      <ProgressBar label="Measuring" percent={fraction * 100} />
      <Button
        variant="secondary"
        size="small"
        className="self-start"
        pending={cancel.isPending}
        onClick={() => cancel.mutate(measurementId)}
      >
        Cancel
      </Button>
    </div>
  )
}
