import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Actor, Caller } from '../../actor.ts'
import type { FileKind, Schema } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { auditAll } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, repeatBatches } from '../../lists/in-batches.ts'
import { loadOpenUpload, type UploadRef, uploadNotFound } from './queries.ts'

export const deleteUploadDataJob = defineJob({
  name: 'discard-upload',
  payload: z.object({ key: z.string(), uploadId: z.string() }),
})

/** Gives an open upload up; its bytes are freed by a job, so that no crash can leave them behind. */
export async function cancelUpload(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { kind, ...ref }: UploadRef & { kind: FileKind },
): Promise<void> {
  const of = kind === 'ARCHIVE' ? { kind, userId: actor.userId } : { kind }
  const upload = await loadOpenUpload(deps.db, of, ref)
  const given = await deps.db
    .transaction()
    .execute((trx) => cancelWithin(trx, deps, { caller: actor, uploadIds: [upload.id] }))
  if (given > 0) return
  // It was completed or given up meanwhile, which this second look tells.
  await loadOpenUpload(deps.db, of, ref)
  throw uploadNotFound()
}

/** Gives up every upload, archive or report file, that a person has not completed; what is coming in of them is cut. */
export const cancelUploadsOf = (
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'>,
  { userId, caller }: { userId: string; caller: Actor | Caller },
): Promise<void> =>
  repeatBatches(async () => {
    const open = await trx
      .selectFrom('uploads')
      .select('id')
      .where('userId', '=', userId)
      .where('state', '=', 'OPEN')
      .limit(BATCH_ROWS)
      .execute()
    return cancelWithin(trx, deps, { caller, uploadIds: open.map(({ id }) => id) })
  })

type GivingUp = { caller: Actor | Caller; uploadIds: readonly string[]; idleSince?: Date }

/**
 * Gives up those that are open, and answers how many were. With `idleSince` only those that nobody has gone on with since,
 * nor completed so far that they can be finished.
 */
export async function cancelWithin(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'>,
  { caller, uploadIds, idleSince }: GivingUp,
): Promise<number> {
  if (uploadIds.length === 0) return 0
  const at = deps.now()
  const open = trx
    .updateTable('uploads')
    .set({ state: 'ABANDONED', touchedAt: at })
    .where('id', 'in', uploadIds)
    .where('state', '=', 'OPEN')
    .returning(['id', 'storageKey', 'analysisId'])
  const meant = idleSince ? open.where('touchedAt', '<', idleSince).where('receipts', 'is', null) : open
  const given = await meant.execute()
  if (given.length === 0) return 0
  await deps.queue.enqueueAll(
    trx,
    deleteUploadDataJob,
    given.map(({ id, storageKey }) => ({ key: storageKey, uploadId: id })),
  )
  await auditAll(
    trx,
    caller,
    given.map(({ analysisId }) => ({ at, action: 'upload.abandoned', subject: `analysis:${analysisId}` })),
  )
  return given.length
}

/** Frees the bytes of an upload that was given up, also when the store has just made an object of them. */
export async function deleteUploadData(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { key, uploadId }: { key: string; uploadId: string },
): Promise<void> {
  const upload = await db.selectFrom('uploads').select('storageUploadId').where('id', '=', uploadId).executeTakeFirst()
  if (upload) await storage.discard({ key, uploadId: upload.storageUploadId })
  await storage.remove({ key })
}
