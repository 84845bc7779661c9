import { tooManyRequests } from '../../rate-limits/sliding-window.ts'

/** Of an account, at once: a whole trial takes a tenth of a second of the processor that all calls share. */
const AT_ONCE = 2
const WAITING_MAX = 30
const WAIT_SECONDS = 5

/**
 * Lets an account have few long answers at a time; further ones wait in their order.
 * @returns what takes a place, and gives back what releases it. @throws AppError 'rate-limited' when too many wait
 */
export function createLongAnswers(): (account: string) => Promise<() => void> {
  const lines = new Map<string, { taken: number; waiting: (() => void)[] }>()
  return async (account) => {
    const line = lines.get(account) ?? { taken: 0, waiting: [] }
    lines.set(account, line)
    if (line.taken < AT_ONCE) line.taken += 1
    else if (line.waiting.length >= WAITING_MAX)
      throw tooManyRequests('You are loading too much at once. Try again in a moment.', WAIT_SECONDS)
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    return () => {
      const next = line.waiting.shift()
      // The place passes on.
      if (next) return next()
      line.taken -= 1
      if (line.taken === 0) lines.delete(account)
    }
  }
}
