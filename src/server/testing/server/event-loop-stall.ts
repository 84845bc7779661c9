import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The longest that work keeps the event loop from everybody else, in milliseconds: the CPU time that this thread used between
 * two turns. Time on the clock would also hold what other processes took from this one, which no code of ours can change.
 */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000)
    before = now
  }
  const ticker = setInterval(look, 1)
  try {
    await work()
    await nextTurn()
    look()
  } finally {
    clearInterval(ticker)
  }
  return longest
}
