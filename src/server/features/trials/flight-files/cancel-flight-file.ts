import type { WantedFlightFile } from '#contract/flight-files.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { lockReadable } from '../queries.ts'
import { loadFlightFile } from './flight-file.ts'
import { flightFileJob, subjectOf } from './flight-file-job.ts'

/** Stops making such a file. One that is there stays. */
export async function cancelFlightFile(
  deps: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  wanted: WantedFlightFile,
): Promise<void> {
  const { measurement, flightId, kind, trait } = await loadFlightFile(deps.db, actor, wanted)
  await deps.db.transaction().execute(async (trx) => {
    await lockReadable(trx, actor, measurement.trialId)
    const subject = subjectOf({ measurementId: measurement.id, flightId, kind, trait })
    await deps.queue.cancel(trx, flightFileJob, subject)
  })
}
