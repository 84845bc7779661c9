import { type Kysely, sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { quotaProblem, type StorageUse } from '#domain/quota.ts'
import type { NewUpload, Schema } from '../../adapters/db/schema.ts'

type QuotaOf = { userId: string; quotaBytes: number }

/** A complete upload counts with its file's size, an open one of unknown size with the maximum size of its parts. */
export async function storageUseOf(db: Kysely<Schema>, { userId, quotaBytes }: QuotaOf): Promise<StorageUse> {
  const { usedBytes } = await db
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(coalesce(file_bytes, total_parts * part_bytes)), 0)::bigint`.as('usedBytes'))
    .where('userId', '=', userId)
    .where('kind', '=', 'ARCHIVE')
    .where('state', '<>', 'ABANDONED')
    .executeTakeFirstOrThrow()
  return { usedBytes, quotaBytes }
}

/** Call this with the customer's row locked, so that concurrent starts can't both use the remaining space. */
export async function requireQuota(trx: Kysely<Schema>, upload: NewUpload, quotaBytes: number): Promise<void> {
  const use = await storageUseOf(trx, { userId: upload.userId, quotaBytes })
  const message = quotaProblem(use, upload.fileBytes ?? upload.totalParts * upload.partBytes)
  if (message) throw new AppError('too-large', message, { errors: [{ field: 'fileSize', message }] })
}
