import { Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { standIn } from '../stand-in.tsx'
import type { Trial } from '../trial-queries.ts'

const EditFlightDialog = lateComponent(
  async () => (await import('./edit-flight-dialog.tsx')).EditFlightDialog,
  standIn('The dialog could not be loaded'),
)

/** The dialog of the flight that the address names. */
export function EditedFlight({ trial }: { trial: Trial }) {
  const [view, edit] = useEdited()
  const flight = trial.flights.find(({ trialFlightId }) => trialFlightId === view)
  return (
    <Suspense fallback={null}>
      {flight && <EditFlightDialog trial={trial} flight={flight} onClose={() => edit(null)} />}
    </Suspense>
  )
}

/** Opens a flight where it can be mended: its date and its maps. */
export function EditFlightButton({ flight }: { flight: { trialFlightId: string; moment: string } }) {
  const [, edit] = useEdited()
  return (
    <Button variant="secondary" size="small" onClick={() => edit(flight.trialFlightId)}>
      {`Edit the flight of ${flight.moment}`}
    </Button>
  )
}

export function useEdited(): [string | null, (trialFlightId: string | null) => void] {
  const [view, show] = useView()
  return [view.get('flight'), (trialFlightId) => show({ flight: trialFlightId })]
}
