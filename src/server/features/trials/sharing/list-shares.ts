import type { TrialShare } from '#contract/trial-shares.ts'
import { SHARES_MAX } from '#domain/memberships.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { trialNotFound, trialsOf } from '../queries.ts'
import { presentShare, selectShares } from './queries.ts'

export async function listTrialShares(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<TrialShare[]> {
  const own = await trialsOf(db, actor).select('trials.id').where('trials.id', '=', trialId).executeTakeFirst()
  if (!own) throw trialNotFound()
  const shares = selectShares(db).where('trialId', '=', trialId).orderBy('trialShares.email').limit(SHARES_MAX)
  return (await shares.execute()).map(presentShare)
}
