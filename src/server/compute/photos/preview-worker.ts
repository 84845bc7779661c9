import type { Metadata } from 'sharp'
import { PREVIEW_SIDES } from '#domain/reports.ts'
import { sharp } from '../safe-sharp.ts'
import { defineWork } from '../work.ts'

/** Decoded row by row. */
const PIXELS_MAX = 250_000_000
/** Decoded whole: this many take 160 MB. */
const WHOLE_PIXELS_MAX = 40_000_000
const SECONDS_MAX = 30
const QUALITY = 80

/** Pictures of at most `PREVIEW_SIDES`, with the size of the original. Null for what is no picture, or too large. */
export const work = defineWork(async ({ bytes }: { bytes: number }, readRange) => {
  const input = await readRange(0, bytes)
  try {
    const about = await sharp(input, { limitInputPixels: PIXELS_MAX }).metadata()
    if (!isDrawable(about)) return null
    const [large, small] = PREVIEW_SIDES
    const largePicture = await draw(input, large)
    return { size: about.autoOrient, pictures: { [large]: largePicture, [small]: await draw(largePicture, small) } }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
})

/** Numbers, such as heights or more than four bands, are no picture. */
function isDrawable({ format, width, height, isProgressive, depth, channels, space }: Metadata): boolean {
  const isWhole = isProgressive || format === 'webp' || format === 'tiff'
  if (width * height > (isWhole ? WHOLE_PIXELS_MAX : PIXELS_MAX)) return false
  return format !== 'tiff' || (depth === 'uchar' && channels <= 4 && (space === 'srgb' || space === 'b-w'))
}

const draw = (input: Uint8Array, side: number): Promise<Uint8Array> =>
  sharp(input, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()
