import { sharp } from '../safe-sharp.ts'
import { defineThreadWork } from '../thread-work.ts'
import { drawPicture, sizeOfPicture } from './draw-picture.ts'

const SIDE_MAX = 2048

type PlotPicture = { webp: Uint8Array; width: number; height: number }

/** The photo of a phone, smaller. Null for what is no picture, or too large. */
export const work = defineThreadWork(async ({ bytes }: { bytes: number }, readRange): Promise<PlotPicture | null> => {
  const input = await readRange(0, bytes)
  try {
    if (!(await sizeOfPicture(input))) return null
    const webp = await drawPicture(input, SIDE_MAX)
    const { width, height } = await sharp(webp).metadata()
    return { webp: new Uint8Array(webp), width, height }
  } catch {
    return null
  }
})
