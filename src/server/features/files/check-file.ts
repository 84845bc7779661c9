import { mayBePacked } from '#domain/models.ts'
import { isPointCloud } from '#domain/point-clouds.ts'
import type { CheckStage } from '#domain/uploads.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import { progressOf } from '../../adapters/queue/work.ts'
import type { Deps } from '../../deps.ts'
import { describeFlightJob, prepareMapJob, prepareModelJob, preparePointsJob } from './derived.ts'
import { defineFileJob, type FileJobPayload, fileOf } from './file-job.ts'
import { inspectArchive } from './inspect-archive.ts'
import { makePreview } from './make-preview.ts'
import { noteDamage } from './note-damage.ts'
import { type ReadDeps, readOnce } from './read-once.ts'
import { skipIfMissing } from './skip-missing.ts'

/** Inspects, hashes and scans a file that has arrived, and makes its preview. Every result is recorded once, so the job need not run again. */
export const checkFileJob = defineFileJob({ name: 'check-file', lane: 'files', whileRunning: 'ignore' })

/** Inspects an archive, reads the file, and makes the preview of a report file. Known results are skipped. A failed inspection does not prevent the reading. */
export async function checkFile(
  deps: ReadDeps & Pick<Deps, 'queue'>,
  payload: FileJobPayload,
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const file = await fileOf(deps.db, payload)
  if (!file || file.damagedAt) return
  attempt.report?.('inspecting' satisfies CheckStage, 0)
  const inspected = await Promise.allSettled([inspectArchive(deps, payload, attempt)])
  attempt.signal?.throwIfAborted()
  await skipIfMissing(deps, file.id, noteDamage(deps, file, readOnce(deps, file, attempt)))
  await skipIfMissing(deps, file.id, noteDamage(deps, file, makePreview(deps, file.id, attempt)))
  if (file.kind === 'ARCHIVE') await deps.queue.enqueue(deps.db, describeFlightJob, { fileId: file.id })
  else await deps.queue.enqueue(deps.db, prepareMapJob, { fileId: file.id })
  if (isPointCloud(file.fileName)) await deps.queue.enqueue(deps.db, preparePointsJob, { fileId: file.id })
  if (mayBePacked(file)) await deps.queue.enqueue(deps.db, prepareModelJob, { fileId: file.id })
  for (const outcome of inspected) if (outcome.status === 'rejected') throw outcome.reason
}

/** Stage and progress of a running file check. Undefined when none is running. */
export async function checkProgressOf(
  db: Database,
  fileId: string,
): Promise<{ stage: string; fraction: number } | undefined> {
  const work = await progressOf(db, checkFileJob, fileId)
  if (work?.state !== 'RUNNING' || work.stage === '') return undefined
  return { stage: work.stage, fraction: work.fraction }
}
