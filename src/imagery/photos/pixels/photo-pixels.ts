// What the pixels of a photo say. It comes out the same in a browser and on a server.
import type { Colours } from './colours.ts'
import { brightnessOf, whiteShareOf } from './histogram.ts'
import { type Luma, readJpegLuma } from './jpeg-luma.ts'
import { sharpnessOf } from './sharpness.ts'

/** Null where they were not looked at, or can't be. */
export type PhotoPixels = {
  /** From 0 to 4, see `sharpnessOf`. */
  sharpness: number | null
  /** The mean luma of the whole photo, from 0 to 255. */
  brightness: number | null
  /** The share of what was looked at closely that is white. */
  white: number | null
  /** Of the whole photo, or of its top where it has no small picture. */
  colours: Colours | null
}

export const NO_PIXELS: PhotoPixels = { sharpness: null, brightness: null, white: null, colours: null }

/** The thumbnail shows the whole photo; its first bytes, from their tables on, show the top of it as sharp as it is. */
export function pixelsOfJpeg(thumbnail: Uint8Array | null, start: Uint8Array | null): PhotoPixels {
  const whole = thumbnail && readJpegLuma(thumbnail)
  const close = start && readJpegLuma(start)
  return {
    ...closePixelsOf(close),
    brightness: whole && brightnessOf(whole.histogram),
    colours: (whole ?? close)?.colours ?? null,
  }
}

export const closePixelsOf = (
  luma: Pick<Luma, 'histogram' | 'differences'> | null,
): Pick<PhotoPixels, 'sharpness' | 'white'> => ({
  sharpness: luma && sharpnessOf(luma.differences),
  white: luma && whiteShareOf(luma.histogram),
})
