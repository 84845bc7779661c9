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
  if (!(await giveUp(deps, actor, upload))) throw uploadNotFound()
}

type Given = Pick<Upload, 'id' | 'storageKey' | 'analysisId'>

/** False when the upload was no longer open. */
export const giveUp = (
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  caller: Actor | Caller,
  upload: Given,
): Promise<boolean> => deps.db.transaction().execute((trx) => giveUpWithin(trx, deps, { caller, upload }))

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

async function giveUpWithin(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'>,
  { caller, upload }: { caller: Actor | Caller; upload: Given },
): Promise<boolean> {
  const at = deps.now()
  const given = await trx
    .updateTable('uploads')
    .set({ state: 'ABANDONED', touchedAt: at })
    .where('id', '=', upload.id)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  if (given.numUpdatedRows === 0n) return false
  await deps.queue.enqueue(trx, discardUploadJob, { key: upload.storageKey, uploadId: upload.id })
  await audit(trx, caller, { at, action: 'upload.abandoned', subject: `analysis:${upload.analysisId}` })
  return true
}

export const discardUpload = (deps: Pick<Deps, 'storage'>, upload: { key: string; uploadId: string }): Promise<void> =>
  deps.storage.discard(upload)
