import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { lockReadable } from '../queries.ts'
import { measureShiftsJob } from './measure-shifts-job.ts'
import { loadShiftRun } from './shift-runs.ts'

/** Ends measuring shifts for good. What is measured stays. */
export async function cancelShifts(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockReadable(trx, actor, trialId)
    const run = await loadShiftRun(trx, trialId)
    if (!run || !(await deps.queue.cancel(trx, measureShiftsJob, run.id)))
      throw new AppError('conflict', 'No shifts are being measured')
    await audit(trx, actor, { at: deps.now(), action: 'trial.shifts-cancelled', subject: `trial:${trialId}` })
  })
}
