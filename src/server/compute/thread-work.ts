import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { isMainThread, type MessagePort } from 'node:worker_threads'
import type { ReadRange } from '#domain/archive/byte-reader.ts'

export type Task<Input> = { input: Input; port: MessagePort }
/** What the worker thread sends to the main thread; 'started' is the first. */
export type WorkMessage = 'started' | { from: number; to: number } | { fraction: number }
export type RangeResponse = { bytes: Uint8Array } | 'failed'

/** Linux has a priority for each thread: this one yields to those that answer calls and receive files. */
function yieldProcessor(): void {
  if (isMainThread || process.platform !== 'linux') return
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}
yieldProcessor()

/** How much of the work is done, from 0 to 1. */
export type ReportFraction = (fraction: number) => void

/** Work for a worker thread, which its file exports as `work`. The main thread reads the ranges it requests, one after another. */
export const defineThreadWork =
  <Input, Result>(work: (input: Input, readRange: ReadRange, report: ReportFraction) => Promise<Result> | Result) =>
  async ({ input, port }: Task<Input>): Promise<Result> => {
    const send = (message: WorkMessage) => port.postMessage(message)
    send('started')
    try {
      const readOne: ReadRange = async (from, to) => {
        send({ from, to })
        const [response] = (await once(port, 'message')) as [RangeResponse]
        // The main thread has the cause, and throws that.
        if (response === 'failed') throw new Error('The bytes could not be read')
        return response.bytes
      }
      let before: Promise<unknown> = Promise.resolve()
      const readRange: ReadRange = (from, to) => {
        const bytes = before.then(() => readOne(from, to))
        before = bytes.catch(() => undefined)
        return bytes
      }
      return await work(input, readRange, (fraction) => send({ fraction }))
    } finally {
      port.close()
    }
  }
