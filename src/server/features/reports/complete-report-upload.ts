import { isolateName } from '#domain/display-names.ts'
import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import type { CompletedPart } from '#domain/uploads.ts'
import { SEES_ALL } from '../../access.ts'
import type { Actor, Author } from '../../actor.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { assembleUpload, recordUploadedFile } from '../uploads/assemble-upload.ts'
import type { PartLimitDeps } from '../uploads/part-rate-limit.ts'
import { loadUpload, requestOf, type UploadRef, uploadNotFound } from '../uploads/queries.ts'
import { recordCompletedParts } from '../uploads/record-completed-parts.ts'
import { publishReport } from './publish-report.ts'

const REPORT_UPLOADS = { kind: 'REPORT' } as const

type CompleteDeps = Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & WithConfig<'publicUrl'>

/** Adds an uploaded file to the report. With `publish` the file and the actor's other drafts become visible to the customer. */
export async function completeReportUpload(
  deps: CompleteDeps & PartLimitDeps,
  actor: Actor,
  { parts, publish, ...ref }: UploadRef & { parts: readonly CompletedPart[]; publish: boolean },
): Promise<void> {
  const { fileName, totalParts, partBytes } = await loadUpload(deps.db, REPORT_UPLOADS, ref)
  if (totalParts * partBytes >= REPORT_FILE_BYTES_MAX + partBytes)
    throw new AppError('too-large', `${isolateName(fileName)} exceeds the maximum file size of 10GB`)
  const { upload, isDone } = await recordCompletedParts(deps, REPORT_UPLOADS, { ...ref, parts, publish })
  if (!isDone && (await attachReportFile(deps, actor, { upload, parts, publish }))) return
  // It was completed before, perhaps without `publish`, or by a concurrent call. If it was cancelled, this second load throws.
  const attached = await loadUpload(deps.db, REPORT_UPLOADS, ref)
  if (publish) await publishDraft(deps, actor, { uploadId: attached.id, analysisId: requestOf(attached) })
}

/** False when the file has been attached, or its upload cancelled, by another call. */
export async function attachReportFile(
  deps: CompleteDeps,
  author: Author,
  { upload, parts, publish }: { upload: Upload; parts: readonly CompletedPart[]; publish: boolean },
): Promise<boolean> {
  const assembled = await assembleUpload(deps, upload, parts)
  const analysisId = requestOf(upload)
  const at = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, author.userId)
    const analysis = await lockAnalysis(trx, SEES_ALL, analysisId)
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

/** For a file completed before without `publish`. Changes nothing if the file is already published. */
function publishDraft(
  deps: CompleteDeps,
  author: Author,
  { uploadId, analysisId }: { uploadId: string; analysisId: string },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, author.userId)
    const analysis = await lockAnalysis(trx, SEES_ALL, analysisId)
    const file = await trx
      .selectFrom('files')
      .select(['id', 'publishedAt'])
      .where('uploadId', '=', uploadId)
      .executeTakeFirstOrThrow(uploadNotFound)
    if (!file.publishedAt) await publishReport(trx, deps, { analysis, author, fileIds: [file.id] })
  })
}
