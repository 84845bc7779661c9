import { type Attempt, defineJob } from '../../adapters/queue/queue.ts'
import { inspectArchive } from './inspect-archive.ts'
import { type FileJobPayload, fileJobPayload, fileOf } from './queries.ts'
import { type ReadDeps, readOnce } from './read-once.ts'
import { skipIfMissing } from './skip-missing.ts'

/** Finds out what is to be known of a file that has arrived. What it records it records once, so it need not run again. */
export const checkFileJob = defineJob({
  name: 'check-file',
  payload: fileJobPayload,
  lane: 'files',
  subject: { of: ({ fileId, uploadId }) => fileId ?? uploadId ?? '', whileRunning: 'ignore' },
  isTracked: true,
})

/** Inspects an archive, then reads the file; what is known already is skipped. A failure of the first does not hold up the second. */
export async function checkFile(
  deps: ReadDeps,
  payload: FileJobPayload,
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const file = await fileOf(deps.db, payload)
  if (!file) return
  attempt.report?.('inspecting', 0)
  const inspected = await Promise.allSettled([inspectArchive(deps, payload, attempt)])
  attempt.signal?.throwIfAborted()
  await skipIfMissing(deps, file.id, readOnce(deps, file, attempt))
  for (const outcome of inspected) if (outcome.status === 'rejected') throw outcome.reason
}

/** The version before has a job for each thing to find out. What it enqueued is checked in the same way. */
export const formerFileJobs = ['hash-file', 'inspect-archive', 'scan-file'].map((name) =>
  defineJob({ name, payload: fileJobPayload, lane: 'files' }),
)
