import { thinPoints } from '#imagery/points/thin-points.ts'
import { UnreadablePoints } from '#imagery/points/unreadable-points.ts'
import { defineThreadWork } from '../thread-work.ts'
import { openLazDecoder } from './laz-decoder.ts'

/** A browser shows so many without a stop, and loads 30 MB for them. */
const POINTS_MAX = 2_000_000

/** The points of a cloud, thinned: the bytes of all positions, then those of all colours. Or why it can't be read, in words for people. */
export const work = defineThreadWork(async ({ bytes: size }: { bytes: number }, readRange, report) => {
  try {
    const decodeChunk = await openLazDecoder()
    const { positions, colours, ...about } = await thinPoints(
      { size, readRange },
      { pointsMax: POINTS_MAX, decodeChunk, report },
    )
    const content = Buffer.concat([new Uint8Array(positions.buffer), colours ?? new Uint8Array()])
    return { points: { ...about, shown: positions.length / 3, hasColours: colours !== undefined, content } }
  } catch (error) {
    if (error instanceof UnreadablePoints) return { problem: error.message }
    throw error
  }
})
