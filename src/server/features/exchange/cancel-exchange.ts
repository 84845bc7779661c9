import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { lockReadable } from '../trials/queries.ts'
import { exchangeJob } from './exchange-job.ts'
import { loadOwnTrial, newestExchange, requireExchange } from './queries.ts'

/** Ends it for good. What was written stays. */
export async function cancelExchange(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'breedingDatabases'>,
  actor: Actor,
  { trialId, direction }: BodyOf<'cancelExchange'>,
): Promise<void> {
  requireExchange(deps)
  await deps.db.transaction().execute(async (trx) => {
    await loadOwnTrial(trx, actor, trialId)
    await lockReadable(trx, actor, trialId)
    const exchange = await newestExchange(trx, trialId, direction)
    if (!exchange || !(await deps.queue.cancel(trx, exchangeJob, exchange.id)))
      throw new AppError('conflict', 'Nothing is being exchanged')
    await audit(trx, actor, { at: deps.now(), action: 'trial.exchange-cancelled', subject: `trial:${trialId}` })
  })
}
