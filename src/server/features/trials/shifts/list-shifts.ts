import type { ReplyOf } from '#contract/api.ts'
import { SHIFTS_MAKER } from '#domain/shifts.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { mainMapOf, mapsOfFlights } from '../flights/maps-of-customer.ts'
import { authorName, flightsOf, loadTrial } from '../queries.ts'
import { hashOfMap } from './hash-of-map.ts'
import { loadShiftRun, presentShiftRun } from './shift-runs.ts'

/** The shifts between the flights of a trial, and how far measuring them is. */
export async function listShifts(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<ReplyOf<'listShifts'>['data']> {
  await loadTrial(db, actor, trialId)
  const run = await loadShiftRun(db, trialId)
  const flights = await flightsOf(db, trialId)
  const maps = await mapsOfFlights(db, flights)
  const hashes = new Map(flights.map((flight) => [flight.id, hashOfMap(mainMapOf(flight, maps))]))
  const rows = await db
    .selectFrom('measuredShifts')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredShifts.flightId')
    .selectAll('measuredShifts')
    .select(authorName.as('author'))
    .where('trialId', '=', trialId)
    .orderBy('moment')
    .execute()
  return {
    run: run ? presentShiftRun(run) : null,
    measured: rows.map(({ flightId, referenceId, maker, flightMap, referenceMap, measured, author, measuredAt }) => ({
      trialFlightId: flightId,
      referenceFlightId: referenceId,
      ...measured,
      isStale: maker !== SHIFTS_MAKER || flightMap !== hashes.get(flightId) || referenceMap !== hashes.get(referenceId),
      author: author ?? '',
      measuredTime: measuredAt.toISOString(),
    })),
  }
}
