import { type Colour, rampColour, toByte } from './colour.ts'
import type { Raster } from './raster.ts'

/** A picture as bytes, three to a pixel. */
export type Picture = { data: Buffer; width: number; height: number }

export function paint(raster: Raster, colourOf: (pixel: number) => Colour): Picture {
  const data = Buffer.alloc(raster.columns * raster.rows * 3)
  for (let pixel = 0; pixel < raster.columns * raster.rows; pixel += 1) {
    const colour = colourOf(pixel)
    for (let band = 0; band < 3; band += 1) data[pixel * 3 + band] = toByte(colour[band] ?? 0)
  }
  return { data, width: raster.columns, height: raster.rows }
}

export const photoOf = (raster: Raster): Picture =>
  paint(raster, (pixel) => [
    raster.light[pixel * 3] ?? 0,
    raster.light[pixel * 3 + 1] ?? 0,
    raster.light[pixel * 3 + 2] ?? 0,
  ])

export const indexMapOf = (raster: Raster): Picture => paint(raster, (pixel) => rampColour(raster.index[pixel] ?? 0))
