// Which pixels are something: all else is neither plants nor soil.
import type { Samples } from '../../rasters/read-rows.ts'
import type { Reading } from './collector.ts'
import type { Layer } from './layer.ts'

/** Of a pixel among rows of the whole width, with the mask of the same rows. */
export type IsThere = (pixels: Samples, pixel: number, mask: Uint8Array | undefined) => boolean

/**
 * A pixel is nothing where alpha or the mask hides it, or one of the measured bands has no number or nodata. Of red, green and blue
 * of 8 bits all three must be nodata: a single band of 0 is a colour. `addPixels` and `addColours` say the same, where it counts.
 */
export function createIsThere({ nodata }: Pick<Layer, 'nodata'>, { alpha, places, step, isColours }: Reading): IsThere {
  const nothingMax = isColours ? places.length - 1 : 0
  return (pixels, pixel, mask) => {
    const at = pixel * step
    if ((alpha >= 0 && pixels[at + alpha] === 0) || mask?.[pixel] === 0) return false
    let nothing = 0
    for (let band = 0; band < places.length; band += 1) {
      const value = pixels[at + (places[band] ?? 0)] ?? 0
      if (value === nodata || value - value !== 0) nothing += 1
    }
    return nothing <= nothingMax
  }
}
