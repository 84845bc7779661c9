import { join } from 'node:path'

/**
 * Where a server process is killed. Patterns are regular expressions.
 * - rename: right after a file or folder was renamed to a matching name;
 * - answer: right before the response headers for a matching URL are sent;
 * - SIGUSR2: it is not killed, but this signal blocks its event loop for so many seconds.
 * - end: it is not killed, but prints its peak memory when it exits.
 */
export type FaultPoint =
  | { after: 'rename'; to: string }
  | { before: 'answer'; to: string }
  | { at: 'SIGUSR2'; blockSeconds: number }
  | { at: 'end' }

export const PEAK_MEMORY_OUTPUT = /^Memory: (\d+) KiB$/m

const PRELOAD = join(import.meta.dirname, 'fault-preload.ts')

/** Environment of a process that is killed (SIGKILL) at this point. */
export const crashAt = (point: FaultPoint): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  FAULT_POINT: JSON.stringify(point),
})
