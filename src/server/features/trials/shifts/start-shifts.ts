import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { isUnended } from '../../../adapters/queue/work.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { flightsOf, lockTrial } from '../queries.ts'
import { measureShiftsJob } from './measure-shifts-job.ts'
import { loadShiftRun } from './shift-runs.ts'

/** Starts measuring how far each flight of a trial lies from a reference flight. */
export async function startShifts(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { trialId, referenceFlightId }: BodyOf<'measureShifts'>,
): Promise<void> {
  const id = randomUUID()
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    await lockTrial(trx, actor, trialId)
    const flights = await flightsOf(trx, trialId)
    if (flights.length < 2)
      throw new AppError('conflict', 'Shifts are measured between flights. Add a second flight first.')
    const reference = flights.find((flight) => referenceFlightId === undefined || flight.id === referenceFlightId)
    if (!reference) throw new AppError('not-found', 'The reference flight is not one of this trial')
    const before = await loadShiftRun(trx, trialId)
    if (before && isUnended(before))
      throw new AppError('conflict', 'The shifts of this trial are being measured already. Wait, or cancel it first.')
    await trx.deleteFrom('shiftRuns').where('trialId', '=', trialId).execute()
    await trx
      .insertInto('shiftRuns')
      .values({ id, trialId, referenceId: reference.id, authorId: actor.userId, createdAt: at })
      .execute()
    await deps.queue.enqueue(trx, measureShiftsJob, { runId: id })
    const after = { reference: reference.moment }
    await audit(trx, actor, { at, action: 'trial.shifts-started', subject: `trial:${trialId}`, after })
  })
}
