import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

/**
 * Where a process of the product is killed. Patterns are regular expressions. - rename: right after a file or folder was given
 * a name that matches; - answer: right before the head of the response to such an address is sent; - disk change: right before
 * the nth change of a file by a synchronous call, which is how the embedded database makes all of its changes. - signal
 * SIGUSR2: it continues, but does nothing for this many seconds. - end: never; when it ends by itself it reports its maximum
 * memory.
 */
export type FaultPoint =
  | { after: 'rename'; to: string }
  | { before: 'answer'; to: string }
  | { before: 'disk change'; nth: number }
  | { at: 'SIGUSR2'; stillSeconds: number }
  | { at: 'end' }

export const MEMORY_SAID = /^Memory: (\d+) KiB$/m

const PRELOAD = join(import.meta.dirname, 'fault-preload.ts')

/** The environment of a process that is killed at this point. Its own code is not changed. */
export const crashAt = (point: FaultPoint): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  FAULT_POINT: JSON.stringify(point),
})

/** The output of a process that ends by itself; for a point that is never reached. */
const CHANGES_SAID = /^Disk changes: (\d+)$/m

/** The number of disk changes of a process; not a number when it was killed. Any other failure throws. */
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
