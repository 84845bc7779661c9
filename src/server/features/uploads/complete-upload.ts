import { statusesBefore } from '#domain/analyses.ts'
import type { CompletedPart } from '#domain/uploads.ts'
import type { Actor, Author } from '../../actor.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { emailCustomer } from '../analyses/email-customer.ts'
import { receivedEmail } from '../analyses/emails.ts'
import { assembleUpload, recordUploadedFile } from './complete-in-store.ts'
import type { PartLimitDeps } from './part-rate-limit.ts'
import { loadUpload, type UploadRef } from './queries.ts'
import { recordCompletedParts } from './record-completed-parts.ts'
import { requireUploader } from './require-uploader.ts'

/** Completes the upload of an archive and submits its request. Idempotent: repeating the same completion changes nothing. */
export async function completeUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & PartLimitDeps & WithConfig<'publicUrl'>,
  actor: Actor,
  { parts, ...ref }: UploadRef & { parts: readonly CompletedPart[] },
): Promise<void> {
  const mine = { kind: 'ARCHIVE', userId: actor.userId } as const
  const { upload, isDone } = await recordCompletedParts(deps, mine, { ...ref, parts, publish: null })
  if (isDone || (await submitArchive(deps, actor, { upload, parts }))) return
  // Lost the race to the same call, or to a cancellation: then this second load throws.
  await loadUpload(deps.db, mine, ref)
}

/** False when the upload has been completed or cancelled by another call. */
export async function submitArchive(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  author: Author,
  { upload, parts }: { upload: Upload; parts: readonly CompletedPart[] },
): Promise<boolean> {
  const assembled = await assembleUpload(deps, upload, parts)
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
    await emailCustomer(trx, deps, {
      analysisId: upload.analysisId,
      content: (request) => receivedEmail(request, upload),
    })
    return true
  })
}
