import { defineThreadWork } from '../thread-work.ts'
import { openDigests } from './digests.ts'

/** What is read follows on from what was read before; nothing more is the end. */
export const work = defineThreadWork(async (_input: null, readNext) => {
  const digests = openDigests()
  for (;;) {
    const piece = await readNext(0, 0)
    if (piece.length === 0) return digests.end()
    digests.update(piece)
  }
})
