import { statusesBefore } from '#domain/analyses.ts'
import type { CompletedPart } from '#domain/uploads.ts'
import type { Actor, Author } from '../../actor.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { assembleUpload, recordUploadedFile } from './complete-in-store.ts'
import type { PartLimitDeps } from './part-rate-limit.ts'
import { loadUpload, type UploadRef } from './queries.ts'
import { recordCompletedParts } from './record-completed-parts.ts'
import { requireUploader } from './require-uploader.ts'

/** Completes the archive and submits its request, once. A repeat of the same completion changes nothing. */
export async function completeUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & PartLimitDeps,
  actor: Actor,
  { receipts, ...ref }: UploadRef & { receipts: readonly CompletedPart[] },
): Promise<void> {
  const mine = { kind: 'ARCHIVE', userId: actor.userId } as const
  const { upload, isDone } = await recordCompletedParts(deps, mine, { ...ref, receipts, publish: null })
  if (isDone || (await submitArchive(deps, actor, { upload, receipts }))) return
  // This call lost a race, either to a repeat of itself or to a cancellation; this second lookup shows which.
  await loadUpload(deps.db, mine, ref)
}

/** False when another call has submitted or cancelled the archive. */
export async function submitArchive(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'>,
  author: Author,
  { upload, receipts }: { upload: Upload; receipts: readonly CompletedPart[] },
): Promise<boolean> {
  const assembled = await assembleUpload(deps, upload, receipts)
  const at = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireUploader(trx, upload)
    if (!(await recordUploadedFile(trx, deps, { ...assembled, at, publishedAt: at }))) return false
    await trx
      .updateTable('analyses')
      .set({ status: 'PENDING', submittedAt: at })
      .where('id', '=', upload.analysisId)
      .where('status', 'in', statusesBefore('archive-completed'))
      .execute()
    await audit(trx, author, {
      at,
      action: 'analysis.submitted',
      subject: `analysis:${upload.analysisId}`,
      after: { fileName: upload.fileName, bytes: assembled.bytes },
    })
    return true
  })
}
