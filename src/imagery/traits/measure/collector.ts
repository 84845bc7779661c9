// Which bands of a raster are measured, and how pixels of a row become those of a plot.
import type { BandRole } from '#domain/maps.ts'
import type { Layer } from './layer.ts'
import { addColours, addPixels, type PixelList, type RowOfPixels } from './pixel-list.ts'

export type Reading = {
  bands: readonly BandRole[]
  /** Of each of them within a pixel. */
  places: readonly number[]
  isEightBit: boolean
  /** Red, green and blue of 8 bits, and nothing else. */
  isColours: boolean
  /** Within a pixel; -1 without one. */
  alpha: number
  /** Numbers of a pixel. */
  step: number
}

export function readingOf({ bands, sampleType }: Layer, measured: readonly BandRole[]): Reading {
  const isEightBit = sampleType === 'uint8'
  const areColours = ['red', 'green', 'blue'].every((role, at) => measured[at] === role)
  return {
    bands: measured,
    places: measured.map((role) => bands.indexOf(role)),
    isEightBit,
    isColours: isEightBit && areColours && measured.length === 3,
    alpha: bands.indexOf('alpha'),
    step: bands.length,
  }
}

export type PlotRow = Pick<
  RowOfPixels,
  'pixels' | 'weights' | 'from' | 'to' | 'mask' | 'vegetation' | 'slice' | 'sliceStep'
> & {
  /** Of the row's first pixel within `pixels`. */
  start: number
  /** The column of the first weight. */
  left: number
}

/** @returns the weight of the pixels that are something */
export function collect(list: PixelList, row: PlotRow, { layer, reading }: { layer: Layer; reading: Reading }): number {
  const { places, alpha, step, isColours } = reading
  const start = row.start + (row.left + row.from) * step
  const placed = { ...row, start, step, places, alpha, nodata: layer.nodata }
  return isColours && row.pixels instanceof Uint8Array
    ? addColours(list, { ...placed, pixels: row.pixels })
    : addPixels(list, placed)
}
