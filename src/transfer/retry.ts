import { seconds } from '#domain/units.ts'
import { CallError } from './call-error.ts'
import { createRetryPolicy } from './retry-policy.ts'
import { wait } from './wait.ts'

/** Repeats a call until it succeeds or fails permanently. */
export async function retryUntilAnswered(call: () => Promise<void>): Promise<void> {
  const retryPolicy = createRetryPolicy(Date.now)
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const delay = error instanceof CallError ? retryPolicy.delayAfter({ error: error, offline: false }) : undefined
      if (delay === undefined) throw error
      await wait(delay, { signals: [] })
    }
  }
}

/** Repeats a call while the server answers 429. */
export async function retryWhileRateLimited<Reply>(call: () => Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 429) throw error
      await wait(seconds(error.retryAfterSeconds ?? 1), { signals: [signal] })
      signal.throwIfAborted()
    }
  }
}
