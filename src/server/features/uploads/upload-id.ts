import { createHash, randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/**
 * The id of a new upload. Over PostgreSQL the version before may run beside this one. It asks the store by the id of the row, and
 * ends what is open in the store under an id that no row has. So rows have the id that it would have given them; once it is
 * gone, a random one will do there, too.
 */
export const newUploadId = (
  { config }: Pick<Deps, 'config'>,
  { key, uploadId }: { key: string; uploadId: string },
): string => {
  if (!config.postgres) return randomUUID()
  return config.objectStore ? idOfVersionBefore(key, uploadId) : uploadId
}

/** The id of S3 behind a mark that is made of it and the key. */
const idOfVersionBefore = (key: string, s3Id: string): string => {
  const mark = createHash('sha256')
    .update(JSON.stringify([key, s3Id]))
    .digest('base64url')
  return mark.slice(0, 16) + Buffer.from(s3Id).toString('base64url')
}
