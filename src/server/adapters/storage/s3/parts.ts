import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ListPartsCommand, type ListPartsCommandOutput, UploadPartCommand } from '@aws-sdk/client-s3'
import { AppError } from '#domain/errors.ts'
import { hours, seconds } from '#domain/units.ts'
import { PARTS_MAX, type StoredPart } from '#domain/uploads.ts'
import type { FreeSpace } from '../incoming/free-space.ts'
import { writePart } from '../incoming/write-part.ts'
import type { Storage, UploadRef } from '../storage.ts'
import type { Bucket } from './client.ts'
import { isTransient } from './errors.ts'

const ATTEMPTS = 4
const FIRST_DELAY_MS = seconds(0.5)
/** A part may be slow as long as its connection is not idle. */
const PART_TIMEOUT_MS = hours(1)

/** S3 puts most ETags in quotes; ours have none. */
export const bareEtag = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '')

/** S3 returns a thousand at a time. Not by the client's paginator: Ceph has a marker on its last page too, so that never ends. */
export async function listParts({ client, name }: Bucket, upload: UploadRef): Promise<StoredPart[]> {
  const wanted = { Bucket: name, Key: upload.key, UploadId: upload.uploadId }
  const parts: StoredPart[] = []
  let page: ListPartsCommandOutput | undefined
  do {
    page = await client.send(new ListPartsCommand({ ...wanted, PartNumberMarker: page?.NextPartNumberMarker }))
    for (const { PartNumber = 0, ETag, Size = 0 } of page.Parts ?? [])
      parts.push({ partNumber: PartNumber, etag: bareEtag(ETag), size: Size })
  } while (page.IsTruncated)
  return parts.sort((a, b) => a.partNumber - b.partNumber)
}

/** S3 needs the length and digest of a part first, so the part is whole on our disk before its first byte is sent on. */
export async function putPart(
  bucket: Bucket,
  { scratch, freeSpace }: { scratch: string; freeSpace: FreeSpace },
  { body, ...part }: Parameters<Storage['putPart']>[0],
): Promise<{ etag: string; size: number }> {
  const { partNumber, maxBytes, bytes } = part
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > PARTS_MAX)
    throw new AppError('invalid', `Parts are numbered from 1 to ${PARTS_MAX}`)
  const file = join(scratch, randomUUID())
  try {
    const digest = createHash('md5')
    const { size } = await writePart(file, { body: withDigest(body, digest), freeSpace, maxBytes, bytes })
    const etag = await sendPart(bucket, part, { file, size, md5: digest.digest('base64') })
    return { etag, size }
  } finally {
    await rm(file, { force: true })
  }
}

async function* withDigest(
  body: AsyncIterable<Uint8Array>,
  digest: { update(chunk: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    digest.update(chunk)
    yield chunk
  }
}

/** The client can't retry a stream, so this does. */
async function sendPart(
  { client, name }: Bucket,
  part: UploadRef & { partNumber: number },
  { file, size, md5 }: { file: string; size: number; md5: string },
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const command = new UploadPartCommand({
      Bucket: name,
      Key: part.key,
      UploadId: part.uploadId,
      PartNumber: part.partNumber,
      ContentLength: size,
      ContentMD5: md5,
      Body: createReadStream(file, { end: size - 1 }),
    })
    try {
      return bareEtag((await client.send(command, { requestTimeout: PART_TIMEOUT_MS })).ETag)
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error
    }
    await setTimeout(FIRST_DELAY_MS * 2 ** (attempt - 1))
  }
}
