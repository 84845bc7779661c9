import type { UploadSlots } from '#contract/uploads.ts'
import type { FileKind } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refuseFormerSender } from './former-sender.ts'
import type { PartWorkDeps } from './part-work.ts'
import { loadOpenUpload, touchSameFile, type UploadRef, uploadNotFound } from './queries.ts'
import { presentSlots } from './slots.ts'

/** What has arrived of an open upload, and fresh URLs for what has not. */
export async function resumeUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now'> & PartWorkDeps,
  of: { kind: FileKind; userId?: string },
  ref: UploadRef,
): Promise<UploadSlots> {
  const { id, ...upload } = await loadOpenUpload(deps.db, of, ref)
  const touched = await deps.db.transaction().execute(async (trx) => {
    // Any member of staff may go on with the upload of another.
    if (of.kind === 'ARCHIVE') await refuseFormerSender(trx, upload)
    return touchSameFile(trx, id, { touchedAt: deps.now(), fingerprint: undefined })
  })
  if (!touched) throw uploadNotFound()
  return presentSlots(deps, touched)
}
