import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { loadMeasurement, lockTrial } from '../queries.ts'
import { measureTrialJob } from './measure-trial-job.ts'

/** Ends a measurement for good. What it has measured is taken over by the next one. */
export async function cancelMeasurement(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { measurementId: id }: { measurementId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { trialId } = await loadMeasurement(trx, actor, id)
    await lockTrial(trx, actor, trialId)
    const at = deps.now()
    const { numUpdatedRows } = await trx
      .updateTable('measurements')
      .set({ state: 'CANCELLED', endedAt: at })
      .where('id', '=', id)
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflict', 'This measurement has ended already')
    await deps.queue.cancel(trx, measureTrialJob, id)
    await audit(trx, actor, { at, action: 'trial.measurement-cancelled', subject: `trial:${trialId}` })
  })
}
