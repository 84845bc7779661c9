import { seconds } from '#domain/units.ts'
import { CallError } from './call-error.ts'
import { createRetryPolicy } from './retry-policy.ts'

/** Repeats a call until it succeeds or fails permanently. */
export async function retryUntilAnswered(call: () => Promise<void>): Promise<void> {
  const retryPolicy = createRetryPolicy(Date.now)
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const delay = error instanceof CallError ? retryPolicy.delayAfter({ error: error, offline: false }) : undefined
      if (delay === undefined) throw error
      await new Promise((done) => setTimeout(done, delay))
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
      await sleep(seconds(error.retryAfterSeconds ?? 1), signal)
    }
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, milliseconds)
  signal.addEventListener('abort', () => over.resolve(), { once: true })
  if (!signal.aborted) await over.promise
  clearTimeout(timer)
  signal.throwIfAborted()
}
