import { Readable } from 'node:stream'
import type { CompletedPart } from '#domain/uploads.ts'
import type { Deps } from '../../../deps.ts'
import { storeRefOf } from '../../uploads/queries.ts'

/** Sends a file to its upload, as a browser would. */
export async function sendParts(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { uploadId, partSize }: { uploadId: string; partSize: number },
  bytes: Uint8Array,
): Promise<CompletedPart[]> {
  const opened = db.selectFrom('uploads').select(['storageKey', 'storageUploadId']).where('id', '=', uploadId)
  const ref = storeRefOf(await opened.executeTakeFirstOrThrow())
  const parts: CompletedPart[] = []
  for (let start = 0; start < bytes.length; start += partSize) {
    const body = Readable.from([bytes.subarray(start, start + partSize)])
    const partNumber = parts.length + 1
    const { etag } = await storage.putPart({ ...ref, partNumber, maxBytes: partSize, body })
    parts.push({ partNumber, etag })
  }
  return parts
}
