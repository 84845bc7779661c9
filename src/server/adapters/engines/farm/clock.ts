import { setTimeout as sleep } from 'node:timers/promises'

export type Clock = {
  now: () => number
  /** Rejects with the reason of the signal. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export const realClock: Clock = {
  now: Date.now,
  wait: async (milliseconds, signal) => {
    try {
      await sleep(milliseconds, undefined, { signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  },
}

/** Doubles from `first` with each try, up to `most`. */
export const backoff = (tries: number, { first, most }: { first: number; most: number }): number =>
  Math.min(most, first * 2 ** Math.min(tries, 30))
