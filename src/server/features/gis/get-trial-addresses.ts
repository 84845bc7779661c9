import type { QueryOf } from '#contract/api.ts'
import type { TrialAddresses } from '#contract/trial-addresses.ts'
import { errorAt } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { findReadToken } from '../tokens/queries.ts'
import { loadTrial } from '../trials/queries.ts'
import { addressesOf } from './addresses.ts'
import { layersOfTrial } from './trial-layers.ts'

/** They work for a token of the caller, which is that of the call if it has one. @throws AppError 'invalid' when there is none */
export async function getTrialAddresses(
  deps: Pick<Deps, 'db' | 'keys'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { trialId, tokenId: named }: QueryOf<'getTrialAddresses'>,
): Promise<TrialAddresses> {
  const trial = await loadTrial(deps.db, actor, trialId)
  const wanted = actor.token?.tokenId ?? named
  const token = wanted === undefined ? undefined : await findReadToken(deps.db, actor, wanted)
  if (!token || (named !== undefined && named !== token.id))
    throw errorAt('tokenId', 'Name an API token of your own with the scope read. Make one under My account')
  return addressesOf(deps, { tokenId: token.id, trial, layers: await layersOfTrial(deps, actor, trial) })
}
