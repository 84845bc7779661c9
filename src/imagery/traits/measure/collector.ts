// Takes the pixels of a plot out of rows, and gives them back as samples.
import { type Samples as RasterSamples } from '../../rasters/read-rows.ts'
import { addColours, createColourTable } from './colour-table.ts'
import type { Layer } from './layer.ts'
import { addPixels, createPixelList, takePixels } from './pixel-list.ts'
import { type Samples, takeColours } from './samples.ts'

export type PlotRow = {
  pixels: RasterSamples
  /** Of the row's first pixel within `pixels`. */
  start: number
  /** The column of the first weight. */
  left: number
  weights: Float64Array
  from: number
  to: number
  /** Of the row's pixels between `from` and `to`. */
  mask: Uint8Array | undefined
  vegetation: Uint8Array | undefined
}

export type Collector = {
  /** @returns the weight of the pixels that are something. */
  add: (row: PlotRow) => number
  take: (samples: Samples, hasVegetation: boolean) => void
}

/** Which bands are measured, and how: colours of 8 bits are held once each. */
export type Reading = { places: readonly number[]; isColours: boolean; alpha: number; step: number }

export function readingOf({ bands, sampleType }: Layer, measured: readonly string[]): Reading {
  const places = measured.map((role) => bands.findIndex((one) => one === role))
  const isColours = sampleType === 'uint8' && ['red', 'green', 'blue'].every((role, at) => measured[at] === role)
  return {
    places,
    isColours: isColours && measured.length === 3,
    alpha: bands.indexOf('alpha'),
    step: bands.length,
  }
}

export const createCollector = (layer: Layer, reading: Reading): Collector =>
  reading.isColours ? colourCollector(layer, reading) : pixelCollector(layer, reading)

function colourCollector({ nodata }: Layer, { places, alpha, step }: Reading): Collector {
  const table = createColourTable()
  const [red = 0, green = 1, blue = 2] = places
  const isByte = nodata !== undefined && Number.isInteger(nodata) && nodata >= 0 && nodata <= 255
  const fixed = { places: [red, green, blue] as const, alpha, step, nodata: isByte ? nodata : -1 }
  return {
    add: ({ pixels, start, left, ...row }) =>
      addColours(table, { ...row, ...fixed, pixels: pixels as Uint8Array, start: start + (left + row.from) * step }),
    take: (samples, hasVegetation) => takeColours(table, samples, hasVegetation),
  }
}

function pixelCollector({ nodata, scale }: Layer, { places, alpha, step }: Reading): Collector {
  const list = createPixelList(places.length)
  return {
    add: ({ start, left, ...row }) =>
      addPixels(list, { ...row, places, alpha, step, nodata, scale, start: start + (left + row.from) * step }),
    take: (samples, hasVegetation) => takePixels(list, samples, hasVegetation),
  }
}
