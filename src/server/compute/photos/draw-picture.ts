import type { Metadata } from 'sharp'
import { sharp } from '../safe-sharp.ts'

/** Decoded row by row. */
const PIXELS_MAX = 250_000_000
/** Decoded whole: this many take 160 MB. */
const WHOLE_PIXELS_MAX = 40_000_000
const SECONDS_MAX = 30
const QUALITY = 80

/** Undefined for what is no picture, or too large. */
export async function sizeOfPicture(input: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  const about = await sharp(input, { limitInputPixels: PIXELS_MAX }).metadata()
  return isDrawable(about) ? about.autoOrient : undefined
}

/** Numbers, such as heights or more than four bands, are no picture. */
function isDrawable({ format, width, height, isProgressive, depth, channels, space }: Metadata): boolean {
  const isWhole = isProgressive || format === 'webp' || format === 'tiff'
  if (width * height > (isWhole ? WHOLE_PIXELS_MAX : PIXELS_MAX)) return false
  return format !== 'tiff' || (depth === 'uchar' && channels <= 4 && (space === 'srgb' || space === 'b-w'))
}

/** A WebP with the pixels alone: nothing that the file says beside them. */
export const drawPicture = (input: Uint8Array, side: number): Promise<Uint8Array> =>
  sharp(input, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer()
