import { useView } from '#web/lib/view.ts'
import { latePart } from '../late-part.tsx'
import type { Trial } from '../trial-queries.ts'

const EditFlightDialog = latePart(
  async () => (await import('./edit-flight-dialog.tsx')).EditFlightDialog,
  'The dialog could not be loaded',
)

const BareGround = latePart(
  async () => (await import('./bare-ground.tsx')).BareGround,
  'The bare ground could not be loaded',
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
