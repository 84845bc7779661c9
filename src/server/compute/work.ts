import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { isMainThread, type MessagePort } from 'node:worker_threads'
import type { ReadRange } from '#domain/archive/byte-reader.ts'

export type Task<Input> = { input: Input; port: MessagePort }
/** What the thread asks of the main one; the first says that its turn has come. */
export type Asked = 'begun' | { from: number; to: number }
export type Answered = { bytes: Uint8Array } | 'failed'

/** Linux has a priority for every thread: what computes here takes nothing from what answers calls and receives files. */
function yieldProcessor(): void {
  if (isMainThread || process.platform !== 'linux') return
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}
yieldProcessor()

/** Work for another thread, which its file exports as `work`. It may have one range at a time read by the main thread. */
export const defineWork =
  <Input, Result>(work: (input: Input, readRange: ReadRange) => Promise<Result>) =>
  async ({ input, port }: Task<Input>): Promise<Result> => {
    const ask = (asked: Asked) => port.postMessage(asked)
    ask('begun')
    try {
      return await work(input, async (from, to) => {
        ask({ from, to })
        const [answer] = (await once(port, 'message')) as [Answered]
        // The main thread knows the true fault, and throws that.
        if (answer === 'failed') throw new Error('The bytes could not be read')
        return answer.bytes
      })
    } finally {
      port.close()
    }
  }
