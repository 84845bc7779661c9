import { threadId } from 'node:worker_threads'
import { defineWork } from '../work.ts'

/** Tells the thread it ran on, its secrets, and what it was given to read. */
export const work = defineWork(async (ranges: [number, number][], readRange) => {
  const read: number[][] = []
  for (const [from, to] of ranges) read.push([...(await readRange(from, to))])
  return { threadId, secrets: Object.keys(process.env), read }
})
