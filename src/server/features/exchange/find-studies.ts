import type { BodyOf } from '#contract/api.ts'
import type { FoundStudy } from '#contract/exchange.ts'
import type { Actor } from '../../actor.ts'
import { brapiClient } from '../../adapters/outside/brapi-client.ts'
import { requireApproved } from '../../still-allowed.ts'
import { type DatabaseDeps, nameDatabase, whilePeopleWait, withDatabase } from './open-database.ts'
import { addressOf, loadOwnTrial, requireExchange } from './queries.ts'
import { listStudies } from './read-study.ts'

/** Newest first where the database lists them so. */
export async function findStudies(
  deps: DatabaseDeps,
  actor: Actor,
  { body: { trialId, ...named }, signal }: { body: BodyOf<'findStudies'>; signal: AbortSignal },
): Promise<FoundStudy[]> {
  requireExchange(deps)
  await requireApproved(deps.db, actor)
  await loadOwnTrial(deps.db, actor, trialId)
  const database = await nameDatabase(deps.db, deps, { trialId, ...named })
  const address = addressOf(deps, database, whilePeopleWait(signal))
  return withDatabase(() => listStudies(brapiClient(address)))
}
