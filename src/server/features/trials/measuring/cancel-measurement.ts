import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { loadMeasurement, lockReadable } from '../queries.ts'
import { measureTrialJob } from './measure-trial-job.ts'

/** Ends a measurement for good. What it has measured is taken over by the next one. */
export async function cancelMeasurement(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { measurementId: id }: { measurementId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { trialId } = await loadMeasurement(trx, actor, id)
    await lockReadable(trx, actor, trialId)
    if (!(await deps.queue.cancel(trx, measureTrialJob, id)))
      throw new AppError('conflict', 'This measurement has ended already')
    await audit(trx, actor, { at: deps.now(), action: 'trial.measurement-cancelled', subject: `trial:${trialId}` })
  })
}
