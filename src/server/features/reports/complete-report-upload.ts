import { isolateName } from '#domain/display-names.ts'
import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import type { CompletedPart } from '#domain/uploads.ts'
import type { Actor, Author } from '../../actor.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireStaff } from '../../require-staff.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { assembleUpload, recordUploadedFile } from '../uploads/complete-in-store.ts'
import type { PartLimitDeps } from '../uploads/part-rate-limit.ts'
import { loadUpload, type UploadRef, uploadNotFound } from '../uploads/queries.ts'
import { recordCompletedParts } from '../uploads/record-completed-parts.ts'
import { publishReport } from './publish-report.ts'

const OF_STAFF = { kind: 'REPORT' } as const

type CompleteDeps = Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & WithConfig<'publicUrl'>

/**
 * Adds a complete file to the report. With `publish` it becomes visible to the customer, together with the actor's other
 * drafts.
 */
export async function completeReportUpload(
  deps: CompleteDeps & PartLimitDeps,
  actor: Actor,
  { receipts, publish, ...ref }: UploadRef & { receipts: readonly CompletedPart[]; publish: boolean },
): Promise<void> {
  const { fileName, totalParts, partBytes } = await loadUpload(deps.db, OF_STAFF, ref)
  if (totalParts * partBytes >= REPORT_FILE_BYTES_MAX + partBytes)
    throw new AppError('too-large', `${isolateName(fileName)} exceeds the maximum file size of 10GB`)
  const { upload, isDone } = await recordCompletedParts(deps, OF_STAFF, { ...ref, receipts, publish })
  if (!isDone && (await attachReportFile(deps, actor, { upload, receipts, publish }))) return
  // It was completed before, perhaps without `publish`, or this call lost a race. If it lost to a removal, this second lookup
  // fails.
  const { id, analysisId } = await loadUpload(deps.db, OF_STAFF, ref)
  if (publish) await publishDraft(deps, actor, { uploadId: id, analysisId })
}

/** False when another call has attached or cancelled the file. */
export async function attachReportFile(
  deps: CompleteDeps,
  author: Author,
  { upload, receipts, publish }: { upload: Upload; receipts: readonly CompletedPart[]; publish: boolean },
): Promise<boolean> {
  const assembled = await assembleUpload(deps, upload, receipts)
  const { analysisId } = upload
  const at = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, author.userId)
    const analysis = await lockAnalysis(trx, analysisId)
    const fileId = await recordUploadedFile(trx, deps, { ...assembled, at, publishedAt: null })
    if (!fileId) return false
    await audit(trx, author, {
      at,
      action: 'report.file-added',
      subject: `analysis:${analysisId}`,
      after: { fileName: upload.fileName, bytes: assembled.bytes },
    })
    if (publish) await publishReport(trx, deps, { analysis, author, fileIds: [fileId] })
    return true
  })
}

/** For a completion after one without `publish`. It changes nothing for a file that is published already. */
function publishDraft(
  deps: CompleteDeps,
  author: Author,
  { uploadId, analysisId }: { uploadId: string; analysisId: string },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, author.userId)
    const analysis = await lockAnalysis(trx, analysisId)
    const file = await trx
      .selectFrom('files')
      .select(['id', 'publishedAt'])
      .where('uploadId', '=', uploadId)
      .executeTakeFirst()
    if (!file) throw uploadNotFound()
    if (!file.publishedAt) await publishReport(trx, deps, { analysis, author, fileIds: [file.id] })
  })
}
