import type { PresignedUpload } from '#contract/uploads.ts'
import type { FileKind } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { PartLimitDeps } from './part-rate-limit.ts'
import { presentUpload } from './presigned-upload.ts'
import { loadOpenUpload, touchUpload, type UploadRef, uploadNotFound } from './queries.ts'
import { requireUploader } from './require-uploader.ts'

/** The completed parts of an open upload, and new URLs for the others. */
export async function resumeUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now'> & PartLimitDeps,
  of: { kind: FileKind; userId?: string },
  ref: UploadRef,
): Promise<PresignedUpload> {
  const { id, ...upload } = await loadOpenUpload(deps.db, of, ref)
  const touched = await deps.db.transaction().execute(async (trx) => {
    // Any member of staff may resume the upload of another one.
    if (of.kind === 'ARCHIVE') await requireUploader(trx, upload)
    return touchUpload(trx, id, { touchedAt: deps.now(), fingerprint: undefined })
  })
  if (!touched) throw uploadNotFound()
  return presentUpload(deps, touched)
}
