import { z } from 'zod'
import type { JobRun } from './adapters/queue/queue.ts'
import type { Deps } from './deps.ts'

/** The names of jobs in the version before, with those of now. The next version removes this file and the queues of these names. */
export const FORMER_NAMES: Readonly<Record<string, string>> = {
  'send-letter': 'send-email',
  'mail-code': 'email-code',
  'warn-of-tries': 'failed-login-alert',
  'forget-old': 'purge-expired',
  'forget-limits': 'purge-rate-limits',
  'discard-upload': 'delete-upload-data',
  'check-files': 'verify-files',
  'check-forgotten': 'backfill-inspections',
  'hash-forgotten': 'backfill-hashes',
  'index-requests-of-user': 'reindex-user',
  'index-renamed': 'backfill-renamed',
  'hash-file': 'check-file',
  'inspect-archive': 'check-file',
  'scan-file': 'check-file',
}

const FORMER_PAYLOADS: Readonly<Record<string, z.ZodType<object>>> = {
  'send-letter': z.object({ letterId: z.string() }).transform(({ letterId }) => ({ emailId: letterId })),
}

/** Runs what the version before has enqueued under its names. */
export const formerJobRuns = (jobRuns: readonly JobRun<Deps>[]): JobRun<Deps>[] =>
  Object.entries(FORMER_NAMES).flatMap(([name, present]) =>
    jobRuns
      .filter(({ job }) => job.name === present)
      .map(({ job: { payload, lane = 'default' }, run }) => ({
        job: { name, payload: FORMER_PAYLOADS[name] ?? payload, lane, isFormer: true },
        run,
      })),
  )
