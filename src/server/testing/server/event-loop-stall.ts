import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The longest stall of the event loop during work, in milliseconds: the CPU time that this thread used between two turns.
 * Wall-clock time would include the time of other processes.
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
