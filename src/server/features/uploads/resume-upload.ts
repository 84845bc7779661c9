import type { PresignedUpload } from '#contract/uploads.ts'
import type { Deps } from '../../deps.ts'
import type { PartLimitDeps } from './part-rate-limit.ts'
import { presentUpload } from './presigned-upload.ts'
import { loadOpenUpload, touchUpload, type UploadRef, type UploadScope, uploadNotFound } from './queries.ts'
import { requireUploader } from './require-uploader.ts'

/** The arrived parts of an open upload, and new URLs for the missing ones. */
export async function resumeUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now'> & PartLimitDeps,
  scope: UploadScope,
  ref: UploadRef,
): Promise<PresignedUpload> {
  const { id, ...upload } = await loadOpenUpload(deps.db, scope, ref)
  const touched = await deps.db.transaction().execute(async (trx) => {
    // Staff may resume each other's uploads.
    if (scope.kind !== 'REPORT') await requireUploader(trx, upload)
    return touchUpload(trx, id, { touchedAt: deps.now(), fingerprint: undefined })
  })
  if (!touched) throw uploadNotFound()
  return presentUpload(deps, touched)
}
