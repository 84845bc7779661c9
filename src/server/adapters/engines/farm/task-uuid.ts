import { createHash } from 'node:crypto'

type TaskName = {
  runId: string
  attempt: number
  /** Counts the tasks that were begun for an attempt. */
  begin: number
}

/** The same for the same task, so that it is found again after a crash. Nodes take versions 1 to 7 only: this has the form of version 5, with SHA-256. */
export function taskUuid({ runId, attempt, begin }: TaskName): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify(['skyfurrow', runId, attempt, begin]))
    .digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
