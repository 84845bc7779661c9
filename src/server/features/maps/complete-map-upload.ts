import type { ReplyOf } from '#contract/api.ts'
import type { CompletedPart } from '#domain/uploads.ts'
import type { Actor, Author } from '../../actor.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import { audit, subjectOfFile } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { assembleUpload, recordUploadedFile } from '../uploads/assemble-upload.ts'
import type { PartLimitDeps } from '../uploads/part-rate-limit.ts'
import { loadUpload } from '../uploads/queries.ts'
import { recordCompletedParts } from '../uploads/record-completed-parts.ts'
import { requireUploader } from '../uploads/require-uploader.ts'

type OwnUpload = { uploadId: string; fileId: string }

/** The upload of an own file, as the functions of uploads name it. */
export const ofOwnFile = ({ uploadId, fileId }: OwnUpload) => ({ uploadId, analysisRequestId: fileId })

/** Adds an own file to its project. Repeating the same completion changes nothing. */
export async function completeMapUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & PartLimitDeps,
  actor: Actor,
  { parts, ...own }: OwnUpload & { parts: readonly CompletedPart[] },
): Promise<ReplyOf<'completeMapUpload'>['data']> {
  const mine = { kind: 'OWN', sender: actor } as const
  const { upload, isDone } = await recordCompletedParts(deps, mine, { ...ofOwnFile(own), parts, publish: null })
  // Lost the race to the same call, or to a cancellation: then the second load throws.
  if (!isDone && !(await keepOwnFile(deps, actor, { upload, parts }))) await loadUpload(deps.db, mine, ofOwnFile(own))
  return { fileId: upload.id, mapId: upload.id }
}

/** False when the upload has been completed or cancelled by another call. */
export async function keepOwnFile(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'>,
  author: Author,
  { upload, parts }: { upload: Upload; parts: readonly CompletedPart[] },
): Promise<boolean> {
  const assembled = await assembleUpload(deps, upload, parts)
  const at = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireUploader(trx, upload)
    const fileId = await recordUploadedFile(trx, deps, { ...assembled, at, publishedAt: at })
    if (fileId === undefined) return false
    if (upload.stated)
      await trx
        .insertInto('maps')
        .values({ fileId, state: 'PREPARING', maker: 0, stated: JSON.stringify(upload.stated) })
        .execute()
    await audit(trx, author, {
      at,
      action: 'map.added',
      subject: subjectOfFile(upload),
      after: { fileName: upload.fileName, bytes: assembled.bytes },
    })
    return true
  })
}
