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
