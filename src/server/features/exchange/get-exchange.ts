import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import {
  connectionOf,
  loadOwnTrial,
  presentConnection,
  presentExchange,
  requireExchange,
  selectExchanges,
} from './queries.ts'

export async function getExchange(
  deps: Pick<Deps, 'db'> & WithConfig<'breedingDatabases'>,
  actor: Actor,
  { trialId }: QueryOf<'getExchange'>,
): Promise<ReplyOf<'getExchange'>['data']> {
  requireExchange(deps)
  await loadOwnTrial(deps.db, actor, trialId)
  const connection = await connectionOf(deps.db, trialId)
  const exchanges = await selectExchanges(deps.db, trialId).orderBy('direction').execute()
  return {
    connection: connection ? presentConnection(connection) : null,
    exchanges: exchanges.map(presentExchange),
  }
}
