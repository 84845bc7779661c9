import type { UploadSlots } from '#contract/uploads.ts'
import type { FileKind } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { PartWorkDeps } from './part-work.ts'
import { loadOpenUpload, touchUpload, type UploadRef } from './queries.ts'
import { presentSlots } from './slots.ts'

/** What has arrived of an open upload, and fresh URLs for what has not. */
export async function resumeUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now'> & PartWorkDeps,
  of: { kind: FileKind; userId?: string },
  ref: UploadRef,
): Promise<UploadSlots> {
  const upload = await loadOpenUpload(deps.db, of, ref)
  await touchUpload(deps.db, upload.id, deps.now())
  return presentSlots(deps, upload)
}
