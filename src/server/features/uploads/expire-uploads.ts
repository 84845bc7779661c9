import { z } from 'zod'
import { hours, minutes } from '#domain/units.ts'
import { UPLOAD_IDLE_TIMEOUT_MS } from '#domain/uploads.ts'
import { SYSTEM } from '../../actor.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { giveUpWithin } from './abandon-upload.ts'
import { finishUploadJob } from './note-receipts.ts'

/** Long enough for the row of an upload to follow its opening in the store. */
const ORPHAN_AGE_MS = hours(1)
const UNFINISHED_AGE_MS = minutes(10)

export const expireUploadsJob = defineJob({ name: 'expire-uploads', payload: z.object({}), schedule: '17 * * * *' })

/** Gives up every upload that nobody has touched for 7 days, unless all of it has arrived, and puts right what crashes have left behind. */
export async function expireUploads(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'storage'>): Promise<void> {
  const now = deps.now().getTime()
  const idleSince = new Date(now - UPLOAD_IDLE_TIMEOUT_MS)
  const idle = await deps.db
    .selectFrom('uploads')
    .select(['id', 'storageKey', 'analysisId'])
    .where('state', '=', 'OPEN')
    .where('receipts', 'is', null)
    .where('touchedAt', '<', idleSince)
    .execute()
  // Someone may have gone on with it since the list was made.
  for (const upload of idle)
    await deps.db.transaction().execute((trx) => giveUpWithin(trx, deps, { caller: SYSTEM, upload, idleSince }))
  await finishForgotten(deps, new Date(now - UNFINISHED_AGE_MS))
  await discardOrphans(deps, new Date(now - ORPHAN_AGE_MS))
}

/** Asks once more for completions that failed so often that the queue let go of them. */
async function finishForgotten(deps: Pick<Deps, 'db' | 'queue'>, before: Date): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const unfinished = await trx
      .selectFrom('uploads')
      .select('id')
      .where('state', '=', 'OPEN')
      .where('receipts', 'is not', null)
      .where('touchedAt', '<', before)
      .execute()
    for (const { id } of unfinished) await deps.queue.enqueue(trx, finishUploadJob, { uploadId: id })
  })
}

/** Frees what the store holds open and no row of ours goes on with. */
async function discardOrphans({ db, storage }: Pick<Deps, 'db' | 'storage'>, before: Date): Promise<void> {
  for await (const { key, uploadId, openedAt } of storage.listUploads()) {
    if (openedAt >= before) continue
    // One that was completed since it was listed is open no more, in the store neither: then nothing is ended.
    const known = await db
      .selectFrom('uploads')
      .select('id')
      .where('storageUploadId', '=', uploadId)
      .where('storageKey', '=', key)
      .where('state', '=', 'OPEN')
      .executeTakeFirst()
    if (!known) await storage.discard({ key, uploadId })
  }
}
