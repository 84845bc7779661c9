import { dateText } from '#domain/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useEdited } from './edited-flight.tsx'

/** Opens a flight where it can be mended: its date and its maps. */
export function EditFlightButton({ flight }: { flight: { trialFlightId: string; moment: string } }) {
  const [, edit] = useEdited()
  return (
    <Button variant="secondary" size="small" onClick={() => edit(flight.trialFlightId)}>
      {`Edit the flight of ${dateText(flight.moment)}`}
    </Button>
  )
}
