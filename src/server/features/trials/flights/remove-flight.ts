import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { requireNoHold } from '../../../legal-hold.ts'
import { removeFlightFiles } from '../../files/remove-flight-files.ts'
import { lockFlight } from '../queries.ts'
import { fileIdsOf } from './maps-of-customer.ts'

/** Removes a flight from its trial, with what was measured on it; its maps stay. */
export async function removeTrialFlight(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { trialFlightId: id }: { trialFlightId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { flight, trial } = await lockFlight(trx, actor, id)
    await requireNoHold(trx, trial.accountId)
    const { moment, layers, trialId } = flight
    await removeFlightFiles(trx, deps, fileIdsOf(flight))
    await trx.deleteFrom('trialFlights').where('id', '=', id).execute()
    const before = { takenOn: moment, files: layers.map(({ name }) => name) }
    await audit(trx, actor, { at: deps.now(), action: 'trial.flight-removed', subject: `trial:${trialId}`, before })
  })
}
