import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { isUnended } from '../../adapters/queue/work.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { checkFileJob } from '../files/check-file.ts'
import { payloadOf } from '../files/file-job.ts'
import { lockRun, productsOf } from './queries.ts'

/**
 * Makes the products of a run draft files of the report of their request: the same files, with all that was made of them and
 * stated about them. Changes nothing of those that are attached.
 */
export async function attachProducts(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { runId, description: remarks }: BodyOf<'attachProducts'>,
): Promise<void> {
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const { run } = await lockRun(trx, runId)
    if (isUnended(run)) throw new AppError('conflict', 'This run has not ended yet. Wait for it, or cancel it.')
    const products = await productsOf(trx, [run])
    if (products.length === 0) throw new AppError('conflict', 'This run has no products')
    const unattached = products.filter(({ kind }) => kind === 'PRODUCT')
    for (const [index, file] of unattached.entries()) {
      // A millisecond apart, because files are listed by time.
      const createdAt = new Date(at.getTime() + index)
      await trx
        .updateTable('files')
        .set({ kind: 'REPORT', addedBy: actor.userId, createdAt, remarks })
        .where('id', '=', file.id)
        .execute()
      await deps.queue.enqueue(trx, checkFileJob, payloadOf(file))
    }
    if (unattached.length === 0) return
    await audit(trx, actor, {
      at,
      action: 'processing.attached',
      subject: `analysis:${run.analysisId}`,
      after: { engine: run.engine, files: unattached.map(({ fileName }) => fileName) },
    })
  })
}
