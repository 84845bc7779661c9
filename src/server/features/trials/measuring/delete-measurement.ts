import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { progressOfMeasurement } from '../present-trial.ts'
import { loadMeasurement, lockTrial } from '../queries.ts'

/** Deletes a measurement with its values. Others stay whole, because each has its own rows, also of what it took over. */
export async function deleteMeasurement(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { measurementId: id }: { measurementId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { trialId } = await loadMeasurement(trx, actor, id)
    await lockTrial(trx, actor, trialId)
    // Read again: it may have been deleted while the trial was locked by another call.
    const found = await loadMeasurement(trx, actor, id)
    const { plotsVersion, settings, createdAt } = found
    const { state } = await progressOfMeasurement({ db: trx }, found)
    if (state === 'QUEUED' || state === 'RUNNING')
      throw new AppError('conflict', 'This measurement is still running. Wait for it, or cancel it first.')
    await trx.deleteFrom('measurements').where('id', '=', id).execute()
    const before = {
      plotsVersion,
      bufferMetres: settings.bufferMetres,
      mask: settings.mask.method,
      createdTime: createdAt.toISOString(),
    }
    await audit(trx, actor, {
      at: deps.now(),
      action: 'trial.measurement-deleted',
      subject: `trial:${trialId}`,
      before,
    })
  })
}
