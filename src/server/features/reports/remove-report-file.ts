import { statusesBefore } from '#domain/analyses.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireNoHold } from '../../legal-hold.ts'
import { requireStaff } from '../../still-allowed.ts'
import { notifyCustomer } from '../analyses/notify-customer.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { statusNews } from '../analyses/status-news.ts'
import { removeFile } from '../files/remove-file.ts'
import { listReportFiles, newestRemarks } from './queries.ts'

/** Removes a file from a report. A request without published files is never PROCESSED: it returns to UNDER_REVIEW. */
export async function removeReportFile(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  { analysisRequestId, storedName }: { analysisRequestId: string; storedName: string },
): Promise<void> {
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const { id, status, accountId } = await lockAnalysis(trx, actor, analysisRequestId)
    await requireNoHold(trx, accountId)
    const files = await listReportFiles(trx, actor, id)
    const file = files.find(({ storageKey }) => storageKey.endsWith(`/${storedName}`))
    if (!file) throw new AppError('not-found', 'This file is not part of the report')
    await removeFile(trx, deps, file)
    const left = files.filter((other) => other !== file && other.publishedAt)
    const isEmptied = left.length === 0
    // Remarks on removed files must not appear with other files.
    if (isEmptied) await trx.deleteFrom('reports').where('analysisId', '=', id).execute()
    else if (file.publishedAt && file.remarks)
      await trx
        .updateTable('reports')
        .set({ remarks: newestRemarks(left) })
        .where('analysisId', '=', id)
        .where('remarks', '=', file.remarks)
        .execute()
    const revertsStatus = isEmptied && statusesBefore('report-emptied').includes(status)
    await trx
      .updateTable('analyses')
      .set((set) => ({
        version: set('version', '+', 1),
        ...(revertsStatus ? { status: 'UNDER_REVIEW' as const, message: null } : {}),
      }))
      .where('id', '=', id)
      .execute()
    await audit(trx, actor, {
      at,
      action: 'report.file-removed',
      subject: `analysis:${id}`,
      before: { fileName: file.fileName, bytes: file.bytes },
    })
    if (revertsStatus)
      await notifyCustomer(trx, deps, {
        analysisId: id,
        news: statusNews({ before: status, status: 'UNDER_REVIEW', message: null }),
      })
  })
}
