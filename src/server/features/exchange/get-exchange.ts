import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { MeasuredTrait } from '#contract/exchange.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { observedIn } from '../brapi/observed.ts'
import {
  connectionOf,
  loadOwnTrial,
  presentConnection,
  presentExchange,
  requireExchange,
  selectExchanges,
} from './queries.ts'
import { measuredColumns } from './variables-there.ts'

export async function getExchange(
  deps: Pick<Deps, 'db'> & WithConfig<'breedingDatabases'>,
  actor: Actor,
  { trialId }: QueryOf<'getExchange'>,
): Promise<ReplyOf<'getExchange'>['data']> {
  requireExchange(deps)
  const trial = await loadOwnTrial(deps.db, actor, trialId)
  const connection = await connectionOf(deps.db, trialId)
  const exchanges = await selectExchanges(deps.db, trialId).orderBy('direction').execute()
  return {
    connection: connection ? presentConnection(connection) : null,
    exchanges: exchanges.map(presentExchange),
    traits: await traitsOf(deps.db, trial),
  }
}

/** Each once, in the order of their names. */
async function traitsOf(db: Deps['db'], trial: Trial): Promise<MeasuredTrait[]> {
  const columns = await measuredColumns(await observedIn(db, trial))
  const traits = columns.map(({ variableDbId, about: { trait, scale } }) => ({
    variableId: variableDbId,
    title: trait.traitName,
    unit: scale.units ?? '',
  }))
  const byId = new Map(traits.map((trait) => [trait.variableId, trait]))
  return [...byId.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
}
