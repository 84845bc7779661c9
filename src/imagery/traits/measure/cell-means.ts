// The mean of an index in square cells over a photo: a preview, because each pixel counts whole, in the cell of its middle.
import type { BandRole } from '#domain/maps.ts'
import { isInside } from '../../plots/crossings.ts'
import { boxOf, type Position } from '../../plots/polygon.ts'
import type { Values } from '../../rasters/values.ts'
import type { Expression } from '../catalogue/expression.ts'
import { compile } from '../catalogue/program.ts'
import type { MaskRule } from './masks.ts'

/** Lengths are in units of the plane in which the photo lies; cells count from the upper left, row by row. */
export type CellGrid = { left: number; top: number; side: number; columns: number; rows: number }

/** Bands stand beside one another for each pixel. Where there is an alpha, a pixel of 0 is nothing. */
type Photo = { bands: readonly BandRole[]; pixel: readonly [width: number, height: number] }

export type CellOrder = {
  grid: CellGrid
  photo: Photo
  /** Of an index, whose values beyond `clip` are clipped; null for the share of plants in percent. */
  index: { expression: Expression; clip: readonly [number, number] | null } | null
  /** What counts as plants; an index is of them only, or of all pixels with null. */
  plants: MaskRule | null
  /** The outer rings of plots, in the plane. */
  rings: readonly (readonly Position[])[]
}

/** A part of the photo; left and top are those of its first pixel. */
export type PhotoPart = {
  /** Nothing is where alpha is 0 or a number is NaN. */
  samples: Values | Uint8ClampedArray
  left: number
  top: number
  columns: number
  rows: number
  stride: number
}

export type CellMeans = {
  /** NaN where pixels with a value fill less than half of a cell, or no plants are in it. */
  means: Float32Array
  /** Of its area, what the photo holds: 0 to 1. */
  filled: Float32Array
  /** The place of the plot in which the middle of a cell lies; -1 for none. */
  plots: Int32Array
}

const FILLED_MIN = 0.5

/** Takes parts of a photo in any order, each pixel once. */
export function createCellMeans({ grid, photo, index, plants, rings }: CellOrder) {
  const { pixel } = photo
  const cells = grid.columns * grid.rows
  const [sums, valued, seen] = [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)]
  const read = rowReader(photo, { index, plants })
  const columnOf = (x: number): number => {
    const column = Math.floor((x - grid.left) / grid.side)
    return column < grid.columns ? column : -1
  }
  return {
    add(part: PhotoPart): void {
      const columns = Int32Array.from({ length: part.columns }, (_, at) => columnOf(part.left + (at + 0.5) * pixel[0]))
      for (let row = 0; row < part.rows; row += 1) {
        const gridRow = Math.floor((grid.top - part.top + (row + 0.5) * pixel[1]) / grid.side)
        if (gridRow < 0 || gridRow >= grid.rows) continue
        const values = read(part, row)
        for (let at = 0; at < part.columns; at += 1) {
          const [column = -1, value = NOTHING] = [columns[at], values[at]]
          if (column < 0 || value === NOTHING) continue
          const cell = gridRow * grid.columns + column
          seen[cell] = (seen[cell] ?? 0) + 1
          if (Number.isNaN(value)) continue
          sums[cell] = (sums[cell] ?? 0) + value
          valued[cell] = (valued[cell] ?? 0) + 1
        }
      }
    },
    end(): CellMeans {
      const whole = grid.side ** 2 / (pixel[0] * pixel[1])
      const filled = Float32Array.from(seen, (count) => Math.min(1, count / whole))
      const means = Float32Array.from(sums, (sum, cell) =>
        (filled[cell] ?? 0) < FILLED_MIN ? Number.NaN : sum / (valued[cell] ?? 0),
      )
      return { means, filled, plots: plotsOf(grid, rings) }
    },
  }
}

/** Where the photo holds nothing. No index reaches it. */
const NOTHING = -Infinity

/** Reads a row of a part: of each pixel its value, NaN where it has none. The answer holds until the next row is read. */
function rowReader({ bands }: Photo, { index, plants }: Pick<CellOrder, 'index' | 'plants'>) {
  const expressions = [index?.expression, plants?.expression].filter((one) => one !== undefined)
  const program = compile(expressions)
  const places = program.bands.map((role) => bands.indexOf(role))
  const alpha = bands.indexOf('alpha')
  const [low, high] = index?.clip ?? [-Infinity, Infinity]
  let [numbers, results]: [Float64Array[], Float64Array[]] = [[], []]
  return ({ samples, columns, stride }: PhotoPart, row: number): Float64Array => {
    if (numbers[0]?.length !== columns) {
      numbers = places.map(() => new Float64Array(columns))
      results = expressions.map(() => new Float64Array(columns))
    }
    const from = row * stride * bands.length
    for (const [at, place] of places.entries()) {
      const band = numbers[at]
      if (band)
        for (let column = 0; column < columns; column += 1)
          band[column] = samples[from + column * bands.length + place] ?? 0
    }
    program.run(numbers, results)
    const masks = plants && results.at(-1)
    const values = results[0] ?? new Float64Array(columns)
    for (let column = 0; column < columns; column += 1) {
      const isPlant = !masks || (masks[column] ?? Number.NaN) > plants.threshold
      if (index) values[column] = isPlant ? Math.min(high, Math.max(low, values[column] ?? Number.NaN)) : Number.NaN
      else values[column] = isPlant ? 100 : 0
      const isHidden = alpha >= 0 && samples[from + column * bands.length + alpha] === 0
      if (isHidden || numbers.some((band) => !Number.isFinite(band[column]))) values[column] = NOTHING
    }
    return values
  }
}

function plotsOf({ left, top, side, columns, rows }: CellGrid, rings: CellOrder['rings']): Int32Array {
  const plots = new Int32Array(columns * rows).fill(-1)
  for (const [plot, ring] of rings.entries()) {
    const { minX, minY, maxX, maxY } = boxOf([[ring]])
    const lastRow = Math.min(rows - 1, Math.floor((top - minY) / side))
    const lastColumn = Math.min(columns - 1, Math.floor((maxX - left) / side))
    for (let row = Math.max(0, Math.floor((top - maxY) / side)); row <= lastRow; row += 1)
      for (let column = Math.max(0, Math.floor((minX - left) / side)); column <= lastColumn; column += 1)
        if (isInside(ring, [left + (column + 0.5) * side, top - (row + 0.5) * side]))
          plots[row * columns + column] = plot
  }
  return plots
}
