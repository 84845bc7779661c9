import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { publishReport } from './publish-report.ts'

/** Publishes all attached files, drafts of colleagues included. Does nothing if the customer already sees all of them. */
export async function publishAllDrafts(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { analysisRequestId, description: remarks }: BodyOf<'publishReport'>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const analysis = await lockAnalysis(trx, actor, analysisRequestId)
    const files = await trx
      .selectFrom('files')
      .leftJoin('reports', 'reports.analysisId', 'files.analysisId')
      .select(['publishedAt', 'reports.remarks'])
      .where('files.analysisId', '=', analysis.id)
      .where('kind', '=', 'REPORT')
      .execute()
    if (files.length === 0)
      throw new AppError('conflict', 'No report file is attached to this request. Upload one, then publish.')
    const isVisible = analysis.status === 'PROCESSED' && files.every(({ publishedAt }) => publishedAt)
    if (isVisible && (!remarks || remarks === files[0]?.remarks)) return
    await publishReport(trx, deps, { analysis, author: actor, remarks })
  })
}
