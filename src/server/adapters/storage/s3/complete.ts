import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
} from '@aws-sdk/client-s3'
import { AppError } from '#domain/errors.ts'
import { minutes } from '#domain/units.ts'
import { findMissingParts, type StoredPart } from '#domain/uploads.ts'
import { type Storage, type UploadRef, uploadMissing } from '../storage.ts'
import type { Bucket } from './client.ts'
import { unlessGone } from './errors.ts'
import { listParts } from './parts.ts'

type Completion = Parameters<Storage['completeUpload']>[0]

/** S3 may take minutes to join ten thousand parts, or to delete them. */
const MANY_PARTS_TIMEOUT_MS = minutes(5)

/** Checks the object and its size after every completion, successful or failed: the response of S3 may be wrong or lost. */
export async function completeUpload(bucket: Bucket, upload: Completion): Promise<{ size: number }> {
  const stored = await unlessGone(listParts(bucket, upload))
  if (!stored) return findCompletedSize(bucket, upload)
  const problem = findMissingParts(upload.parts, stored, Math.max(1, upload.parts.length))
  if (problem) throw new AppError('invalid', problem)
  const parts = stored.filter(({ partNumber }) => partNumber <= upload.parts.length)
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  try {
    await completeMultipartUpload(bucket, upload, parts)
  } catch (error) {
    // The response may have been lost, or another process was faster.
    const made = await findObject(bucket, upload.key)
    if (made?.size !== size) throw error
    return { size }
  }
  const made = await findObject(bucket, upload.key)
  if (made?.size !== size)
    throw new Error(
      `The store says that ${upload.key} is complete, and has ${made?.size ?? 'none'} of its ${size} bytes`,
    )
  return { size }
}

const completeMultipartUpload = ({ client, name }: Bucket, upload: UploadRef, parts: readonly StoredPart[]) =>
  client.send(
    new CompleteMultipartUploadCommand({
      Bucket: name,
      Key: upload.key,
      UploadId: upload.uploadId,
      MultipartUpload: { Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` })) },
    }),
    { requestTimeout: MANY_PARTS_TIMEOUT_MS },
  )

/** S3 drops an upload and its parts once the object exists; the ETag of the object ends in their number. */
async function findCompletedSize(bucket: Bucket, { key, parts }: Completion): Promise<{ size: number }> {
  const made = await findObject(bucket, key)
  if (!made) throw uploadMissing()
  const count = /-(?<count>\d+)"$/.exec(made.etag)?.groups?.count
  if (count !== undefined && Number(count) !== parts.length)
    throw new AppError('conflict', 'This upload has been completed with other parts')
  return { size: made.size }
}

/** The ETag in quotes, as S3 has it. */
export async function findObject(
  { client, name }: Bucket,
  key: string,
): Promise<{ size: number; etag: string } | undefined> {
  const found = await unlessGone(client.send(new HeadObjectCommand({ Bucket: name, Key: key })))
  return found && { size: found.ContentLength ?? 0, etag: found.ETag ?? '' }
}

/** A part in flight may still arrive and be kept: then the upload is listed again, and the next `expire-uploads` discards it. */
export async function discard({ client, name }: Bucket, { key, uploadId }: UploadRef): Promise<void> {
  const abort = new AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: uploadId })
  await unlessGone(client.send(abort, { requestTimeout: MANY_PARTS_TIMEOUT_MS }))
}

/** No delete without an object: it would leave a delete marker in a versioned bucket. */
export async function removeObject(bucket: Bucket, key: string): Promise<void> {
  if (!(await findObject(bucket, key))) return
  await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: key }))
}
