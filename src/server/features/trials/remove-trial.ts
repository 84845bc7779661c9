import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { removeFlightFiles } from '../files/remove-flight-files.ts'
import { fileIdsOf } from './flights/maps-of-customer.ts'
import { measureTrialJob } from './measuring/measure-trial-job.ts'
import { flightsOf, unendedMeasurement } from './queries.ts'
import { measureShiftsJob } from './shifts/measure-shifts-job.ts'
import { loadShiftRun } from './shifts/shift-runs.ts'

/** Removes a trial with its flights, plots and measurements; its maps stay. The caller has locked it. */
export async function removeTrial(trx: Database, { queue }: Pick<Deps, 'queue'>, trialId: string): Promise<void> {
  const running = await unendedMeasurement(trx, trialId)
  if (running) await queue.cancel(trx, measureTrialJob, running.id)
  const flights = await flightsOf(trx, trialId)
  await removeFlightFiles(trx, { queue }, flights.flatMap(fileIdsOf))
  const shifts = await loadShiftRun(trx, trialId)
  if (shifts) await queue.cancel(trx, measureShiftsJob, shifts.id)
  await trx.deleteFrom('trials').where('id', '=', trialId).execute()
}
