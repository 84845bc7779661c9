import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { ReadRange } from '#domain/archive/byte-reader.ts'

export type Task<Input> = { input: Input; port: MessagePort }
/** What the thread asks of the main one; the first says that its turn has come. */
export type Asked = 'begun' | { from: number; to: number }
export type Answered = { bytes: Uint8Array } | 'failed'

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
