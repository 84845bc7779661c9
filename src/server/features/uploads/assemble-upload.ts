import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { PartReceipt, StoredPart } from '#domain/uploads.ts'
import type { Schema, Upload } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { hashFileJob } from './hash-file.ts'
import { inspectArchiveJob } from './inspect-archive.ts'
import { scanFileJob } from './scan-file.ts'

export type Assembled = { upload: Upload; bytes: number; receiptsHash: string }

const hashOf = (receipts: readonly PartReceipt[]): string =>
  createHash('sha256')
    .update(JSON.stringify(receipts.map((part) => [part.partNumber, part.etag])))
    .digest('hex')

/** @throws AppError 'conflict' after a completion with another list. */
export function hasBeenCompleted(upload: Upload, receipts: readonly PartReceipt[]): boolean {
  if (upload.state !== 'COMPLETE') return false
  if (upload.receiptsHash === hashOf(receipts)) return true
  throw new AppError('conflict', 'This upload was completed before, with other parts')
}

/** Makes one object of an upload's parts; again, it answers the same. */
export async function assembleUpload(
  deps: Pick<Deps, 'storage'>,
  upload: Upload,
  receipts: readonly PartReceipt[],
): Promise<Assembled> {
  const parts = receipts.map(({ partNumber, etag }) => ({ partNumber, etag }))
  const { size } = await deps.storage.completeUpload({ key: upload.storageKey, uploadId: upload.id, parts })
  return { upload, bytes: size, receiptsHash: hashOf(receipts) }
}

/** Undefined when the store has completed this upload already, as after a crash before our own record of it. */
export async function storedParts(
  deps: Pick<Deps, 'storage'>,
  { id: uploadId, storageKey: key }: Pick<Upload, 'id' | 'storageKey'>,
): Promise<StoredPart[] | undefined> {
  try {
    return await deps.storage.listParts({ key, uploadId })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Records the object once; false when another call has done so, or has given the upload up. */
export async function recordFile(
  trx: Kysely<Schema>,
  { queue }: Pick<Deps, 'queue'>,
  { upload, bytes, receiptsHash, ...times }: Assembled & { at: Date; publishedAt: Date | null },
): Promise<boolean> {
  const { totalParts } = upload
  const claimed = await trx
    .updateTable('uploads')
    .set({ state: 'COMPLETE', receiptsHash, receipts: null, totalParts, fileBytes: bytes, touchedAt: times.at })
    .where('id', '=', upload.id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) return false
  await trx
    .insertInto('files')
    .values({
      uploadId: upload.id,
      analysisId: upload.analysisId,
      kind: upload.kind,
      fileName: upload.fileName,
      storageKey: upload.storageKey,
      bytes,
      createdAt: times.at,
      publishedAt: times.publishedAt,
      sha256: null,
      digest: null,
    })
    .execute()
  const file = { uploadId: upload.id }
  await queue.enqueue(trx, hashFileJob, file)
  await queue.enqueue(trx, scanFileJob, file)
  if (upload.kind === 'ARCHIVE') await queue.enqueue(trx, inspectArchiveJob, file)
  return true
}
