import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { CompletedPart, StoredPart } from '#domain/uploads.ts'
import type { Database, Upload } from '../../adapters/db/schema.ts'
import type { PartialPart } from '../../adapters/storage/storage.ts'
import type { Deps } from '../../deps.ts'
import { recordFile } from '../files/record-file.ts'
import { unlessMissing } from '../files/skip-missing.ts'
import { storeRefOf } from './queries.ts'

export type Assembled = { upload: Upload; bytes: number; receiptsHash: string }

const hashParts = (parts: readonly CompletedPart[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map((part) => [part.partNumber, part.etag])))
    .digest('hex')

/** @throws AppError 'conflict' after a completion with another list. */
export function isSameCompletion(upload: Upload, parts: readonly CompletedPart[]): boolean {
  if (upload.state !== 'COMPLETE') return false
  if (upload.receiptsHash === hashParts(parts)) return true
  throw new AppError('conflict', 'This upload was already completed with other parts')
}

/** Joins an upload's parts into one object. Idempotent. */
export async function assembleUpload(
  deps: Pick<Deps, 'storage'>,
  upload: Upload,
  parts: readonly CompletedPart[],
): Promise<Assembled> {
  const list = parts.map(({ partNumber, etag }) => ({ partNumber, etag }))
  const { size } = await deps.storage.completeUpload({ ...storeRefOf(upload), parts: list })
  return { upload, bytes: size, receiptsHash: hashParts(parts) }
}

type StoredUpload = Pick<Upload, 'storageKey' | 'storageUploadId'>

/** Undefined when the store has already completed this upload, as after a crash before we recorded it. */
export const listStoredParts = (
  { storage }: Pick<Deps, 'storage'>,
  upload: StoredUpload,
): Promise<StoredPart[] | undefined> => unlessMissing(storage.listParts(storeRefOf(upload)))

/** Empty when the store has already completed the upload. */
export const listPartialParts = async (
  { storage }: Pick<Deps, 'storage'>,
  upload: StoredUpload,
): Promise<PartialPart[]> => (await unlessMissing(storage.listPartials(storeRefOf(upload)))) ?? []

/** Records the object as a file, once. Undefined when another call has done so or has cancelled the upload. */
export async function recordUploadedFile(
  trx: Database,
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
    .returning([
      'analysisId',
      'projectId',
      'kind',
      'fileName',
      'storageKey',
      'userId',
      'accountId',
      'remarks',
      'senderDigest',
    ])
    .executeTakeFirst()
  if (!claimed) return undefined
  const { userId, accountId, analysisId, projectId, ...sent } = claimed
  const file = { ...sent, addedBy: userId, uploadId: id, bytes, createdAt: at, publishedAt }
  return analysisId === null
    ? recordFile(trx, deps, { ...file, id, analysisId, accountId, projectId: projectId ?? '' })
    : recordFile(trx, deps, { ...file, analysisId })
}
