import type { ProcessingProgress } from '#contract/processing.ts'
import { LIVE_RUN_STATES, STAGE_WORDS } from '#domain/processing.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { selectRuns } from './queries.ts'

/** Whether maps are being made of a request, and no more: what comes of it, staff look at first. Customers ask about their own. */
export async function getProcessingProgress(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<ProcessingProgress> {
  const { id } = await loadAnalysis(db, actor, analysisRequestId)
  const live = await selectRuns(db)
    .where('analysisId', '=', id)
    .where('state', 'in', LIVE_RUN_STATES)
    // The one that is furthest.
    .orderBy('state', 'desc')
    .orderBy('requestedAt')
    .orderBy('runs.id')
    .limit(1)
    .executeTakeFirst()
  if (!live) return { isProcessing: false, since: null, stage: null }
  const since = live.startedAt ?? live.requestedAt
  return { isProcessing: true, since: since.toISOString(), stage: STAGE_WORDS[live.stage] }
}
