import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { seconds } from '#domain/units.ts'
import type { Answered, Asked, Task } from './work.ts'

type Work = (task: Task<never>) => Promise<unknown>
type InputOf<Some extends Work> = Parameters<Some>[0]['input']

type Asking<Some extends Work> = {
  /** The file that exports `work`, made by `defineWork`. */
  file: URL
  input: InputOf<Some>
  /** Called on this thread, so that any store will do; what it throws is what `run` rejects with. */
  readRange: ReadRange
  signal?: AbortSignal | undefined
  /** How long it may compute, when that is more than a minute. */
  secondsMax?: number
}

/** Work that would block the main thread goes to a worker thread. */
export type Compute = {
  /** @throws OverBudget when the work was ended because it took too much time or memory. */
  run: <Some extends Work>(withExplainedErrors: Asking<Some>) => Promise<Awaited<ReturnType<Some>>>
  /** Ends what runs; its jobs are repeated by the next process. */
  close: () => Promise<void>
}

/** Again it would take as much. */
export class OverBudget extends Error {
  constructor(what: 'time' | 'memory') {
    super(`This took more ${what} than it may`)
    this.name = 'OverBudget'
  }
}

/** Seconds in which the thread computes; those in which it waits for bytes do not count. */
const SECONDS_MAX = 60
/** Far more than is needed: a thread that has too little to start with takes the process down with it. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Threads are started with the first work, one a processor at most. They keep no process alive. */
export function openCompute({
  secondsMax: usualMax = SECONDS_MAX,
  memory = MEMORY,
  threads = availableParallelism(),
} = {}): Compute {
  let pool: Piscina<Task<unknown>, unknown> | undefined
  const open = () =>
    (pool ??= new Piscina<Task<unknown>, unknown>({
      // With a minimum of none, what waits in its queue would go on waiting after work that was ended.
      minThreads: 1,
      maxThreads: Math.max(1, threads),
      resourceLimits: memory,
      // It needs none of the secrets of this process, nor what was loaded into it before its own code.
      env: {},
      execArgv: [],
      // Else a thread without work would wait for some in a way that stops its own timers.
      atomics: 'disabled',
      recordTiming: false,
    })
      // Of a thread that was ended already: its work has been told, and nothing listens to it any more.
      .on('error', () => undefined))

  return {
    async run<Some extends Work>({
      file,
      input,
      readRange,
      signal,
      secondsMax = usualMax,
    }: Asking<Some>): Promise<Awaited<ReturnType<Some>>> {
      signal?.throwIfAborted()
      const { port1: ours, port2: theirs } = new MessageChannel()
      const tooLong = new AbortController()
      const served = serve(ours, { readRange, secondsMax, onTooLong: () => tooLong.abort() })
      try {
        const result = await open().run(
          { input, port: theirs },
          {
            filename: fileURLToPath(file),
            name: 'work',
            transferList: [theirs],
            signal: signal ? AbortSignal.any([signal, tooLong.signal]) : tooLong.signal,
          },
        )
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type is that of the file's own export
        return result as Awaited<ReturnType<Some>>
      } catch (error) {
        signal?.throwIfAborted()
        if (tooLong.signal.aborted) throw new OverBudget('time')
        if (isOutOfMemory(error)) throw new OverBudget('memory')
        throw served.fault() ?? error
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

type Serving = { readRange: ReadRange; secondsMax: number; onTooLong: () => void }

/** Answers what the thread asks for, and counts the seconds in which it asks for nothing. */
function serve(port: MessagePort, { readRange, secondsMax, onTooLong }: Serving) {
  let fault: unknown
  let isComputing = false
  let left = secondsMax
  // Counted, not measured: a machine that was asleep has lost one second, not the night.
  const clock = setInterval(() => {
    if (isComputing) left -= 1
    if (left <= 0) onTooLong()
  }, seconds(1))
  clock.unref()

  const answer = async ({ from, to }: Exclude<Asked, 'begun'>) => {
    isComputing = false
    const read = await readRange(from, to).then(
      (bytes) => ({ bytes }),
      (error: unknown) => {
        fault = error
        return 'failed' as const
      },
    )
    isComputing = true
    hand(port, read)
  }
  port.on('message', (asked: Asked) => {
    if (asked === 'begun') isComputing = true
    else void answer(asked)
  })
  port.unref()
  return {
    fault: () => fault,
    end: () => {
      clearInterval(clock)
      port.close()
    },
  }
}

/** The bytes are moved, not copied, unless they are part of something larger. */
function hand(port: MessagePort, answered: Answered): void {
  if (answered === 'failed') return port.postMessage(answered)
  const { bytes } = answered
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
  port.postMessage(isWhole ? { bytes } : { bytes: new Uint8Array(bytes) }, isWhole ? [bytes.buffer] : [])
}
