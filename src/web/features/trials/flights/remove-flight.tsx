import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { problemOf } from '../messages.ts'
import { sayAndClose } from '../say-and-close.ts'
import { useRemoveFlight } from './flight-queries.ts'

export function RemoveFlight({ flight, onClose }: { flight: FlightItem; onClose: () => void }) {
  const remove = useRemoveFlight()
  return (
    <ConfirmDialog
      title="Remove this flight?"
      confirmLabel="Remove"
      keepLabel="Keep"
      pending={remove.isPending}
      error={remove.error ? problemOf(remove.error) : undefined}
      onConfirm={() => remove.mutate(flight.trialFlightId, sayAndClose(onClose))}
      onKeep={onClose}
    >
      <p>
        The flight of {dateText(flight.moment)} leaves the trial, with all values that were measured on it. Its maps
        stay.
      </p>
    </ConfirmDialog>
  )
}
