import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type PartReceipt, type StoredPart, whyIncomplete } from '#domain/uploads.ts'
import type { Schema, Upload } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'

export type Assembled = { upload: Upload; bytes: number; receiptsHash: string }

/**
 * Makes one object of an upload's parts. Undefined when the very same completion has already succeeded.
 * @throws AppError 'invalid' when a part is missing or differs, 'conflict' after a completion with another list.
 */
export async function assembleUpload(
  deps: Pick<Deps, 'storage'>,
  upload: Upload,
  receipts: readonly PartReceipt[],
): Promise<Assembled | undefined> {
  const receiptsHash = createHash('sha256')
    .update(JSON.stringify(receipts.map((part) => [part.partNumber, part.etag])))
    .digest('hex')
  if (upload.state === 'COMPLETE') {
    if (upload.receiptsHash === receiptsHash) return undefined
    throw new AppError('conflict', 'This upload was completed before, with other parts')
  }
  const ref = { key: upload.storageKey, uploadId: upload.id }
  const stored = await storedParts(deps, ref)
  if (stored) {
    const reason = whyIncomplete(receipts, stored, upload.totalParts) ?? whyWrongSize(stored, upload)
    if (reason) throw new AppError('invalid', reason)
  }
  const { size } = await deps.storage.completeUpload({ ...ref, parts: [...receipts] })
  return { upload, bytes: size, receiptsHash }
}

/** Undefined when the store has completed this upload already, as after a crash before our own record of it. */
export async function storedParts(
  deps: Pick<Deps, 'storage'>,
  ref: { key: string; uploadId: string },
): Promise<StoredPart[] | undefined> {
  try {
    return await deps.storage.listParts(ref)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

function whyWrongSize(stored: readonly StoredPart[], upload: Upload): string | undefined {
  const bytes = stored.reduce((sum, part) => sum + part.size, 0)
  if (upload.fileBytes !== null)
    return bytes === upload.fileBytes ? undefined : `${bytes} bytes arrived where ${upload.fileBytes} were announced`
  const short = stored.find((part) => part.partNumber < upload.totalParts && part.size !== upload.partBytes)
  return (
    short && `Part ${short.partNumber} has ${short.size} bytes; every part but the last must have ${upload.partBytes}`
  )
}

/** Records the object once; false when another call has done so, or has given the upload up. */
export async function recordFile(
  trx: Kysely<Schema>,
  { upload, bytes, receiptsHash }: Assembled,
  times: { at: Date; publishedAt: Date | null },
): Promise<boolean> {
  const claimed = await trx
    .updateTable('uploads')
    .set({ state: 'COMPLETE', receiptsHash, touchedAt: times.at })
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
  return true
}
