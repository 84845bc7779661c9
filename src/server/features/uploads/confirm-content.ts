import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'
import { loadUpload, type UploadRef, type UploadScope } from './queries.ts'

/** Saves the digest of the file on the sender's computer, during the upload or after it. The first digest is kept. */
export async function confirmContent(
  deps: Pick<Deps, 'db'>,
  scope: UploadScope,
  { digest, ...ref }: UploadRef & { digest: string },
): Promise<void> {
  const upload = await loadUpload(deps.db, scope, ref)
  const isSaved = await deps.db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('uploads')
      .set({ senderDigest: digest })
      .where('id', '=', upload.id)
      .where('state', '<>', 'ABANDONED')
      .where((where) => where.or([where('senderDigest', 'is', null), where('senderDigest', '=', digest)]))
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return false
    await trx.updateTable('files').set({ senderDigest: digest }).where('uploadId', '=', upload.id).execute()
    return true
  })
  if (isSaved) return
  // Another digest was saved before, or the upload was cancelled in the meantime: then this second load throws.
  await loadUpload(deps.db, scope, ref)
  throw new AppError('conflict', 'A different digest was already saved for this file. Start its upload again.')
}
