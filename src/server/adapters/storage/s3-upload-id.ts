import { createHash } from 'node:crypto'
import { noUpload } from './layout.ts'
import type { UploadRef } from './storage.ts'

/**
 * S3 forgets the id of an upload once the object is there. So the ids that we hand out carry a mark of their key: an
 * object counts as made by every upload of its key, of which there is one, and by no other.
 */
export const toUploadId = (key: string, s3Id: string): string =>
  markOf(key, s3Id) + Buffer.from(s3Id).toString('base64url')

/** S3's own id. @throws AppError 'not-found' for an id that was not made for this key. */
export function toS3Id({ key, uploadId }: UploadRef): string {
  const s3Id = s3IdIn({ key, uploadId })
  if (s3Id === undefined) throw noUpload()
  return s3Id
}

export function s3IdIn({ key, uploadId }: UploadRef): string | undefined {
  const s3Id = Buffer.from(uploadId.slice(MARK_LENGTH), 'base64url').toString()
  return toUploadId(key, s3Id) === uploadId ? s3Id : undefined
}

const MARK_LENGTH = 16
const markOf = (key: string, s3Id: string): string =>
  createHash('sha256')
    .update(JSON.stringify([key, s3Id]))
    .digest('base64url')
    .slice(0, MARK_LENGTH)
