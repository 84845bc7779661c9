import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { removeFlightFiles } from '../files/remove-flight-files.ts'
import { fileIdsOf } from './flights/maps-of-customer.ts'
import { measureTrialJob } from './measuring/measure-trial-job.ts'
import { flightsOf, lockTrial, unendedMeasurement } from './queries.ts'
import { measureShiftsJob } from './shifts/measure-shifts-job.ts'
import { loadShiftRun } from './shifts/shift-runs.ts'

/** Deletes a trial with its flights, plots and measurements; its maps stay. */
export async function deleteTrial(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { name, crop, plantingDate } = await lockTrial(trx, actor, trialId)
    const running = await unendedMeasurement(trx, trialId)
    if (running) await deps.queue.cancel(trx, measureTrialJob, running.id)
    const flights = await flightsOf(trx, trialId)
    await removeFlightFiles(trx, deps, flights.flatMap(fileIdsOf))
    const shifts = await loadShiftRun(trx, trialId)
    if (shifts) await deps.queue.cancel(trx, measureShiftsJob, shifts.id)
    await trx.deleteFrom('trials').where('id', '=', trialId).execute()
    const before = { name, crop, plantingDate }
    await audit(trx, actor, { at: deps.now(), action: 'trial.deleted', subject: `trial:${trialId}`, before })
  })
}
