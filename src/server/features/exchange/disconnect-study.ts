import type { QueryOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { removeExchanges } from './exchange-job.ts'
import { lockOwnTrial, notConnected, requireExchange } from './queries.ts'

export async function disconnectStudy(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'breedingDatabases'>,
  actor: Actor,
  { trialId }: QueryOf<'disconnectStudy'>,
): Promise<void> {
  requireExchange(deps)
  await deps.db.transaction().execute(async (trx) => {
    await lockOwnTrial(trx, actor, trialId)
    const removed = await trx
      .deleteFrom('studyConnections')
      .where('trialId', '=', trialId)
      .returning('url')
      .executeTakeFirstOrThrow(notConnected)
    await removeExchanges(trx, deps, trialId)
    const entry = { action: 'trial.disconnected', subject: `trial:${trialId}`, before: removed }
    await audit(trx, actor, { at: deps.now(), ...entry })
  })
}
