import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { SHIFTS_MAKER } from '#domain/shifts.ts'
import type { Database, Schema, TrialFlight } from '../../../adapters/db/schema.ts'
import { mainMapOf, mapsOfFlights, type TrialMap } from '../flights/maps-of-customer.ts'

/** A hash of a map and of what is known of it: a place that is stated otherwise moves all of it. Null of one that can't be used. */
export function hashOfMap(map: Pick<TrialMap, 'sha256' | 'facts'> | undefined): string | null {
  const { sha256 = null, facts = null } = map ?? {}
  if (sha256 === null || !facts?.crs || !facts.transform) return null
  const known = [sha256, facts.crs, facts.transform, facts.bands.map(({ name, role }) => ({ name, role }))]
  return createHash('sha256').update(JSON.stringify(known)).digest('hex')
}

type Measured = Pick<
  Selectable<Schema['measuredShifts']>,
  'flightId' | 'referenceId' | 'maker' | 'flightMap' | 'referenceMap'
>

/** Whether shifts between these flights were measured on other maps than they have now, or in another way. */
export async function stalenessOf(
  db: Database,
  flights: readonly TrialFlight[],
): Promise<(shift: Measured) => boolean> {
  const maps = await mapsOfFlights(db, flights)
  const hashes = new Map(flights.map((flight) => [flight.id, hashOfMap(mainMapOf(flight, maps))]))
  return ({ flightId, referenceId, maker, flightMap, referenceMap }) =>
    maker !== SHIFTS_MAKER || flightMap !== hashes.get(flightId) || referenceMap !== hashes.get(referenceId)
}
