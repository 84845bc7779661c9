import type { MeasurementItem } from '#contract/trials.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { presentMeasurement, progressOfMeasurement } from './present-trial.ts'
import { loadMeasurement } from './queries.ts'

/** How far a measurement is. */
export async function getMeasurement(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { measurementId }: { measurementId: string },
): Promise<MeasurementItem> {
  const found = await loadMeasurement(deps.db, actor, measurementId)
  return presentMeasurement(found, await progressOfMeasurement(deps, found))
}
