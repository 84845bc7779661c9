import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { isUnended } from '../../adapters/queue/work.ts'
import { audit } from '../../audit.ts'
import { requireStaff } from '../../still-allowed.ts'
import { lockRun } from './queries.ts'
import { optionsOf, queueRun, type StartDeps } from './start-run.ts'

/** Starts a run like one that has ended. Its options stay, unless others or a preset are given. */
export async function restartRun(
  deps: StartDeps,
  actor: Actor,
  { runId: before, preset, options, priority }: BodyOf<'restartRun'>,
): Promise<{ runId: string }> {
  return deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const { run } = await lockRun(trx, before)
    if (isUnended(run)) throw new AppError('conflict', 'This run has not ended yet. Wait for it, or cancel it first.')
    const { analysisId, engine } = run
    const own = options ?? (preset ? {} : run.options)
    const runId = await queueRun(trx, deps, {
      analysisId,
      engine,
      preset: preset ?? (options ? null : run.preset),
      options: await optionsOf(trx, { analysisId, engine, preset }, own),
      priority: priority ?? run.priority,
      startedBy: actor.userId,
      restartedFrom: before,
    })
    await audit(trx, actor, {
      at: deps.now(),
      action: 'processing.restarted',
      subject: `analysis:${analysisId}`,
      after: { engine },
    })
    return { runId }
  })
}
