import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MeasurementItem } from '#contract/measurements.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { MASK_NAMES, problemOf } from '../messages.ts'
import { sayAndClose } from '../say-and-close.ts'
import { useDeleteMeasurement } from '../trial-queries.ts'

type DeleteMeasurementProps = { measurement: MeasurementItem; onDeleted: () => void }

/** Of one that has ended; a running one is cancelled first. */
export function DeleteMeasurement({ measurement, onDeleted }: DeleteMeasurementProps) {
  const { measurementId, createdTime, bufferMetres, mask, plotsVersion } = measurement
  const [isAsking, setIsAsking] = useState(false)
  const remove = useDeleteMeasurement()
  const leave = () => {
    setIsAsking(false)
    onDeleted()
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        Delete measurement
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this measurement?"
          confirmLabel="Delete"
          keepLabel="Keep"
          pending={remove.isPending}
          error={remove.error ? problemOf(remove.error) : undefined}
          onConfirm={() => remove.mutate(measurementId, sayAndClose(leave))}
          onKeep={() => setIsAsking(false)}
        >
          <p>
            The measurement of <Time at={createdTime} /> is deleted with its values of all traits and dates: plots of
            version {plotsVersion}, buffer {bufferMetres} m, plants by {MASK_NAMES[mask.method].toLowerCase()}.
          </p>
          <p>Flights, plots, maps and other measurements stay as they are.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
