import { AppError, type ErrorCode } from '#domain/errors.ts'
import { SYSTEM } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { attachReportFile } from '../reports/complete-report-upload.ts'
import { submitArchive } from './complete-upload.ts'

/** The parts have changed since, or the upload is gone: only its sender can go on. */
const FINAL: readonly ErrorCode[] = ['invalid', 'conflict', 'not-found']

/** Completes an upload whose parts were noted and whose completion never ended, in the name of who sent it. */
export async function finishUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue' | 'config' | 'log'>,
  { uploadId }: { uploadId: string },
): Promise<void> {
  const upload = await deps.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  if (!upload?.receipts) return
  const { receipts, publish } = upload
  const sender = { ...SYSTEM, userId: upload.userId }
  try {
    if (upload.kind === 'ARCHIVE') await submitArchive(deps, sender, { upload, receipts })
    else await attachReportFile(deps, sender, { upload, receipts, publish: publish ?? false })
  } catch (error) {
    if (!(error instanceof AppError && FINAL.includes(error.code))) throw error
    deps.log.warn({ err: error, uploadId }, 'a completion could not be finished')
    await deps.db
      .updateTable('uploads')
      .set({ receipts: null })
      .where('id', '=', uploadId)
      .where('state', '=', 'OPEN')
      .where('touchedAt', '=', upload.touchedAt)
      .execute()
  }
}
