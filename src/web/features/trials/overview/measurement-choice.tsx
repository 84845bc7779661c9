import { useEffect } from 'react'
import { displayName } from '#domain/display-names.ts'
import { queueText } from '#web/lib/queue-text.ts'
import { Time } from '#web/lib/time.tsx'
import { useView } from '#web/lib/view.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { CancelButton } from '../cancel-button.tsx'
import { type Trial, useCancelMeasurement, useTrial } from '../trial-queries.ts'
import type { Measurement } from '../workspace/workspace.ts'

type MeasurementChoiceProps = {
  trial: Trial
  chosen: Trial['measurements'][number]
  /** The same as it is now, once that is known. */
  asked: Measurement | undefined
}

/** Which measurement is shown, and how far it is. */
export function MeasurementChoice({ trial, chosen, asked }: MeasurementChoiceProps) {
  const [, show] = useView()
  const { refetch: loadTrial } = useTrial(trial.trialId)
  const isListOld = asked !== undefined && asked.endedTime !== null && asked.state !== chosen.state
  useEffect(() => {
    if (isListOld) void loadTrial()
  }, [isListOld, loadTrial])
  return (
    <div className="flex flex-col gap-2">
      {trial.measurements.length > 1 ? (
        <Select
          label="Measurement"
          value={chosen.measurementId}
          options={trial.measurements.map(({ measurementId, createdTime, author, bufferMetres, mask }) => ({
            value: measurementId,
            label: `${createdTime.slice(0, 16).replace('T', ' ')} UTC${author && `, ${displayName(author)}`}, buffer ${bufferMetres} m, ${mask.method}`,
          }))}
          onChange={({ target }) => show({ measurement: target.value })}
        />
      ) : (
        <p className="truncate text-note text-muted">
          Measured <Time at={chosen.createdTime} />
          {chosen.author && (
            <>
              {' '}
              by <bdi>{displayName(chosen.author)}</bdi>
            </>
          )}
        </p>
      )}
      {asked && <StateOf measurement={asked} />}
    </div>
  )
}

function StateOf({ measurement }: { measurement: Measurement }) {
  const { state, fraction, ahead, reason, createdTime, measurementId } = measurement
  const cancel = useCancelMeasurement()
  if (state === 'DONE') return null
  if (state === 'FAILED')
    return (
      <Alert tone="danger" title="The measurement failed">
        {reason}
      </Alert>
    )
  if (state === 'CANCELLED')
    return (
      <p className="text-muted">
        The measurement of <Time at={createdTime} /> was cancelled.
      </p>
    )
  return (
    <>
      <p>{state === 'QUEUED' ? queueText(ahead) : 'Measuring all plots on each flight…'}</p>
      <ProgressBar label="Measuring" percent={fraction * 100} />
      <CancelButton isPending={cancel.isPending} onCancel={() => cancel.mutate(measurementId)} />
    </>
  )
}
