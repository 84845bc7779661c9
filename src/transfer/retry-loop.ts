import type { RetryPolicy } from './retry-policy.ts'
import { failureOf } from './upload-error.ts'
import { wait } from './wait.ts'

/** Whether this device has a network connection, as far as it knows. */
export type Connectivity = { isOnline: () => boolean; subscribe: (listener: () => void) => () => void }
/** Why a running upload sends nothing at the moment. */
export type WaitReason = 'paused' | 'offline' | 'waiting'

type Options = {
  /** One attempt. The next one builds on what it achieved. */
  attempt: (signal: AbortSignal) => Promise<void>
  retryPolicy: RetryPolicy
  connectivity: Connectivity
  onWait: () => void
}

/** Repeats attempts until one succeeds. A pause or a failure ends an attempt; the next one starts after a delay. */
export type RetryLoop = {
  waitReason: () => WaitReason | undefined
  /** Rejects when the retry policy allows no further attempt, or when `signal` is aborted. */
  run: (signal: AbortSignal) => Promise<void>
  pause: () => void
  resume: () => void
}

export function createRetryLoop({ attempt, retryPolicy, connectivity, onWait }: Options): RetryLoop {
  let waiting: 'paused' | 'waiting' | undefined
  /** Ends the current attempt or delay. */
  let interrupt = new AbortController()

  const change = (next: typeof waiting) => {
    waiting = next
    interrupt.abort()
    interrupt = new AbortController()
    onWait()
  }

  const waitWhilePaused = async (signal: AbortSignal): Promise<void> => {
    if (waiting !== 'paused' || signal.aborted) return
    await wait(undefined, { signals: [signal, interrupt.signal] })
    await waitWhilePaused(signal)
  }

  const backOff = async (milliseconds: number, signal: AbortSignal) => {
    waiting = 'waiting'
    onWait()
    // An offline device waits until it is online again.
    const time = connectivity.isOnline() ? milliseconds : undefined
    await wait(time, { signals: [signal, interrupt.signal], wake: connectivity.subscribe })
    if (waiting === 'waiting') waiting = undefined
    onWait()
  }

  return {
    waitReason: () => (waiting !== 'paused' && !connectivity.isOnline() ? 'offline' : waiting),
    async run(signal) {
      waiting = undefined
      for (;;) {
        await waitWhilePaused(signal)
        signal.throwIfAborted()
        const attemptSignal = AbortSignal.any([signal, interrupt.signal])
        try {
          return await attempt(attemptSignal)
        } catch (error) {
          if (signal.aborted) throw error
          if (attemptSignal.aborted) continue
          const failure = failureOf(error)
          const delay = failure && retryPolicy.delayAfter({ ...failure, offline: !connectivity.isOnline() })
          if (delay === undefined) throw error
          if (delay > 0 || !connectivity.isOnline()) await backOff(delay, signal)
        }
      }
    },
    pause: () => waiting !== 'paused' && change('paused'),
    resume: () => waiting === 'paused' && change(undefined),
  }
}
