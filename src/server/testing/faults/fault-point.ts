import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

/**
 * Where a server process is killed. Patterns are regular expressions.
 * - rename: right after a file or folder was renamed to a matching name;
 * - answer: right before the response headers for a matching URL are sent;
 * - disk change: right before the nth synchronous file change, which the embedded database uses for all its writes.
 * - SIGUSR2: it is not killed, but this signal blocks its event loop for so many seconds.
 * - end: it is not killed, but prints its peak memory when it exits.
 */
export type FaultPoint =
  | { after: 'rename'; to: string }
  | { before: 'answer'; to: string }
  | { before: 'disk change'; nth: number }
  | { at: 'SIGUSR2'; blockSeconds: number }
  | { at: 'end' }

export const PEAK_MEMORY_OUTPUT = /^Memory: (\d+) KiB$/m

const PRELOAD = join(import.meta.dirname, 'fault-preload.ts')

/** Environment of a process that is killed (SIGKILL) at this point. */
export const crashAt = (point: FaultPoint): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  FAULT_POINT: JSON.stringify(point),
})

/** What the process prints when it exits without reaching its fault point. */
const DISK_CHANGES_OUTPUT = /^Disk changes: (\d+)$/m

/** The number of disk changes of a process, or NaN when it was killed. Fails on any other error output. */
export async function countDiskChanges(child: ChildProcess): Promise<number> {
  let stderr = ''
  child.stderr?.on('data', (text) => (stderr += text))
  const ended = await once(child, 'close')
  const changes = Number(DISK_CHANGES_OUTPUT.exec(stderr)?.[1])
  expect({ ended, stderr: stderr.replace(DISK_CHANGES_OUTPUT, '').trim() }).toEqual({
    ended: Number.isNaN(changes) ? [null, 'SIGKILL'] : [0, null],
    stderr: '',
  })
  return changes
}
