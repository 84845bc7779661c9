import type { BodyOf } from '#contract/api.ts'
import type { FoundStudy } from '#contract/exchange.ts'
import type { Actor } from '../../actor.ts'
import { requireApproved } from '../../still-allowed.ts'
import { type DatabaseDeps, readDatabase } from './open-database.ts'
import { loadOwnTrial, requireExchange } from './queries.ts'
import { listStudies } from './read-study.ts'

/** Newest first where the database lists them so. */
export async function findStudies(
  deps: DatabaseDeps,
  actor: Actor,
  { body, signal }: { body: BodyOf<'findStudies'>; signal: AbortSignal },
): Promise<FoundStudy[]> {
  requireExchange(deps)
  await requireApproved(deps.db, actor)
  await loadOwnTrial(deps.db, actor, body.trialId)
  const { found } = await readDatabase(deps, { ...body, signal }, listStudies)
  return found
}
