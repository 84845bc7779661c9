import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { EditFlightButton } from '../flights/edit-flight-button.tsx'
import { Disclosure } from './disclosure.tsx'
import type { Measurement } from './workspace.ts'

/** The traits that the maps did not allow, each with the reason and, where it is not so on all, the dates. */
export function UnavailableTraits({
  unavailable,
  flights,
  isOpen,
}: Pick<Measurement, 'unavailable'> & { flights: readonly FlightItem[]; isOpen: boolean }) {
  if (unavailable.length === 0) return null
  const byReason = Map.groupBy(
    unavailable,
    ({ reason, dates }) => `${reason} ${dates.length < flights.length ? `(${dates.map(dateText).join(', ')})` : ''}`,
  )
  return (
    <Disclosure summary={`Not measured, and why (${unavailable.length})`} isOpen={isOpen}>
      <ul className="flex max-w-prose flex-col gap-1.5">
        {[...byReason].map(([reason, traits]) => (
          <li key={reason}>
            <span className="font-medium">{[...new Set(traits.map(({ trait }) => trait))].join(', ')}:</span>{' '}
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {isOpen && (
        <div className="mt-3 flex flex-wrap gap-2">
          {flights
            .filter(({ moment }) => unavailable.some(({ dates }) => dates.includes(moment)))
            .map((flight) => (
              <EditFlightButton key={flight.trialFlightId} flight={flight} />
            ))}
        </div>
      )}
    </Disclosure>
  )
}
