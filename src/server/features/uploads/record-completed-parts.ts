import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { type CompletedPart, findMissingParts, type StoredPart } from '#domain/uploads.ts'
import type { FileKind, Upload } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { isSameCompletion, storedParts } from './complete-in-store.ts'
import { consumeForParts, type PartLimitDeps } from './part-rate-limit.ts'
import { loadUpload, type UploadRef } from './queries.ts'

/** Finishes a completion after a crash; the delay lets most of them finish by themselves. */
export const finishUploadJob = defineJob({
  name: 'finish-upload',
  payload: z.object({ uploadId: z.string() }),
  afterSeconds: 60,
  subject: { of: ({ uploadId }) => uploadId, whileRunning: 'run-again' },
})

type Completion = UploadRef & {
  receipts: readonly CompletedPart[]
  /** Whether to show the report to its customer; null for an archive. */
  publish: boolean | null
}

/**
 * The upload to complete. Its parts are checked and recorded, and a job is enqueued that completes it if this call does not.
 * `isDone` when the same completion has already succeeded. @throws AppError 'invalid' when a part is missing or differs,
 * 'conflict' after a completion with another list, 'too-many' when this account has to wait.
 */
export async function recordCompletedParts(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & PartLimitDeps,
  of: { kind: FileKind; userId?: string },
  completion: Completion,
): Promise<{ upload: Upload; isDone: boolean }> {
  let upload = await loadUpload(deps.db, of, completion)
  await consumeForParts(deps, upload)
  if (upload.state === 'OPEN' && !(await noteOn(deps, upload, completion)))
    upload = await loadUpload(deps.db, of, completion)
  return { upload, isDone: isSameCompletion(upload, completion.receipts) }
}

/** False when the upload is no longer open. If the store has completed it already, the recorded parts stay. */
async function noteOn(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'>,
  upload: Upload,
  { receipts, publish }: Completion,
): Promise<boolean> {
  const stored = await storedParts(deps, upload)
  if (stored) {
    const reason = findMissingParts(receipts, stored, upload.totalParts) ?? whyWrongSize(stored, upload)
    if (reason) throw new AppError('invalid', reason)
  }
  return deps.db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('uploads')
      .set({ publish, touchedAt: deps.now(), ...(stored ? { receipts: JSON.stringify(stored) } : {}) })
      .where('id', '=', upload.id)
      .where('state', '=', 'OPEN')
      .executeTakeFirst()
    if (noted.numUpdatedRows === 0n) return false
    await deps.queue.enqueue(trx, finishUploadJob, { uploadId: upload.id })
    return true
  })
}

function whyWrongSize(stored: readonly StoredPart[], upload: Upload): string | undefined {
  const bytes = stored.reduce((sum, part) => sum + part.size, 0)
  if (upload.fileBytes !== null)
    return bytes === upload.fileBytes ? undefined : `${bytes} bytes arrived where ${upload.fileBytes} were announced`
  const short = stored.find((part) => part.partNumber < upload.totalParts && part.size !== upload.partBytes)
  return (
    short && `Part ${short.partNumber} has ${short.size} bytes; every part but the last must have ${upload.partBytes}`
  )
}
