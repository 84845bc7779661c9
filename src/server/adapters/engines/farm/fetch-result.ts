// Fetches all.zip whole. Nodes can't continue a transfer, so one that breaks begins again.
import { open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { GiB, seconds } from '#domain/units.ts'
import { backoff } from './clock.ts'
import { NodeUnavailable, unavailable } from './node-http.ts'
import type { RunContext, Task } from './run-context.ts'

const TRIES = 5
const RETRY = { first: seconds(5), most: seconds(120) }
export const RESULT_BYTES_MAX = GiB(200)

type Target = { path: string; bytesMax: number }

/** Rejects with NodeUnavailable after several tries, and with what the disk says. */
export async function fetchResult(context: RunContext, task: Task, target: Target): Promise<void> {
  const { order, clock } = context
  for (let tries = 0; ; tries += 1) {
    try {
      order.report('fetching', 0)
      return await fetchOnce(context, task, target)
    } catch (error) {
      await rm(target.path, { force: true })
      if (!(error instanceof NodeUnavailable) || tries + 1 >= TRIES) throw error
      order.log(`The result did not arrive whole: ${error.message}. It is fetched again.`)
      await clock.wait(backoff(tries, RETRY), order.signal)
    }
  }
}

async function fetchOnce({ order }: RunContext, { client, uuid }: Task, { path, bytesMax }: Target): Promise<void> {
  const answer = await client.download(uuid, order.signal)
  try {
    const length = Number(answer.headers['content-length'] ?? Number.NaN)
    if (length > bytesMax) throw new ResultTooLarge(bytesMax)
    const file = await open(path, 'w', 0o600)
    try {
      let bytes = 0
      for await (const piece of piecesOf(answer, order.signal)) {
        bytes += piece.length
        if (bytes > bytesMax) throw new ResultTooLarge(bytesMax)
        await file.appendFile(piece)
        if (length > 0) order.report('fetching', Math.min(1, bytes / length))
      }
      if (length >= 0 && bytes !== length) throw new NodeUnavailable(`${bytes} of ${length} bytes arrived`)
    } finally {
      await file.close()
    }
  } finally {
    answer.destroy()
  }
}

export class ResultTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`The result has more than ${bytesMax} bytes`)
    this.name = 'ResultTooLarge'
  }
}

async function* piecesOf(answer: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* answer as AsyncIterable<Buffer>
  } catch (error) {
    signal.throwIfAborted()
    throw unavailable(error)
  }
}
