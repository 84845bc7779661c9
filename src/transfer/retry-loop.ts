import type { RetryPolicy } from './retry-policy.ts'
import { failureOf } from './upload-error.ts'

/** What is known of the line without trying it. */
export type Connection = { isOnline: () => boolean; subscribe: (listener: () => void) => () => void }
/** Why an upload under way sends nothing at the moment. */
export type Hold = 'paused' | 'offline' | 'waiting'

type Options = {
  /** Goes as far as it gets; whatever it has done counts for the next leg. */
  run: (signal: AbortSignal) => Promise<void>
  retryPolicy: RetryPolicy
  connection: Connection
  onHold: () => void
}

/** Runs a piece of work leg by leg until it is done: a leg ends by a pause or a failure, and the next one waits for its time. */
export type RetryLoop = {
  hold: () => Hold | undefined
  /** Rejects when another leg is of no use, or when `signal` is given. */
  drive: (signal: AbortSignal) => Promise<void>
  pause: () => void
  goOn: () => void
}

export function createRetryLoop({ run, retryPolicy, connection, onHold }: Options): RetryLoop {
  let rest: 'paused' | 'waiting' | undefined
  /** Ends the leg under way, or the rest between two. */
  let interrupt = new AbortController()

  const change = (next: typeof rest) => {
    rest = next
    interrupt.abort()
    interrupt = new AbortController()
    onHold()
  }

  const waitWhilePaused = async (signal: AbortSignal): Promise<void> => {
    if (rest !== 'paused' || signal.aborted) return
    await pass(undefined, { signals: [signal, interrupt.signal], wake: undefined })
    await waitWhilePaused(signal)
  }

  const restFor = async (milliseconds: number, signal: AbortSignal) => {
    rest = 'waiting'
    onHold()
    // Offline, only the line's return ends it.
    const time = connection.isOnline() ? milliseconds : undefined
    await pass(time, { signals: [signal, interrupt.signal], wake: connection.subscribe })
    if (rest === 'waiting') rest = undefined
    onHold()
  }

  return {
    hold: () => (rest !== 'paused' && !connection.isOnline() ? 'offline' : rest),
    async drive(signal) {
      rest = undefined
      for (;;) {
        await waitWhilePaused(signal)
        signal.throwIfAborted()
        const attemptSignal = AbortSignal.any([signal, interrupt.signal])
        try {
          return await run(attemptSignal)
        } catch (error) {
          if (signal.aborted) throw error
          if (attemptSignal.aborted) continue
          const failure = failureOf(error)
          const pause = failure && retryPolicy.delayAfter({ ...failure, offline: !connection.isOnline() })
          if (pause === undefined) throw error
          if (pause > 0 || !connection.isOnline()) await restFor(pause, signal)
        }
      }
    },
    pause: () => rest !== 'paused' && change('paused'),
    goOn: () => rest === 'paused' && change(undefined),
  }
}

type Until = { signals: readonly AbortSignal[]; wake: Connection['subscribe'] | undefined }

/** Resolves when the time is over (never, if there is none), something wakes it, or a signal is given. */
async function pass(milliseconds: number | undefined, { signals, wake }: Until): Promise<void> {
  const over = Promise.withResolvers<void>()
  const done = () => over.resolve()
  const timer = milliseconds === undefined ? undefined : setTimeout(done, milliseconds)
  const sleepOn = wake?.(done)
  for (const signal of signals) signal.addEventListener('abort', done)
  if (signals.some((signal) => signal.aborted)) done()
  await over.promise
  clearTimeout(timer)
  sleepOn?.()
  for (const signal of signals) signal.removeEventListener('abort', done)
}
