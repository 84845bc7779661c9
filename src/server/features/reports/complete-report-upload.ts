import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import type { PartReceipt } from '#domain/uploads.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { assembleUpload, recordFile } from '../uploads/assemble-upload.ts'
import { loadUpload, type UploadRef } from '../uploads/queries.ts'
import { publishReport, saveReport } from './publish-report.ts'

/** Adds a whole file to the report; with `publish` the customer gets to see it and all that waited for it. */
export async function completeReportUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue' | 'config'>,
  actor: Actor,
  { receipts, publish, ...ref }: UploadRef & { receipts: readonly PartReceipt[]; publish: boolean },
): Promise<void> {
  const upload = await loadUpload(deps.db, { kind: 'REPORT' }, ref)
  if (upload.totalParts * upload.partBytes >= REPORT_FILE_BYTES_MAX + upload.partBytes)
    throw new AppError('too-large', `${upload.fileName} exceeds the maximum file size of 10GB`)
  const assembled = await assembleUpload(deps, upload, receipts)
  const { analysisId, remarks } = upload
  if (!assembled) {
    if (publish) await publishWaiting(deps, actor, { analysisId, remarks })
    return
  }
  const at = deps.now()
  const recorded = await deps.db.transaction().execute(async (trx) => {
    if (!(await recordFile(trx, assembled, { at, publishedAt: null }))) return false
    await audit(trx, actor, {
      at,
      action: 'report.file-added',
      subject: `analysis:${analysisId}`,
      after: { fileName: upload.fileName, bytes: assembled.bytes },
    })
    if (publish) await publishReport(trx, deps, { analysisId, remarks, actor })
    else await saveReport(trx, { analysisId, remarks, actor, at })
    return true
  })
  if (!recorded) await loadUpload(deps.db, { kind: 'REPORT' }, ref)
}

/** For a completion that came before without `publish`; the very same one again finds nothing waiting. */
function publishWaiting(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  actor: Actor,
  report: { analysisId: string; remarks: string },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('files')
      .select('uploadId')
      .where('analysisId', '=', report.analysisId)
      .where('kind', '=', 'REPORT')
      .where('publishedAt', 'is', null)
      .executeTakeFirst()
    if (waiting) await publishReport(trx, deps, { ...report, actor })
  })
}
