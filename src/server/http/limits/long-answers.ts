import { createSlots, type Slots } from '../../concurrency/slots.ts'
import { tooManyRequests } from '../../rate-limits/sliding-window.ts'

/** Of an account: a whole trial takes a tenth of a second of the processor that all calls share. */
const AT_ONCE = 2
const WAITING_MAX = 30
const WAIT_SECONDS = 5

/**
 * Lets an account have few long answers at a time; further ones wait in their order.
 * @returns what takes a place, and gives back what releases it. @throws AppError 'rate-limited' when too many wait
 */
export function createLongAnswers(): (account: string) => Promise<() => void> {
  const lines = new Map<string, Slots>()
  return async (account) => {
    const line = lines.get(account) ?? createSlots(AT_ONCE)
    lines.set(account, line)
    if (line.waiting() >= WAITING_MAX)
      throw tooManyRequests('You are loading too much at once. Try again in a moment.', WAIT_SECONDS)
    const release = await line.take()
    return () => {
      release()
      if (line.taken() === 0) lines.delete(account)
    }
  }
}
