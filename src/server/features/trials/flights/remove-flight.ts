import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { removeFlightFiles } from '../../files/remove-flight-files.ts'
import { lockTrial, trialsOf } from '../queries.ts'
import { selectFlights } from './layers.ts'
import { fileIdsOf } from './maps-of-customer.ts'

const flightNotFound = (): AppError => new AppError('not-found', 'Flight not found')

/** Removes a flight from its trial, with what was measured on it; its maps stay. */
export async function removeTrialFlight(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { trialFlightId: id }: { trialFlightId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const visible = trialsOf(trx, actor).select('trials.id')
    const flight = await selectFlights(trx).where('id', '=', id).where('trialId', 'in', visible).executeTakeFirst()
    if (!flight) throw flightNotFound()
    await lockTrial(trx, actor, flight.trialId)
    await removeFlightFiles(trx, deps, fileIdsOf(flight))
    const { numDeletedRows } = await trx.deleteFrom('trialFlights').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw flightNotFound()
    const { takenOn, layers, trialId } = flight
    const before = { takenOn, files: layers.map(({ name }) => name) }
    await audit(trx, actor, { at: deps.now(), action: 'trial.flight-removed', subject: `trial:${trialId}`, before })
  })
}
