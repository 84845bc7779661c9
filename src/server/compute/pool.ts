import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { AppError } from '#domain/errors.ts'
import { seconds } from '#domain/units.ts'
import type { RangeResponse, ReportFraction, Task, WorkMessage } from './thread-work.ts'

type Work = (task: Task<never>) => Promise<unknown>
type InputOf<Some extends Work> = Parameters<Some>[0]['input']

type WorkRequest<Some extends Work> = {
  /** The file that exports `work`, made by `defineThreadWork`. */
  file: URL
  input: InputOf<Some>
  /** Called on the main thread, so it can read any store. `run` rejects with what it throws. Left out where there is no file. */
  readRange?: ReadRange
  report?: ReportFraction
  signal?: AbortSignal | undefined
  /** Limit on the time it computes; a minute when left out. */
  secondsMax?: number
  /** How long it waits for a thread; for ever when left out. */
  waitSecondsMax?: number
}

/** Runs work that would block the main thread on worker threads. */
export type Compute = {
  /** @throws OverBudget when the work took too much time or memory and was ended, AppError 'unavailable' when it waited too long. */
  run: <Some extends Work>(request: WorkRequest<Some>) => Promise<Awaited<ReturnType<Some>>>
  /** Ends what runs; the next process repeats its jobs. */
  close: () => Promise<void>
}

/** A retry would take as much. */
export class OverBudget extends Error {
  constructor(what: 'time' | 'memory') {
    super(`This took more ${what} than it may`)
    this.name = 'OverBudget'
  }
}

const RETRY_SECONDS = 10
const noThread = (): AppError =>
  new AppError('unavailable', 'The server is busy reading other files. Try again in a moment.', {
    retryAfterSeconds: RETRY_SECONDS,
  })

/** Seconds of computing; those spent waiting for bytes do not count. */
const SECONDS_MAX = 60
/** Far more than needed: a thread that has too little memory to start ends the whole process. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Starts threads with the first work: one per processor, and one more, because a large map takes minutes. They keep no process alive. */
export function openCompute({
  secondsMax: usualMax = SECONDS_MAX,
  memory = MEMORY,
  threads = availableParallelism() + 1,
} = {}): Compute {
  let pool: Piscina<Task<unknown>, unknown> | undefined
  const compiled = process.env['NODE_COMPILE_CACHE']
  const open = () =>
    (pool ??= new Piscina<Task<unknown>, unknown>({
      // With a minimum of 0, tasks in its queue would wait for ever after one that was aborted.
      minThreads: 1,
      maxThreads: Math.max(1, threads),
      // What is measured next finds it warm.
      idleTimeout: seconds(60),
      resourceLimits: memory,
      // It needs none of the secrets of this process, nor its --import files; with compiled code it starts in half the time.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
      execArgv: [],
      // With atomics, an idle thread waits in a way that stops its own timers.
      atomics: 'disabled',
      recordTiming: false,
    })
      // Of a thread that was ended already: `run` has rejected, and nothing listens any more.
      .on('error', () => undefined))

  return {
    async run<Some extends Work>({
      file,
      input,
      readRange = async () => new Uint8Array(),
      report = () => undefined,
      signal,
      secondsMax = usualMax,
      waitSecondsMax = Number.POSITIVE_INFINITY,
    }: WorkRequest<Some>): Promise<Awaited<ReturnType<Some>>> {
      signal?.throwIfAborted()
      const { port1: ours, port2: theirs } = new MessageChannel()
      const ended = new AbortController()
      const served = serve(ours, {
        readRange,
        report,
        secondsMax,
        waitSecondsMax,
        end: (reason) => ended.abort(reason),
      })
      try {
        const result = await open().run(
          { input, port: theirs },
          {
            filename: fileURLToPath(file),
            name: 'work',
            transferList: [theirs],
            signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
          },
        )
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type is that of the file's own export
        return result as Awaited<ReturnType<Some>>
      } catch (error) {
        signal?.throwIfAborted()
        ended.signal.throwIfAborted()
        if (isOutOfMemory(error)) throw new OverBudget('memory')
        throw served.cause() ?? error
      } finally {
        served.end()
      }
    },
    close: async () => {
      await pool?.destroy()
      pool = undefined
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'

type Serving = {
  readRange: ReadRange
  report: ReportFraction
  secondsMax: number
  waitSecondsMax: number
  end: (reason: Error) => void
}

/** Reads the ranges that the thread requests, passes on its progress, and counts the seconds before it starts and between the requests. */
function serve(port: MessagePort, { readRange, report, secondsMax, waitSecondsMax, end }: Serving) {
  let cause: unknown
  let isStarted = false
  let isComputing = false
  let left = secondsMax
  let waitLeft = waitSecondsMax
  // Counted, not measured: a machine that was asleep loses one second, not the night.
  const clock = setInterval(() => {
    if (!isStarted) waitLeft -= 1
    if (waitLeft <= 0) end(noThread())
    if (isComputing) left -= 1
    if (left <= 0) end(new OverBudget('time'))
  }, seconds(1))
  clock.unref()

  const respond = async ({ from, to }: { from: number; to: number }) => {
    isComputing = false
    const read = await readRange(from, to).then(
      (bytes) => ({ bytes }),
      (error: unknown) => {
        cause = error
        return 'failed' as const
      },
    )
    isComputing = true
    send(port, read)
  }
  port.on('message', (message: WorkMessage) => {
    if (message === 'started') isStarted = isComputing = true
    else if ('fraction' in message) report(message.fraction)
    else void respond(message)
  })
  port.unref()
  return {
    cause: () => cause,
    end: () => {
      clearInterval(clock)
      port.close()
    },
  }
}

/** The bytes are moved, not copied, unless they are part of something larger. */
function send(port: MessagePort, response: RangeResponse): void {
  if (response === 'failed') return port.postMessage(response)
  const { bytes } = response
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
  port.postMessage(isWhole ? { bytes } : { bytes: new Uint8Array(bytes) }, isWhole ? [bytes.buffer] : [])
}
