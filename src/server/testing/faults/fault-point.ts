import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

/**
 * Where a process of the product is to meet its end. Patterns are regular expressions.
 * - rename: right after a file or folder was given a name that matches;
 * - answer: right before the head of the answer to such an address goes out;
 * - disk change: right before the nth change of a file by a synchronous call, which is how the embedded database makes all of its own.
 * - signal SIGUSR2: it lives on, but does nothing at all for so many seconds.
 * - end: never; when it ends by itself it says how much memory it had at most.
 */
export type FaultPoint =
  | { after: 'rename'; to: string }
  | { before: 'answer'; to: string }
  | { before: 'disk change'; nth: number }
  | { at: 'SIGUSR2'; stillSeconds: number }
  | { at: 'end' }

export const MEMORY_SAID = /^Memory: (\d+) KiB$/m

const PRELOAD = join(import.meta.dirname, 'fault-preload.ts')

/** Environment of a process that dies as by kill -9 at this point. Its own code knows nothing of it. */
export const crashAt = (point: FaultPoint): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  FAULT_POINT: JSON.stringify(point),
})

/** What the process says of its changes when it lives to its end; for a point that is never reached. */
const CHANGES_SAID = /^Disk changes: (\d+)$/m

/** How many changes of the disk a process has lived through; not a number when it met its end. Nothing else may go wrong with it. */
export async function changesUntilEnd(child: ChildProcess): Promise<number> {
  let faults = ''
  child.stderr?.on('data', (text) => (faults += text))
  const ended = await once(child, 'close')
  const changes = Number(CHANGES_SAID.exec(faults)?.[1])
  expect({ ended, faults: faults.replace(CHANGES_SAID, '').trim() }).toEqual({
    ended: Number.isNaN(changes) ? [null, 'SIGKILL'] : [0, null],
    faults: '',
  })
  return changes
}
