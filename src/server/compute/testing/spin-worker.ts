import { defineThreadWork } from '../thread-work.ts'

/** Never ends, or fills the memory. */
export const work = defineThreadWork(async (what: 'spin' | 'fill') => {
  const kept: string[][] = []
  for (let count = 0; ; count += 1) if (what === 'fill') kept.push(Array.from({ length: 1000 }, String))
})
