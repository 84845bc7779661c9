import type { ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { authorName, loadTrial } from '../queries.ts'

export async function listExclusions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<ReplyOf<'listExclusions'>['data']> {
  await loadTrial(db, actor, trialId)
  const rows = await selectExclusions(db, trialId)
  return rows.map(({ plotId, flightId, reason, author, createdAt }) => ({
    plotId,
    trialFlightId: flightId,
    reason,
    author: author ?? '',
    createdTime: createdAt.toISOString(),
  }))
}

export const selectExclusions = (db: Database, trialId: string) =>
  db
    .selectFrom('trialExclusions')
    .select(['plotId', 'flightId', 'reason', 'createdAt', authorName.as('author')])
    .where('trialId', '=', trialId)
    .orderBy('createdAt')
    // Those of one call have one time.
    .orderBy('plotId')
    .orderBy('id')
    .execute()

export type Exclusion = Pick<Awaited<ReturnType<typeof selectExclusions>>[number], 'plotId' | 'flightId' | 'reason'>
/** Why a plot is excluded on a flight, or without one (null) on all; undefined when it is not. */
export type WhyExcluded = (plotId: string, flightId: string | null) => string | undefined

export function whyExcludedBy(exclusions: readonly Exclusion[]): WhyExcluded {
  const reasons = new Map(
    exclusions.map(({ plotId, flightId, reason }) => [JSON.stringify([plotId, flightId]), reason]),
  )
  return (plotId, flightId) =>
    reasons.get(JSON.stringify([plotId, null])) ?? reasons.get(JSON.stringify([plotId, flightId]))
}

export const loadExclusions = async (db: Database, trialId: string): Promise<WhyExcluded> =>
  whyExcludedBy(await selectExclusions(db, trialId))
