// Whether a raster is a picture or numbers.
import type { Content } from './pyramid.ts'
import type { Raster } from './raster.ts'
import type { ReadRows } from './read-rows.ts'

const RGB = 2
const PALETTE = 3
const YCBCR = 6

/** Three bands of 8 bits with colours are a picture, also with alpha; anything else are numbers, and so is what has a scale. */
export async function isPictureRaster(raster: Raster, rows: ReadRows): Promise<boolean> {
  const { sampleType, bands, bits, photometric, alphaBand, palette, bandItems } = raster
  const isColour = photometric === RGB || photometric === YCBCR
  return (
    sampleType === 'uint8' &&
    bits === 8 &&
    bandItems.scalings.every((scaling) => scaling === undefined) &&
    ((bands === 3 && isColour) ||
      (bands === 4 && isColour && (alphaBand === 3 || (await isYesOrNo(raster, rows)))) ||
      (bands === 1 && photometric === PALETTE && palette !== undefined))
  )
}

/** A copy of a picture is made of RGBA; that of numbers has the bands they have. */
export const contentOf = ({ sampleType, bands, nodata }: Raster, isPicture: boolean): Content =>
  isPicture ? { isPicture, sampleType, bands: 4, nodata: undefined } : { isPicture, sampleType, bands, nodata }

const SAMPLE_ROWS = 9
const YES_OR_NO_MIN = 0.98

/** Whether the fourth band, of which nothing is said, is alpha: near infrared has more values than 0 and 255. */
async function isYesOrNo({ width, height }: Raster, rows: ReadRows): Promise<boolean> {
  let either = 0
  let all = 0
  for (let row = 0; row < SAMPLE_ROWS; row += 1) {
    const y = Math.min(height - 1, Math.floor(((row + 0.5) / SAMPLE_ROWS) * height))
    const pixels = await rows(y, y + 1)
    for (let x = 0; x < width; x += 1) {
      const value = pixels[x * 4 + 3]
      if (value === 0 || value === 255) either += 1
      all += 1
    }
  }
  return either >= all * YES_OR_NO_MIN
}
