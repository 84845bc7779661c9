import { seconds } from '#domain/units.ts'
import { CallFault } from './call-fault.ts'
import { createPatience } from './patience.ts'

/** Repeats a call until it is answered, or refused for good. */
export async function untilAnswered(call: () => Promise<void>): Promise<void> {
  const patience = createPatience(Date.now)
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const rest = error instanceof CallFault ? patience.restAfter({ fault: error, offline: false }) : undefined
      if (rest === undefined) throw error
      await new Promise((done) => setTimeout(done, rest))
    }
  }
}

/** Repeats a call for as long as the server says that it comes too soon. */
export async function untilTaken<Reply>(call: () => Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CallFault) || error.status !== 429) throw error
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
