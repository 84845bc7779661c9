import type { MyAnalysisRow } from '#contract/analyses.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { filesOf } from '../files/queries.ts'
import { hasNewReport, loadAnalysis, presentForCustomer } from './queries.ts'

/** One of a customer's own submitted requests, as in their list. */
export async function getMyAnalysis(
  deps: Pick<Deps, 'db' | 'storage'> & DownloadDeps,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<MyAnalysisRow> {
  const analysis = await loadAnalysis(deps.db, actor, analysisRequestId)
  const files = await filesOf(deps.db, [analysis])
  const report = await deps.db
    .selectFrom('analyses')
    .select(hasNewReport.as('isNew'))
    .where('id', '=', analysis.id)
    .executeTakeFirst()
  return presentForCustomer(deps, { ...analysis, hasNewReport: report?.isNew ?? false }, files)
}
