// Heights of another raster, where an elevation map has its pixels.
import type { GeoTransform } from '#domain/maps.ts'
import { samplesIn } from '../../rasters/read-rows.ts'
import type { Layer } from '../measure/layer.ts'

export type PlacedLayer = { layer: Layer; transform: GeoTransform }

/** Interpolates between the four pixels around a place; NaN where one of them is nothing. Rows are asked for from top to bottom. */
export type HeightsAlong = (
  places: { x: Float64Array; y: Float64Array; count: number },
  into: Float64Array,
) => Promise<void>

const ROWS_KEPT = 64

/** Of the first band. Rasters that are turned against one another keep more rows than those that are not. */
export function createHeightReader({ layer, transform }: PlacedLayer): HeightsAlong {
  const { width, height, nodata, bands } = layer
  const [a, b, c, d, e, f] = transform
  const determinant = a * e - b * d
  const rows = new Map<number, Float64Array>()

  const readTo = async (first: number, last: number): Promise<void> => {
    for (const row of rows.keys()) if (row < first - ROWS_KEPT) rows.delete(row)
    for (let row = first; row <= last; row += 1) {
      if (rows.has(row)) continue
      const until = Math.min(height, row + ROWS_KEPT)
      const pixels = samplesIn(await layer.readRows(row, until), layer.sampleType)
      for (let at = row; at < until; at += 1) {
        const line = new Float64Array(width)
        for (let x = 0; x < width; x += 1) {
          const value = pixels[((at - row) * width + x) * bands.length] ?? Number.NaN
          line[x] = value === nodata ? Number.NaN : value
        }
        rows.set(at, line)
      }
    }
  }
  const at = (column: number, row: number): number => rows.get(row)?.[column] ?? Number.NaN

  return async ({ x, y, count }, into) => {
    const columns = new Float64Array(count)
    const lines = new Float64Array(count)
    let [first, last] = [Infinity, -Infinity]
    for (let place = 0; place < count; place += 1) {
      const [dx, dy] = [(x[place] ?? 0) - c, (y[place] ?? 0) - f]
      columns[place] = (e * dx - b * dy) / determinant - 0.5
      const line = (a * dy - d * dx) / determinant - 0.5
      lines[place] = line
      first = Math.min(first, line)
      last = Math.max(last, line)
    }
    await readTo(Math.max(0, Math.floor(first)), Math.min(height - 1, Math.floor(last) + 1))
    for (let place = 0; place < count; place += 1) {
      const [column, line] = [columns[place] ?? 0, lines[place] ?? 0]
      const [left, top] = [Math.floor(column), Math.floor(line)]
      const [right, below] = [column - left, line - top]
      // At the outermost half pixel, the nearest one counts.
      const [x0, x1] = [Math.max(0, left), Math.min(width - 1, left + 1)]
      const [y0, y1] = [Math.max(0, top), Math.min(height - 1, top + 1)]
      const isInside = column >= -0.5 && line >= -0.5 && column <= width - 0.5 && line <= height - 0.5
      into[place] = isInside
        ? (1 - below) * ((1 - right) * at(x0, y0) + right * at(x1, y0)) +
          below * ((1 - right) * at(x0, y1) + right * at(x1, y1))
        : Number.NaN
    }
  }
}
