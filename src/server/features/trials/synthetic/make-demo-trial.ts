import type { Attempt } from '../../../adapters/queue/queue.ts'
import type { Deps } from '../../../deps.ts'
import { actorOf, makeSyntheticTrial } from './make-synthetic-trial.ts'
import { publishDemoReport } from './publish-demo-report.ts'
import { SEASONS } from './seasons.ts'

/** For the demo customer, so that a newcomer has a trial to work with. */
export async function makeDemoTrial(
  deps: Deps,
  { customerId, staffId }: { customerId: string; staffId: string },
  { signal }: Partial<Attempt> = {},
): Promise<void> {
  const season = SEASONS.soybean
  const made = {
    customer: await actorOf(deps, customerId),
    name: 'Demo: synthetic yield trial',
    projectType: 'Soybean_Yield_Trial',
    crop: 'soybean',
    cropName: 'Soybean',
    season,
    planted: season.plantedOn(deps.now()),
    prefix: 'demo',
    signal,
  } as const
  await publishDemoReport(deps, { ...made, staff: await actorOf(deps, staffId) })
  await makeSyntheticTrial(deps, made)
}
