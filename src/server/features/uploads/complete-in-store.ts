import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { CompletedPart, StoredPart } from '#domain/uploads.ts'
import type { Schema, Upload } from '../../adapters/db/schema.ts'
import type { PartialPart } from '../../adapters/storage/storage.ts'
import type { Deps } from '../../deps.ts'
import { recordFile } from '../files/record-file.ts'
import { inStore } from './queries.ts'

export type Assembled = { upload: Upload; bytes: number; receiptsHash: string }

const hashOf = (receipts: readonly CompletedPart[]): string =>
  createHash('sha256')
    .update(JSON.stringify(receipts.map((part) => [part.partNumber, part.etag])))
    .digest('hex')

/** @throws AppError 'conflict' after a completion with another list. */
export function isSameCompletion(upload: Upload, receipts: readonly CompletedPart[]): boolean {
  if (upload.state !== 'COMPLETE') return false
  if (upload.receiptsHash === hashOf(receipts)) return true
  throw new AppError('conflict', 'This upload was completed before, with other parts')
}

/** Makes one object of the parts of an upload. A repeat has the same result. */
export async function assembleUpload(
  deps: Pick<Deps, 'storage'>,
  upload: Upload,
  receipts: readonly CompletedPart[],
): Promise<Assembled> {
  const parts = receipts.map(({ partNumber, etag }) => ({ partNumber, etag }))
  const { size } = await deps.storage.completeUpload({ ...inStore(upload), parts })
  return { upload, bytes: size, receiptsHash: hashOf(receipts) }
}

/** Undefined when the store has completed this upload already, for example before a crash that prevented our own record. */
export async function storedParts(
  deps: Pick<Deps, 'storage'>,
  upload: Pick<Upload, 'storageKey' | 'storageUploadId'>,
): Promise<StoredPart[] | undefined> {
  try {
    return await deps.storage.listParts(inStore(upload))
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Empty for an upload that the store has completed already. */
export async function partialsOf(
  deps: Pick<Deps, 'storage'>,
  upload: Pick<Upload, 'storageKey' | 'storageUploadId'>,
): Promise<PartialPart[]> {
  try {
    return await deps.storage.listPartials(inStore(upload))
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return []
    throw error
  }
}

/** Records the object as a file, once. Undefined when another call has done so, or has cancelled the upload. */
export async function recordUploadedFile(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'queue'>,
  {
    upload: { id, totalParts },
    bytes,
    receiptsHash,
    at,
    publishedAt,
  }: Assembled & { at: Date; publishedAt: Date | null },
): Promise<string | undefined> {
  const claimed = await trx
    .updateTable('uploads')
    .set({ state: 'COMPLETE', receiptsHash, receipts: null, totalParts, fileBytes: bytes, touchedAt: at })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .returning(['analysisId', 'kind', 'fileName', 'storageKey', 'userId', 'remarks', 'senderDigest'])
    .executeTakeFirst()
  if (!claimed) return undefined
  const { userId: addedBy, ...file } = claimed
  return recordFile(trx, deps, { ...file, addedBy, uploadId: id, bytes, createdAt: at, publishedAt })
}
