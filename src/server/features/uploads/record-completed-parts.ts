import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { type CompletedPart, findMissingParts, type StoredPart } from '#domain/uploads.ts'
import type { Upload } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { isSameCompletion, listStoredParts } from './assemble-upload.ts'
import { consumeForParts, type PartLimitDeps } from './part-rate-limit.ts'
import { loadUpload, type UploadRef, type UploadScope } from './queries.ts'

/** Finishes a completion that a crash interrupted. The delay lets most completions finish on their own. */
export const finishUploadJob = defineJob({
  name: 'finish-upload',
  payload: z.object({ uploadId: z.string() }),
  afterSeconds: 60,
  subject: { of: ({ uploadId }) => uploadId, whileRunning: 'run-again' },
})

type Completion = UploadRef & {
  parts: readonly CompletedPart[]
  /** Whether to show the report to its customer; null for an archive. */
  publish: boolean | null
}

/**
 * Checks and saves the parts of the upload to complete, and enqueues the job that finishes it if this process dies
 * first. `isDone` when the same completion has already succeeded.
 * @throws AppError 'invalid' when a part is missing or differs, 'conflict' after a completion with another list,
 * 'too-many' when the account is rate limited.
 */
export async function recordCompletedParts(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'> & PartLimitDeps,
  scope: UploadScope,
  completion: Completion,
): Promise<{ upload: Upload; isDone: boolean }> {
  let upload = await loadUpload(deps.db, scope, completion)
  await consumeForParts(deps, upload)
  if (upload.state === 'OPEN' && !(await saveParts(deps, upload, completion)))
    upload = await loadUpload(deps.db, scope, completion)
  return { upload, isDone: isSameCompletion(upload, completion.parts) }
}

/** False when the upload is no longer open. An upload that the store has already completed keeps its saved parts. */
async function saveParts(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue'>,
  upload: Upload,
  { parts, publish }: Completion,
): Promise<boolean> {
  const stored = await listStoredParts(deps, upload)
  if (stored) {
    const problem = findMissingParts(parts, stored, upload.totalParts) ?? findSizeProblem(stored, upload)
    if (problem) throw new AppError('invalid', problem)
  }
  return deps.db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('uploads')
      .set({ publish, touchedAt: deps.now(), ...(stored ? { receipts: JSON.stringify(stored) } : {}) })
      .where('id', '=', upload.id)
      .where('state', '=', 'OPEN')
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return false
    await deps.queue.enqueue(trx, finishUploadJob, { uploadId: upload.id })
    return true
  })
}

function findSizeProblem(stored: readonly StoredPart[], upload: Upload): string | undefined {
  const bytes = stored.reduce((sum, part) => sum + part.size, 0)
  if (upload.fileBytes !== null)
    return bytes === upload.fileBytes ? undefined : `${bytes} bytes arrived, but ${upload.fileBytes} were announced`
  const short = stored.find((part) => part.partNumber < upload.totalParts && part.size !== upload.partBytes)
  return (
    short && `Part ${short.partNumber} has ${short.size} bytes; every part but the last must have ${upload.partBytes}`
  )
}
