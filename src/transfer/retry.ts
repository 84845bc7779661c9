import { seconds } from '#domain/units.ts'
import { CallError } from './call-error.ts'
import { createRetryPolicy } from './retry-policy.ts'

/** Repeats a call until it is answered, or refused for good. */
export async function retryUntilAnswered(call: () => Promise<void>): Promise<void> {
  const retryPolicy = createRetryPolicy(Date.now)
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const rest = error instanceof CallError ? retryPolicy.delayAfter({ fault: error, offline: false }) : undefined
      if (rest === undefined) throw error
      await new Promise((done) => setTimeout(done, rest))
    }
  }
}

/** Repeats a call for as long as the server says that it comes too soon. */
export async function retryWhileRateLimited<Reply>(call: () => Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 429) throw error
      await pause(seconds(error.retryAfterSeconds ?? 1), signal)
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, milliseconds)
  signal.addEventListener('abort', () => over.resolve(), { once: true })
  if (!signal.aborted) await over.promise
  clearTimeout(timer)
  signal.throwIfAborted()
}
