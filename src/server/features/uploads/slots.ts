import { randomBytes } from 'node:crypto'
import type { UploadSlots } from '#contract/uploads.ts'
import { AppError } from '#domain/errors.ts'
import { checkFileName, decodeFileName, storedFileName } from '#domain/file-names.ts'
import { PART_URL_LIFE_MS, PARTS_MAX, partCount, partRange } from '#domain/uploads.ts'
import type { FileKind, NewUpload, Upload } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { storedParts } from './assemble-upload.ts'
import { uploadNotFound } from './queries.ts'

/** The name as the client's computer has it. @throws AppError when it is no valid encoding or no possible name. */
export function readFileName(encoded: string): string {
  const name = decodeFileName(encoded)
  const fault = name === undefined ? 'The file name is not validly URL-encoded' : checkFileName(name)
  if (name === undefined || fault)
    throw new AppError('invalid', fault ?? '', { errors: [{ field: 'fileName', message: fault ?? '' }] })
  return name
}

type Opening = {
  analysisId: string
  userId: string
  kind: FileKind
  fileName: string
  /** What the caller counted; a known size decides instead. */
  totalChunks: number
  fileSize: number | undefined
  fingerprint: string | undefined
  remarks: string
}

/** Opens an upload in the object store; the row it answers is still to be inserted. */
export async function openUpload(
  deps: Pick<Deps, 'storage' | 'now' | 'config'>,
  { totalChunks, fileSize, fingerprint, ...opening }: Opening,
): Promise<NewUpload> {
  const now = deps.now()
  const { partBytes } = deps.config
  const totalParts = fileSize === undefined ? totalChunks : partCount(fileSize, partBytes)
  if (totalParts > PARTS_MAX) {
    const message = `A file has at most ${PARTS_MAX} parts`
    throw new AppError('invalid', message, { errors: [{ field: 'fileSize', message }] })
  }
  const storageKey = `${opening.analysisId}/${randomBytes(8).toString('hex')}/${storedFileName(opening.fileName, now)}`
  const { uploadId } = await deps.storage.openUpload({ key: storageKey, bytes: fileSize })
  return {
    ...opening,
    id: uploadId,
    storageKey,
    totalParts,
    partBytes,
    fileBytes: fileSize ?? null,
    state: 'OPEN',
    receiptsHash: null,
    fingerprint: fingerprint ?? null,
    senderDigest: null,
    receipts: null,
    publish: null,
    startedAt: now,
    touchedAt: now,
  }
}

/** A URL for every part that has not arrived, and the receipts of those that have. */
export async function presentSlots(deps: Pick<Deps, 'storage' | 'now'>, upload: Upload): Promise<UploadSlots> {
  const { id: uploadId, storageKey: key, totalParts, partBytes, fileBytes } = upload
  const received = (await storedParts(deps, upload)) ?? upload.receipts
  if (!received) throw uploadNotFound()
  const there = new Set(received.map((part) => part.partNumber))
  const expiresAt = new Date(deps.now().getTime() + PART_URL_LIFE_MS)
  const missing = Array.from({ length: totalParts }, (_, index) => index + 1).filter((number) => !there.has(number))
  const urls = await Promise.all(
    missing.map(async (partNumber) => {
      const range = fileBytes === null ? undefined : partRange(partNumber, fileBytes, partBytes)
      const url = await deps.storage.signPart({
        key,
        uploadId,
        partNumber,
        expiresAt,
        maxBytes: partBytes,
        ...(range ? { bytes: range.end - range.start } : {}),
      })
      return [String(partNumber), url] as const
    }),
  )
  return {
    preSignedUrl: { preSignedUrls: Object.fromEntries(urls), uploadId, key },
    id: upload.analysisId,
    partSize: partBytes,
    received,
  }
}
