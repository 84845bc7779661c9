import { Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { useView } from '#web/lib/view.ts'
import { standIn } from '../stand-in.tsx'
import type { Trial } from '../trial-queries.ts'

const EditFlightDialog = lateComponent(
  async () => (await import('./edit-flight-dialog.tsx')).EditFlightDialog,
  standIn('The dialog could not be loaded'),
)

const BareGround = lateComponent(
  async () => (await import('./bare-ground.tsx')).BareGround,
  standIn('The bare ground could not be loaded'),
)

/** The dialog of the flight that the address names; and what heights are measured from, where a flight has some. */
export function EditedFlight({ trial }: { trial: Trial }) {
  const [view, edit] = useEdited()
  const flight = trial.flights.find(({ trialFlightId }) => trialFlightId === view)
  return (
    <Suspense fallback={null}>
      {trial.flights.some(({ elevation }) => elevation) && <BareGround trial={trial} />}
      {flight && <EditFlightDialog trial={trial} flight={flight} onClose={() => edit(null)} />}
    </Suspense>
  )
}

export function useEdited(): [string | null, (trialFlightId: string | null) => void] {
  const [view, show] = useView()
  return [view.get('flight'), (trialFlightId) => show({ flight: trialFlightId })]
}
