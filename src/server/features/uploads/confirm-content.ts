import { AppError } from '#domain/errors.ts'
import type { FileKind } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadUpload, type UploadRef } from './queries.ts'

/** Records the digest of the file on the sender's computer, during the upload or after it. The first one is kept. */
export async function confirmContent(
  deps: Pick<Deps, 'db'>,
  of: { kind: FileKind; userId?: string },
  { digest, ...ref }: UploadRef & { digest: string },
): Promise<void> {
  const upload = await loadUpload(deps.db, of, ref)
  const isNoted = await deps.db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('uploads')
      .set({ senderDigest: digest })
      .where('id', '=', upload.id)
      .where('state', '<>', 'ABANDONED')
      .where((where) => where.or([where('senderDigest', 'is', null), where('senderDigest', '=', digest)]))
      .executeTakeFirst()
    if (noted.numUpdatedRows === 0n) return false
    await trx.updateTable('files').set({ senderDigest: digest }).where('uploadId', '=', upload.id).execute()
    return true
  })
  if (isNoted) return
  // There is another digest, or the upload was cancelled meanwhile; this second lookup shows which.
  await loadUpload(deps.db, of, ref)
  throw new AppError('conflict', 'Another digest was noted for this file before. Start its upload again.')
}
