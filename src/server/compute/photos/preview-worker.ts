import { PREVIEW_SIDES } from '#domain/reports.ts'
import { defineThreadWork } from '../thread-work.ts'
import { drawPicture, sizeOfPicture } from './draw-picture.ts'

/** Pictures of at most `PREVIEW_SIDES`, with the size of the original. Null for what is no picture, or too large. */
export const work = defineThreadWork(async ({ bytes }: { bytes: number }, readRange) => {
  const input = await readRange(0, bytes)
  try {
    const size = await sizeOfPicture(input)
    if (!size) return null
    const [large, small] = PREVIEW_SIDES
    const largePicture = await drawPicture(input, large)
    return { size, pictures: { [large]: largePicture, [small]: await drawPicture(largePicture, small) } }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
})
