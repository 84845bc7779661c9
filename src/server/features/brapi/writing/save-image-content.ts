import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { GiB } from '#domain/units.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import type { work } from '../../../compute/photos/plot-image-worker.ts'
import { OverBudget } from '../../../compute/pool.ts'
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { requireStorageLeft } from '../../../quota.ts'
import { tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { single } from '../page.ts'
import { readImage } from './change-image.ts'
import { lockImage } from './lock-image.ts'

const WORKER = new URL('../../../compute/photos/plot-image-worker.ts', import.meta.url)
const SECONDS_MAX = 30
const WAIT_SECONDS_MAX = 20
/** Of all photos of a trial. */
const BYTES_MAX = GiB(2)

/** A phone sends a few at once. */
const oneAtATime = createKeyedMutex({
  max: 8,
  beyond: () => tooManyRequests('You are sending too many photos at once. Try again in a moment.', 3),
})

type ContentDeps = Pick<Deps, 'db' | 'now' | 'compute'> & WithConfig<'publicUrl' | 'customerQuotaBytes'>
type Content = { imageDbId: string; bytes: Uint8Array; signal: AbortSignal }

/** The file of a photo, which is made smaller and kept without what it says of place and camera. The same again changes nothing. */
export async function saveImageContent(deps: ContentDeps, actor: Actor, { imageDbId, ...file }: Content) {
  const { db, now, config } = deps
  // Before any work is done for who may not change it.
  await db.transaction().execute((trx) => lockImage(trx, actor, imageDbId))
  const { webp, width, height } = await oneAtATime(actor.userId, () => decode(deps, file))
  return db.transaction().execute(async (trx) => {
    const { image, trial } = await lockImage(trx, actor, imageDbId)
    const { numUpdatedRows } = await trx
      .updateTable('plotImages')
      .set({ bytes: webp, width, height })
      .where('id', '=', imageDbId)
      .where(sql<boolean>`bytes is distinct from ${webp}`)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await requireStorageLeft(trx, { accountId: trial.accountId, quotaBytes: config.customerQuotaBytes })
      await requireRoom(trx, trial.id)
      const after = { fileName: image.fileName }
      await audit(trx, actor, { at: now(), action: 'trial.photo-saved', subject: `trial:${trial.id}`, after })
    }
    return single(await readImage({ db: trx, config }, imageDbId))
  })
}

async function decode({ compute }: Pick<Deps, 'compute'>, { bytes, signal }: Omit<Content, 'imageDbId'>) {
  const picture = await compute
    .run<typeof work>({
      file: WORKER,
      input: { bytes: bytes.length },
      readRange: async (from, to) => bytes.subarray(from, to),
      signal,
      secondsMax: SECONDS_MAX,
      waitSecondsMax: WAIT_SECONDS_MAX,
    })
    .catch((error: unknown) => {
      if (error instanceof OverBudget) return null
      throw error
    })
  if (picture) return picture
  throw new AppError(
    'invalid',
    'This is no picture that can be read, or it is too large. Send a JPEG, PNG, WebP or TIFF',
  )
}

async function requireRoom(trx: Database, trialId: string): Promise<void> {
  const { bytes } = await trx
    .selectFrom('plotImages')
    .select(sql<number>`coalesce(sum(octet_length(bytes)), 0)::bigint`.as('bytes'))
    .where('trialId', '=', trialId)
    .executeTakeFirstOrThrow()
  if (bytes > BYTES_MAX) throw new AppError('conflict', 'The photos of plots of a trial have at most 2 GB.')
}
