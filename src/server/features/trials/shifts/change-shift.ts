import { dateText } from '#domain/dates.ts'
import type { Actor } from '../../../actor.ts'
import type { Database, TrialFlight } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { conflict } from '../flights/check-layers.ts'
import { flightsOf, lockFlight } from '../queries.ts'
import { stalenessOf } from './hash-of-map.ts'

/** Moves the plots on a flight by its measured shift. */
export async function applyShift(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialFlightId }: { trialFlightId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { flight } = await lockFlight(trx, actor, trialFlightId)
    const { referenceId, flightMap, shift } = await loadUsableShift(trx, flight)
    await requireOneReference(trx, { flight, referenceId })
    const at = deps.now()
    const values = { referenceId, flightMap, ...shift, authorId: actor.userId, appliedAt: at }
    await trx
      .insertInto('appliedShifts')
      .values({ flightId: flight.id, ...values })
      .onConflict((on) => on.column('flightId').doUpdateSet(values))
      .execute()
    const after = { takenOn: flight.moment, ...shift }
    await audit(trx, actor, { at, action: 'trial.shift-applied', subject: `trial:${flight.trialId}`, after })
  })
}

/** No longer moves the plots on a flight. */
export async function takeBackShift(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialFlightId }: { trialFlightId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { id, moment, trialId } = (await lockFlight(trx, actor, trialFlightId)).flight
    const taken = await trx.deleteFrom('appliedShifts').where('flightId', '=', id).returningAll().executeTakeFirst()
    if (!taken) throw conflict('No shift is applied to this flight')
    const { eastMetres, northMetres } = taken
    const before = { takenOn: moment, eastMetres, northMetres }
    const at = deps.now()
    await audit(trx, actor, { at, action: 'trial.shift-taken-back', subject: `trial:${trialId}`, before })
  })
}

async function loadUsableShift(trx: Database, flight: TrialFlight) {
  const found = await trx.selectFrom('measuredShifts').selectAll().where('flightId', '=', flight.id).executeTakeFirst()
  if (!found?.measured.shift || found.flightMap === null)
    throw conflict('There is no measured shift to apply. Measure shifts first.')
  const isStale = await stalenessOf(trx, await flightsOf(trx, flight.trialId))
  if (isStale(found)) throw conflict('A map has changed since this shift was measured. Measure shifts again.')
  return { referenceId: found.referenceId, flightMap: found.flightMap, shift: found.measured.shift }
}

type Applying = { flight: TrialFlight; referenceId: string }

/** Plots fit the reference as they are: a shift of its own would have to be added to those that are measured against it. */
async function requireOneReference(trx: Database, { flight, referenceId }: Applying): Promise<void> {
  const others = await trx
    .selectFrom('appliedShifts')
    .innerJoin('trialFlights', 'trialFlights.id', 'appliedShifts.flightId')
    .select(['flightId', 'referenceId', 'moment'])
    .where('trialId', '=', flight.trialId)
    .where('flightId', '<>', flight.id)
    .orderBy('moment')
    .execute()
  const other = others.find((one) => one.referenceId !== referenceId)
  if (other)
    throw conflict(
      `The shift of ${dateText(other.moment)} was measured against another reference flight. Take that one back first, or measure against the same flight.`,
    )
}
