import { createHash, randomUUID } from 'node:crypto'
import type { WithConfig } from '../../deps.ts'

/**
 * The id of a new upload. With PostgreSQL the previous version may run beside this one. It uses the row's id as the store's id,
 * and aborts uploads in the store whose id no row has. So rows get the id that it would have given them. Once that version
 * is gone, a random id will do.
 */
export const newUploadId = (
  { config }: WithConfig<'postgres' | 'objectStore'>,
  { key, uploadId }: { key: string; uploadId: string },
): string => {
  if (!config.postgres) return randomUUID()
  return config.objectStore ? previousVersionId(key, uploadId) : uploadId
}

/** A prefix derived from key and S3 id, followed by the S3 id. */
const previousVersionId = (key: string, s3Id: string): string => {
  const prefix = createHash('sha256')
    .update(JSON.stringify([key, s3Id]))
    .digest('base64url')
  return prefix.slice(0, 16) + Buffer.from(s3Id).toString('base64url')
}
