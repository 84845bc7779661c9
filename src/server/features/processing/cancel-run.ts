import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { endWork, isUnended } from '../../adapters/queue/work.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { removeObjectJob } from '../files/remove-object.ts'
import { discard } from './end-run.ts'
import { lockRun, removeProducts } from './queries.ts'

/** Ends a run for good. The job that works on it notices within about a second, and lets the engine take up the next one. */
export async function cancelRun(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { runId }: { runId: string },
): Promise<void> {
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const { run } = await lockRun(trx, runId)
    if (!isUnended(run)) throw new AppError('conflict', 'This run has ended already')
    await endWork(trx, runId, { state: 'CANCELLED', endedAt: at })
    await trx.updateTable('runs').set({ writing: null }).where('id', '=', runId).execute()
    await removeProducts(trx, deps, { runId })
    if (run.writing !== null) await deps.queue.enqueue(trx, removeObjectJob, { key: run.writing })
    if (run.state === 'RUNNING') await discard(trx, deps, run)
    await audit(trx, actor, {
      at,
      action: 'processing.cancelled',
      subject: `analysis:${run.analysisId}`,
      after: { engine: run.engine },
    })
  })
}
