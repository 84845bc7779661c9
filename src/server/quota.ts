import { type Kysely, sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { isFull, quotaProblem, type StorageUse, storageIsFull } from '#domain/quota.ts'
import type { NewUpload, Schema } from './adapters/db/schema.ts'

type QuotaOf = { userId: string; quotaBytes: number }

/**
 * All that a customer makes: archives and own files, of open uploads the announced size or all that their parts may hold, and of trials the versions of
 * plots, measured values and files that were made of them.
 */
export async function storageUseOf(db: Kysely<Schema>, { userId, quotaBytes }: QuotaOf): Promise<StorageUse> {
  const { rows } = await sql<{ usedBytes: number }>`
    with own_trials as materialized (select id from trials where user_id = ${userId})
    select ((
      select coalesce(sum(coalesce(file_bytes, total_parts * part_bytes)), 0) from uploads
      where user_id = ${userId} and kind <> 'REPORT' and state <> 'ABANDONED'
    ) + (
      select coalesce(sum(bytes), 0) from trial_plots where trial_id in (select id from own_trials)
    ) + (
      select coalesce(sum(octet_length(data)), 0) from flight_values
      where flight_id in (select id from trial_flights where trial_id in (select id from own_trials))
    ) + (
      select coalesce(sum(bytes), 0) from (
        select max(flight_files.bytes) as bytes from flight_files join files on files.id = map_file_id
        where files.user_id = ${userId} group by key
      ) as of_flights
    ))::bigint as used_bytes`.execute(db)
  return { usedBytes: rows[0]?.usedBytes ?? 0, quotaBytes }
}

/** Call this with the customer's row locked, so that concurrent starts can't both use the remaining space. */
export async function requireQuota(trx: Kysely<Schema>, upload: NewUpload, quotaBytes: number): Promise<void> {
  const use = await storageUseOf(trx, { userId: upload.userId, quotaBytes })
  const message = quotaProblem(use, upload.fileBytes ?? upload.totalParts * upload.partBytes)
  if (message) throw new AppError('too-large', message, { errors: [{ field: 'fileSize', message }] })
}

/** Before something is made whose size isn't known yet. @throws AppError 'too-large' when the customer's storage is full */
export async function requireStorageLeft(trx: Kysely<Schema>, of: QuotaOf): Promise<void> {
  const use = await storageUseOf(trx, of)
  if (isFull(use)) throw new AppError('too-large', storageIsFull(use))
}
