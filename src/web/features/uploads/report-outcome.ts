import { messages } from './messages.ts'
import type { QueueSnapshot } from './upload-queue.ts'

/** The message for a report that was sent and not published; undefined after a cancel. */
export function publishProblem({ reason, files }: Pick<QueueSnapshot, 'reason' | 'files'>): string | undefined {
  if (reason !== undefined) return reason
  const failed = files.filter(({ upload }) => upload.state === 'error')
  const [first] = failed
  if (!first) return undefined
  const there = files.filter(({ upload }) => upload.state === 'completed').length
  if (there > 0) return messages.partlyUploaded(there, files.length)
  return failed.length > 1 ? messages.noneUploaded : (first.upload.reason ?? messages.reportFailed)
}
