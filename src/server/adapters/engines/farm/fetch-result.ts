// Fetches all.zip whole. Nodes can't continue a transfer, so one that breaks begins again.
import { open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { GiB, MiB, minutes, seconds } from '#domain/units.ts'
import type { LeftOn } from '../../storage/incoming/free-space.ts'
import { type EnginePhoto, RunFailed } from '../engine.ts'
import { backoff } from './clock.ts'
import { NodeUnavailable, unavailable } from './node-http.ts'
import type { RunContext, Task } from './run-context.ts'

const TRIES = 5
const RETRY = { first: seconds(5), most: seconds(120) }
const RESULT_BYTES_MAX = GiB(200)
/** Results with all products have up to three times the bytes of their photos. */
const BYTES_OF_PHOTO_BYTES = 20
const BYTES_BESIDE = GiB(1)
/** Far slower than any line that a farm stands on. */
const SLOWEST = { bytes: MiB(8), perMs: minutes(10) }
/** The free space is read again after so many bytes. */
const CHECK_BYTES = MiB(64)

/** What a result may have: no more than comes of such photos. */
export const resultBytesMax = (photos: readonly Pick<EnginePhoto, 'bytes'>[]): number =>
  Math.min(RESULT_BYTES_MAX, BYTES_BESIDE + BYTES_OF_PHOTO_BYTES * photos.reduce((sum, { bytes }) => sum + bytes, 0))

export type Target = { path: string; bytesMax: number; leftOn: LeftOn }

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

async function fetchOnce(
  { order, clock }: RunContext,
  { client, uuid }: Task,
  { path, bytesMax, leftOn }: Target,
): Promise<void> {
  const answer = await client.download(uuid, order.signal)
  try {
    const length = Number(answer.headers['content-length'] ?? Number.NaN)
    if (length > bytesMax) throw new ResultTooLarge(bytesMax)
    await requireLeft(path, length || 0, leftOn)
    const file = await open(path, 'w', 0o600)
    try {
      let bytes = 0
      let mark = { bytes: 0, at: clock.now() }
      for await (const piece of piecesOf(answer, order.signal)) {
        bytes += piece.length
        if (bytes > bytesMax) throw new ResultTooLarge(bytesMax)
        if (Math.floor(bytes / CHECK_BYTES) > Math.floor((bytes - piece.length) / CHECK_BYTES))
          await requireLeft(path, piece.length, leftOn)
        await file.appendFile(piece)
        if (bytes - mark.bytes >= SLOWEST.bytes) mark = { bytes, at: clock.now() }
        else if (clock.now() - mark.at > SLOWEST.perMs)
          throw new NodeUnavailable(`it sends too slowly, ${bytes} bytes so far`)
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

/** Others need the reserve. @throws RunFailed */
async function requireLeft(path: string, bytes: number, leftOn: LeftOn): Promise<void> {
  if ((await leftOn(dirname(path))) < bytes)
    throw new RunFailed('There is no room on the disk for the result.', {
      advice: 'Free space on the disk of this machine, and run again: the node keeps what it made.',
    })
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
