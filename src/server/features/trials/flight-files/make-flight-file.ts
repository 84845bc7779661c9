import type { WantedFlightFile } from '#contract/flight-files.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { requireStorageLeft } from '../../../quota.ts'
import { lockReadable } from '../queries.ts'
import { loadFlightFile } from './flight-file.ts'
import { flightFileJob, subjectOf, workOnFiles } from './flight-file-job.ts'

/** Starts making a file of a flight, or of all. One at a time of a measurement, so that nobody fills the lane. */
export async function makeFlightFile(
  deps: Pick<Deps, 'db' | 'queue'> & WithConfig<'customerQuotaBytes'>,
  actor: Actor,
  wanted: WantedFlightFile,
): Promise<void> {
  const { measurement, flightId, kind, trait } = await loadFlightFile(deps.db, actor, wanted)
  const payload = { measurementId: measurement.id, flightId, kind, trait }
  await deps.db.transaction().execute(async (trx) => {
    const { accountId } = await lockReadable(trx, actor, measurement.trialId)
    await requireStorageLeft(trx, { accountId, quotaBytes: deps.config.customerQuotaBytes })
    const others = await workOnFiles(trx, measurement.id)
    if (others.some(({ subject }) => subject === subjectOf(payload))) return
    if (others.length > 0)
      throw new AppError('conflict', 'Another file of this measurement is being made. Wait for it, or stop it first.')
    await deps.queue.enqueue(trx, flightFileJob, payload)
  })
}
