import { sql } from 'kysely'
import { z } from 'zod'
import { hours, minutes } from '#domain/units.ts'
import { UPLOAD_IDLE_TIMEOUT_MS } from '#domain/uploads.ts'
import { SYSTEM } from '../../actor.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { UploadRef } from '../../adapters/storage/storage.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches, repeatBatches } from '../../lists/in-batches.ts'
import { cancelWithin } from './cancel-upload.ts'
import { finishUploadJob } from './record-completed-parts.ts'

/** Long enough for a new upload's row to be inserted after the store has opened it. */
const ORPHAN_AGE_MS = hours(1)
const UNFINISHED_AGE_MS = minutes(10)

export const expireUploadsJob = defineJob({ name: 'expire-uploads', payload: z.object({}), schedule: '17 * * * *' })

/** Expires uploads without activity for 7 days, unless all of their parts have arrived, and cleans up after crashes. */
export async function expireUploads(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'storage'>): Promise<void> {
  const now = deps.now().getTime()
  await cancelIdle(deps, new Date(now - UPLOAD_IDLE_TIMEOUT_MS))
  await requeueUnfinished(deps, new Date(now - UNFINISHED_AGE_MS))
  await deleteOrphans(deps, new Date(now - ORPHAN_AGE_MS))
}

const cancelIdle = (deps: Pick<Deps, 'db' | 'now' | 'queue'>, idleSince: Date): Promise<void> =>
  repeatBatches(() =>
    deps.db.transaction().execute(async (trx) => {
      const idle = await trx
        .selectFrom('uploads')
        .select('id')
        .where('state', '=', 'OPEN')
        .where('receipts', 'is', null)
        .where('touchedAt', '<', idleSince)
        .orderBy('touchedAt')
        .limit(BATCH_ROWS)
        // A locked upload is being resumed, so it is not idle.
        .forUpdate()
        .skipLocked()
        .execute()
      return cancelWithin(trx, deps, { caller: SYSTEM, uploadIds: idle.map(({ id }) => id), idleSince })
    }),
  )

/** Enqueues completions again whose jobs have used up their attempts. */
const requeueUnfinished = ({ db, queue }: Pick<Deps, 'db' | 'queue'>, before: Date): Promise<void> =>
  inBatches({ touchedAt: new Date(0), id: '' }, async ({ touchedAt, id }) => {
    const unfinished = await db
      .selectFrom('uploads')
      .select(['id', 'touchedAt'])
      .where('state', '=', 'OPEN')
      .where('receipts', 'is not', null)
      .where('touchedAt', '<', before)
      .where(sql<boolean>`(touched_at, id) > (${touchedAt}, ${id})`)
      .orderBy('touchedAt')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    await queue.enqueueAll(
      db,
      finishUploadJob,
      unfinished.map((upload) => ({ uploadId: upload.id })),
    )
    return cursorAfter(unfinished)
  })

/** Aborts uploads in the store that no open upload of ours refers to. */
async function deleteOrphans({ db, storage }: Pick<Deps, 'db' | 'storage'>, before: Date): Promise<void> {
  const abortUnknown = async (open: readonly UploadRef[]): Promise<void> => {
    const ids = open.map(({ uploadId }) => uploadId)
    // An upload completed since it was listed is no longer open in the store either: aborting it does nothing.
    const rows = await db
      .selectFrom('uploads')
      .select(['storageUploadId', 'storageKey'])
      .where('storageUploadId', 'in', ids)
      .where('state', '=', 'OPEN')
      .execute()
    const known = new Set(rows.map((row) => `${row.storageUploadId} ${row.storageKey}`))
    for (const { key, uploadId } of open) if (!known.has(`${uploadId} ${key}`)) await storage.discard({ key, uploadId })
  }
  let batch: UploadRef[] = []
  for await (const { key, uploadId, openedAt } of storage.listUploads()) {
    if (openedAt < before) batch.push({ key, uploadId })
    if (batch.length < BATCH_ROWS) continue
    await abortUnknown(batch)
    batch = []
  }
  if (batch.length > 0) await abortUnknown(batch)
}
