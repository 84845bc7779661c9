import { statusesBefore } from '#domain/analyses.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { discardUploadJob } from '../uploads/abandon-upload.ts'
import { loadAnalysis } from './queries.ts'

/** Takes a file out of a report. A request is never PROCESSED without files: it goes back under review. */
export async function removeReportFile(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { analysisRequestId, storedName }: { analysisRequestId: string; storedName: string },
): Promise<void> {
  const analysis = await loadAnalysis(deps.db, analysisRequestId)
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const files = await trx
      .selectFrom('files')
      .selectAll()
      .where('analysisId', '=', analysis.id)
      .where('kind', '=', 'REPORT')
      .forUpdate()
      .execute()
    const file = files.find(({ storageKey }) => storageKey.endsWith(`/${storedName}`))
    if (!file) throw new AppError('not-found', 'This file is not part of the report')
    await trx.deleteFrom('files').where('uploadId', '=', file.uploadId).execute()
    await deps.queue.enqueue(trx, discardUploadJob, { key: file.storageKey, uploadId: file.uploadId })
    const emptied = !files.some((other) => other !== file && other.publishedAt)
    await trx
      .updateTable('analyses')
      .set((set) => ({ version: set('version', '+', 1), ...(emptied ? { status: 'UNDER_REVIEW' as const } : {}) }))
      .where('id', '=', analysis.id)
      .where('status', 'in', emptied ? statusesBefore('report-emptied') : [analysis.status])
      .execute()
    await audit(trx, actor, {
      at,
      action: 'report.file-removed',
      subject: `analysis:${analysis.id}`,
      before: { fileName: file.fileName, bytes: file.bytes },
    })
  })
}
