import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Actor, Caller } from '../../actor.ts'
import type { FileKind, Schema, Upload } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { loadOpenUpload, type UploadRef, uploadNotFound } from './queries.ts'

export const discardUploadJob = defineJob({
  name: 'discard-upload',
  payload: z.object({ key: z.string(), uploadId: z.string() }),
})

/** Gives an open upload up; its bytes are freed by a job, so that no crash can leave them behind. */
export async function abandonUpload(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { kind, ...ref }: UploadRef & { kind: FileKind },
): Promise<void> {
  const upload = await loadOpenUpload(deps.db, kind === 'ARCHIVE' ? { kind, userId: actor.userId } : { kind }, ref)
  const given = await deps.db.transaction().execute((trx) => giveUpWithin(trx, deps, { caller: actor, upload }))
  if (!given) throw uploadNotFound()
}

type Given = Pick<Upload, 'id' | 'storageKey' | 'analysisId'>

/** Gives up every upload, archive or report file, that a person has not completed; what is coming in of them is cut. */
export async function giveUpUploadsOf(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'>,
  { userId, caller }: { userId: string; caller: Actor | Caller },
): Promise<void> {
  const open = await trx
    .selectFrom('uploads')
    .select(['id', 'storageKey', 'analysisId'])
    .where('userId', '=', userId)
    .where('state', '=', 'OPEN')
    .execute()
  for (const upload of open) await giveUpWithin(trx, deps, { caller, upload })
}

/** With `idleSince` only when nobody has gone on with it since, nor completed it so far that it can be finished. */
export async function giveUpWithin(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'>,
  { caller, upload, idleSince }: { caller: Actor | Caller; upload: Given; idleSince?: Date },
): Promise<boolean> {
  const at = deps.now()
  const open = trx
    .updateTable('uploads')
    .set({ state: 'ABANDONED', touchedAt: at })
    .where('id', '=', upload.id)
    .where('state', '=', 'OPEN')
  const meant = idleSince ? open.where('touchedAt', '<', idleSince).where('receipts', 'is', null) : open
  const given = await meant.executeTakeFirst()
  if (given.numUpdatedRows === 0n) return false
  await deps.queue.enqueue(trx, discardUploadJob, { key: upload.storageKey, uploadId: upload.id })
  await audit(trx, caller, { at, action: 'upload.abandoned', subject: `analysis:${upload.analysisId}` })
  return true
}

/** Frees the bytes of an upload that was given up, also when the store has just made an object of them. */
export async function discardUpload(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { key, uploadId }: { key: string; uploadId: string },
): Promise<void> {
  const upload = await db.selectFrom('uploads').select('storageUploadId').where('id', '=', uploadId).executeTakeFirst()
  if (upload) await storage.discard({ key, uploadId: upload.storageUploadId })
  await storage.remove({ key })
}
