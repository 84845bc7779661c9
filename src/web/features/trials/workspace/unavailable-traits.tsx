import { Disclosure } from './disclosure.tsx'
import type { Measurement } from './workspace.ts'

/** The traits that the maps did not allow, each with the reason and, where it is not so on all, the dates. */
export function UnavailableTraits({
  unavailable,
  flights,
  isOpen,
}: Pick<Measurement, 'unavailable'> & { flights: number; isOpen: boolean }) {
  if (unavailable.length === 0) return null
  const byReason = Map.groupBy(
    unavailable,
    ({ reason, dates }) => `${reason} ${dates.length < flights ? `(${dates.join(', ')})` : ''}`,
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
    </Disclosure>
  )
}
