import { statusesBefore } from '#domain/analyses.ts'
import type { CompletedPart } from '#domain/uploads.ts'
import type { Actor, Author } from '../../actor.ts'
import type { Analysis, Database, Upload } from '../../adapters/db/schema.ts'
import { audit, subjectOfFile } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { announceRequest } from './announce-request.ts'
import { assembleUpload, recordUploadedFile } from './assemble-upload.ts'
import type { PartLimitDeps } from './part-rate-limit.ts'
import { loadUpload, requestOf, type UploadRef } from './queries.ts'
import { recordCompletedParts } from './record-completed-parts.ts'
import { requireUploader } from './require-uploader.ts'

/**
 * Completes the upload of an archive and submits its request, for the first time or again. Idempotent: repeating the same
 * completion changes nothing.
 */
export async function completeUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & PartLimitDeps & WithConfig<'publicUrl'>,
  actor: Actor,
  { parts, ...ref }: UploadRef & { parts: readonly CompletedPart[] },
): Promise<void> {
  const mine = { kind: 'ARCHIVE', sender: actor } as const
  const { upload, isDone } = await recordCompletedParts(deps, mine, { ...ref, parts, publish: null })
  if (isDone || (await submitArchive(deps, actor, { upload, parts }))) return
  // Lost the race to the same call, or to a cancellation: then this second load throws.
  await loadUpload(deps.db, mine, ref)
}

/** False when the upload has been completed or cancelled by another call. */
export async function submitArchive(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & WithConfig<'publicUrl' | 'limitFactor'>,
  author: Author,
  { upload, parts }: { upload: Upload; parts: readonly CompletedPart[] },
): Promise<boolean> {
  const assembled = await assembleUpload(deps, upload, parts)
  const at = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireUploader(trx, upload)
    if (!(await recordUploadedFile(trx, deps, { ...assembled, at, publishedAt: at }))) return false
    const file = { fileName: upload.fileName, bytes: assembled.bytes }
    const submitted = await submitRequest(trx, upload, at)
    await audit(trx, author, {
      at,
      subject: subjectOfFile(upload),
      ...(upload.answer
        ? { action: 'analysis.answered', before: submitted.before, after: { ...submitted.after, ...file } }
        : { action: 'analysis.submitted', after: file }),
    })
    await announceRequest(trx, deps, upload)
    return true
  })
}

type State = Pick<Analysis, 'status' | 'message'>

/**
 * Makes the request of an archive wait for staff. A rejected one only: what staff have decided while an answer was on its way
 * stays. Its request is locked.
 */
async function submitRequest(trx: Database, upload: Upload, at: Date): Promise<{ before: State; after: State }> {
  const request = trx
    .selectFrom('analyses')
    .select(['status', 'message', 'version'])
    .where('id', '=', requestOf(upload))
  const { version, ...before } = await request.executeTakeFirstOrThrow()
  const { answer } = await trx
    .selectFrom('uploads')
    .select('answer')
    .where('id', '=', upload.id)
    .executeTakeFirstOrThrow()
  const waits = statusesBefore('archive-completed').includes(before.status)
  const after: State = waits ? { status: 'PENDING', message: null } : before
  await trx
    .updateTable('analyses')
    .set({ ...after, ...(waits && { submittedAt: at }), ...(answer && { ...answer, version: version + 1 }) })
    .where('id', '=', requestOf(upload))
    .execute()
  return { before, after }
}
