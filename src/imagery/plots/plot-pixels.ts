// The pixels of plots on a picture, for trying settings: each pixel counts whole, by its middle.
import type { BandRole } from '#domain/maps.ts'
import { distanceTo, edgesOf, isInside } from './crossings.ts'
import { boxOf, type Position } from './polygon.ts'

/** A part of a map, row by row from the upper left. */
export type Picture = {
  left: number
  top: number
  /** Width and height of a pixel. */
  pixel: readonly [number, number]
  columns: number
  rows: number
  /** The bands of each pixel, and whether anything is there: 255 of a photo, 1 of other numbers. */
  samples: Uint8ClampedArray | Float32Array
  roles: readonly BandRole[]
}

export type PlotPixels = {
  /** The first pixel of each plot, and the end of the last one. */
  starts: Int32Array
  /** Their places in the picture, row by row. */
  places: Int32Array
  /** The bands of each. */
  values: Uint8ClampedArray | Float32Array
  roles: readonly BandRole[]
  /** How far each lies from the edge of its plot. */
  depths: Float32Array
}

/** Rings and depths are in units of the picture. */
export function plotPixels(picture: Picture, rings: readonly (readonly Position[])[]): PlotPixels {
  const { left, top, pixel, columns, rows, samples, roles } = picture
  const step = roles.length + 1
  const half = samples instanceof Float32Array ? 0.5 : 127.5
  const starts = new Int32Array(rings.length + 1)
  const [cells, depths]: [number[], number[]] = [[], []]
  for (const [plot, ring] of rings.entries()) {
    const { minX, minY, maxX, maxY } = boxOf([[ring]])
    const edges = edgesOf(ring)
    const lastRow = Math.min(rows - 1, Math.floor((top - minY) / pixel[1]))
    const lastColumn = Math.min(columns - 1, Math.floor((maxX - left) / pixel[0]))
    for (let row = Math.max(0, Math.floor((top - maxY) / pixel[1])); row <= lastRow; row += 1)
      for (let column = Math.max(0, Math.floor((minX - left) / pixel[0])); column <= lastColumn; column += 1) {
        const middle = [left + (column + 0.5) * pixel[0], top - (row + 0.5) * pixel[1]] as const
        const cell = row * columns + column
        if ((samples[cell * step + roles.length] ?? 0) < half || !isInside(ring, middle)) continue
        cells.push(cell)
        depths.push(edges.reduce((least, edge) => Math.min(least, distanceTo(edge, middle)), Infinity))
      }
    starts[plot + 1] = cells.length
  }
  const count = cells.length * roles.length
  const values = samples instanceof Float32Array ? new Float32Array(count) : new Uint8ClampedArray(count)
  for (const [at, cell] of cells.entries())
    values.set(samples.subarray(cell * step, cell * step + roles.length), at * roles.length)
  return { starts, places: Int32Array.from(cells), values, roles, depths: Float32Array.from(depths) }
}
