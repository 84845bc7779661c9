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
  name: 'delete-upload-data',
  payload: z.object({ key: z.string(), uploadId: z.string() }),
})

/** Cancels an open upload. A job frees its bytes, so that a crash cannot leave them behind. */
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
  // It was completed or cancelled meanwhile; this second lookup shows which.
  await loadOpenUpload(deps.db, of, ref)
  throw uploadNotFound()
}

/** Cancels every unfinished upload of a person, archive or report file, and aborts its parts in flight. */
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
 * Cancels the open uploads among these, and resolves to their number. With `idleSince`: only those without activity since then
 * that cannot be completed.
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
  const action = idleSince ? 'upload.expired' : 'upload.cancelled'
  await auditAll(
    trx,
    caller,
    given.map(({ analysisId }) => ({ at, action, subject: `analysis:${analysisId}` })),
  )
  return given.length
}

/** Frees the bytes of a cancelled upload, also when the store has just completed it. */
export async function deleteUploadData(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { key, uploadId }: { key: string; uploadId: string },
): Promise<void> {
  const upload = await db.selectFrom('uploads').select('storageUploadId').where('id', '=', uploadId).executeTakeFirst()
  if (upload) await storage.discard({ key, uploadId: upload.storageUploadId })
  await storage.remove({ key })
}
