import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/**
 * How long work blocks the event loop at most, in milliseconds: the CPU time that this thread uses between two turns. Wall
 * time would include time taken by other processes.
 */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const measure = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000)
    before = now
  }
  const ticker = setInterval(measure, 1)
  try {
    await work()
    await yieldToEventLoop()
    measure()
  } finally {
    clearInterval(ticker)
  }
  return longest
}
