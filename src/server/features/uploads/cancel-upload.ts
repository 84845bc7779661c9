import { z } from 'zod'
import { begunBy, begunIn } from '../../access.ts'
import type { Actor, Caller } from '../../actor.ts'
import type { Database, UploadKind } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { auditAll, subjectOfFile } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, repeatBatches } from '../../lists/in-batches.ts'
import { REMOVAL_RETRY } from '../files/remove-object.ts'
import { loadOpenUpload, type UploadRef, uploadNotFound } from './queries.ts'

export const deleteUploadDataJob = defineJob({
  name: 'delete-upload-data',
  payload: z.object({ key: z.string(), uploadId: z.string() }),
  retry: REMOVAL_RETRY,
})

/** Cancels an open upload. A job deletes its bytes, so that a crash can't leave them behind. */
export async function cancelUpload(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { kind, ...ref }: UploadRef & { kind: UploadKind },
): Promise<void> {
  const scope = kind === 'REPORT' ? { kind } : { kind, sender: actor }
  const upload = await loadOpenUpload(deps.db, scope, ref)
  const cancelled = await deps.db
    .transaction()
    .execute((trx) => cancelWithin(trx, deps, { caller: actor, uploadIds: [upload.id] }))
  if (cancelled > 0) return
  // It was completed or cancelled in the meantime: this second load throws the right error.
  await loadOpenUpload(deps.db, scope, ref)
  throw uploadNotFound()
}

/**
 * Cancels all open uploads in an account, or those of one of its people; of staff those of report files. Parts in flight are
 * aborted.
 */
export const cancelUploadsOf = (
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'>,
  { accountId, userId, caller }: { accountId: string; userId?: string; caller: Actor | Caller },
): Promise<void> =>
  repeatBatches(async () => {
    const open = await trx
      .selectFrom('uploads')
      .select('id')
      .where(userId === undefined ? begunIn(accountId) : begunBy({ userId, accountId }))
      .where('state', '=', 'OPEN')
      .limit(BATCH_ROWS)
      .execute()
    return cancelWithin(trx, deps, { caller, uploadIds: open.map(({ id }) => id) })
  })

type Cancellation = { caller: Actor | Caller; uploadIds: readonly string[]; idleSince?: Date }

/**
 * Cancels the open ones among these uploads and returns their number. With `idleSince` only those without activity since
 * then whose parts have not all been saved for completion.
 */
export async function cancelWithin(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'>,
  { caller, uploadIds, idleSince }: Cancellation,
): Promise<number> {
  if (uploadIds.length === 0) return 0
  const at = deps.now()
  const open = trx
    .updateTable('uploads')
    .set({ state: 'ABANDONED', touchedAt: at })
    .where('id', 'in', uploadIds)
    .where('state', '=', 'OPEN')
    .returning(['id', 'storageKey', 'analysisId', 'projectId'])
  const chosen = idleSince ? open.where('touchedAt', '<', idleSince).where('receipts', 'is', null) : open
  const cancelled = await chosen.execute()
  if (cancelled.length === 0) return 0
  await deps.queue.enqueueAll(
    trx,
    deleteUploadDataJob,
    cancelled.map(({ id, storageKey }) => ({ key: storageKey, uploadId: id })),
  )
  const action = idleSince ? 'upload.expired' : 'upload.cancelled'
  await auditAll(
    trx,
    caller,
    cancelled.map((upload) => ({ at, action, subject: subjectOfFile(upload) })),
  )
  return cancelled.length
}

/** Deletes the bytes of a cancelled upload, also when the store has already made an object of them. */
export async function deleteUploadData(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { key, uploadId }: { key: string; uploadId: string },
): Promise<void> {
  const upload = await db.selectFrom('uploads').select('storageUploadId').where('id', '=', uploadId).executeTakeFirst()
  if (upload) await storage.discard({ key, uploadId: upload.storageUploadId })
  await storage.remove({ key })
}
