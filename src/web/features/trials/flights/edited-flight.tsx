import { lateDialog, latePart } from '#web/lib/late-part.tsx'
import { useView } from '#web/lib/view.ts'
import type { Trial } from '../trial-queries.ts'

const EditFlightDialog = lateDialog(async () => (await import('./edit-flight-dialog.tsx')).EditFlightDialog)

const BareGround = latePart(
  'The bare ground could not be loaded',
  async () => (await import('./bare-ground.tsx')).BareGround,
)

/** The dialog of the flight that the address names; and what heights are measured from, where a flight has some. */
export function EditedFlight({ trial }: { trial: Trial }) {
  const [view, edit] = useEdited()
  const flight = trial.flights.find(({ trialFlightId }) => trialFlightId === view)
  return (
    <>
      {trial.flights.some(({ elevation }) => elevation) && <BareGround trial={trial} />}
      {flight && <EditFlightDialog trial={trial} flight={flight} onClose={() => edit(null)} />}
    </>
  )
}

export function useEdited(): [string | null, (trialFlightId: string | null) => void] {
  const [view, show] = useView()
  return [view.get('flight'), (trialFlightId) => show({ flight: trialFlightId })]
}
