import { createHash, randomUUID } from 'node:crypto'
import type { WithConfig } from '../../deps.ts'

/**
 * The id of a new upload. Over PostgreSQL the version before may run beside this one. It uses the id of the row in the store,
 * and deletes open uploads of the store whose id no row has. So rows get the id that it would have given them. Once that
 * version is gone, a random id is enough.
 */
export const newUploadId = (
  { config }: WithConfig<'postgres' | 'objectStore'>,
  { key, uploadId }: { key: string; uploadId: string },
): string => {
  if (!config.postgres) return randomUUID()
  return config.objectStore ? idOfVersionBefore(key, uploadId) : uploadId
}

/** The id of S3 behind a prefix derived from it and the key. */
const idOfVersionBefore = (key: string, s3Id: string): string => {
  const mark = createHash('sha256')
    .update(JSON.stringify([key, s3Id]))
    .digest('base64url')
  return mark.slice(0, 16) + Buffer.from(s3Id).toString('base64url')
}
