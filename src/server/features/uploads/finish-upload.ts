import { AppError, type ErrorCode } from '#domain/errors.ts'
import type { CompletedPart } from '#domain/uploads.ts'
import { type Author, SYSTEM } from '../../actor.ts'
import type { Upload, UploadKind } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { isForbidden } from '../../still-allowed.ts'
import { cancelWithin } from './cancel-upload.ts'
import { requireUploader } from './require-uploader.ts'

/** The parts have changed since, or the upload is gone: only its sender can continue. */
const FINAL: readonly ErrorCode[] = ['invalid', 'conflict', 'not-found']

type FinishDeps = Pick<Deps, 'db' | 'storage' | 'now' | 'queue' | 'log'> & WithConfig<'publicUrl' | 'limitFactor'>

/** Completes an upload on behalf of its sender. False when it was completed or cancelled in the meantime. */
type Complete = (
  deps: FinishDeps,
  sender: Author,
  upload: { upload: Upload; parts: readonly CompletedPart[]; publish: boolean },
) => Promise<boolean>

/** The job that completes uploads whose parts were saved but whose completion never finished. */
export const createFinishUpload =
  (complete: Record<UploadKind, Complete>) =>
  async (deps: FinishDeps, { uploadId }: { uploadId: string }): Promise<void> => {
    const upload = await deps.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', uploadId)
      .where('state', '=', 'OPEN')
      .executeTakeFirst()
    if (!upload?.receipts) return
    const { receipts: parts, publish } = upload
    const sender = { ...SYSTEM, userId: upload.userId }
    try {
      await complete[upload.kind](deps, sender, { upload, parts, publish: publish ?? false })
    } catch (error) {
      if (isForbidden(error)) return cancelIfForbidden(deps, upload)
      if (!(error instanceof AppError && FINAL.includes(error.code))) throw error
      deps.log.warn({ err: error, uploadId }, 'upload completion failed')
      await deps.db
        .updateTable('uploads')
        .set({ receipts: null })
        .where('id', '=', uploadId)
        .where('state', '=', 'OPEN')
        .where('touchedAt', '=', upload.touchedAt)
        .execute()
    }
  }

/** Cancels the upload when its sender's access or project was removed, like the sender's other uploads. */
async function cancelIfForbidden(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'log'>, upload: Upload): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    try {
      await requireUploader(trx, upload)
    } catch (error) {
      if (!isForbidden(error)) throw error
      deps.log.warn({ err: error, uploadId: upload.id }, 'upload cancelled: sender no longer authorized')
      await cancelWithin(trx, deps, { caller: SYSTEM, uploadIds: [upload.id] })
    }
  })
}
