import { threadId } from 'node:worker_threads'
import { defineThreadWork } from '../thread-work.ts'

/** Tells the thread it ran on, its secrets, and what it was given to read. */
export const work = defineThreadWork(async (ranges: [number, number][], readRange) => {
  // Asked for together: a raster and its mask are, too.
  const read = await Promise.all(ranges.map(async ([from, to]) => [...(await readRange(from, to))]))
  return { threadId, secrets: Object.keys(process.env), read }
})
