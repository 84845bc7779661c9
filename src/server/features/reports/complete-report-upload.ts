import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import type { PartReceipt } from '#domain/uploads.ts'
import type { Actor, Author } from '../../actor.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { assembleUpload, recordFile } from '../uploads/assemble-upload.ts'
import { noteReceipts } from '../uploads/note-receipts.ts'
import type { PartWorkDeps } from '../uploads/part-work.ts'
import { loadUpload, type UploadRef } from '../uploads/queries.ts'
import { publishReport, saveReport } from './publish-report.ts'

const OF_STAFF = { kind: 'REPORT' } as const

type CompleteDeps = Pick<Deps, 'db' | 'storage' | 'now' | 'queue' | 'config'>

/** Adds a whole file to the report; with `publish` the customer gets to see it and all that waited for it. */
export async function completeReportUpload(
  deps: CompleteDeps & PartWorkDeps,
  actor: Actor,
  { receipts, publish, ...ref }: UploadRef & { receipts: readonly PartReceipt[]; publish: boolean },
): Promise<void> {
  const { fileName, totalParts, partBytes } = await loadUpload(deps.db, OF_STAFF, ref)
  if (totalParts * partBytes >= REPORT_FILE_BYTES_MAX + partBytes)
    throw new AppError('too-large', `${fileName} exceeds the maximum file size of 10GB`)
  const { upload, isDone } = await noteReceipts(deps, OF_STAFF, { ...ref, receipts, publish })
  if (!isDone && (await attachReportFile(deps, actor, { upload, receipts, publish }))) return
  // It was done before, perhaps without `publish`, or it lost a race; to a removal, if this second look says so.
  const { analysisId, remarks } = await loadUpload(deps.db, OF_STAFF, ref)
  if (publish) await publishWaiting(deps, actor, { analysisId, remarks })
}

/** False when the file has been attached, or given up, by someone else. */
export async function attachReportFile(
  deps: CompleteDeps,
  author: Author,
  { upload, receipts, publish }: { upload: Upload; receipts: readonly PartReceipt[]; publish: boolean },
): Promise<boolean> {
  const assembled = await assembleUpload(deps, upload, receipts)
  const { analysisId, remarks } = upload
  const at = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    if (!(await recordFile(trx, deps, { ...assembled, at, publishedAt: null }))) return false
    await audit(trx, author, {
      at,
      action: 'report.file-added',
      subject: `analysis:${analysisId}`,
      after: { fileName: upload.fileName, bytes: assembled.bytes },
    })
    if (publish) await publishReport(trx, deps, { analysisId, remarks, author })
    else await saveReport(trx, { analysisId, remarks, author, at })
    return true
  })
}

/** For a completion that came before without `publish`; the very same one again finds nothing waiting. */
function publishWaiting(
  deps: CompleteDeps,
  author: Author,
  report: { analysisId: string; remarks: string },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('files')
      .select('uploadId')
      .where('analysisId', '=', report.analysisId)
      .where('kind', '=', 'REPORT')
      .where('publishedAt', 'is', null)
      // Of two at once the second waits, and then finds nothing.
      .forUpdate()
      .executeTakeFirst()
    if (waiting) await publishReport(trx, deps, { ...report, author })
  })
}
