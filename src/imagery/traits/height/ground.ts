// Heights of another raster, where an elevation map has its pixels.
import type { GeoTransform } from '#domain/maps.ts'
import type { Layer } from '../measure/layer.ts'
import { createHeightRows } from './height-rows.ts'
import { keepRows } from './kept-rows.ts'

export type PlacedLayer = { layer: Layer; transform: GeoTransform }

/** Interpolates between the four pixels around a place; NaN where one of them is nothing. Rows are asked for from top to bottom. */
export type HeightsAlong = (
  places: { x: Float64Array; y: Float64Array; count: number },
  into: Float64Array,
) => Promise<void>

/** Of the first band. Rasters that are turned against one another keep more rows than those that are not. */
export function createHeightReader({ layer, transform }: PlacedLayer): HeightsAlong {
  const { width, height } = layer
  const [a, b, c, d, e, f] = transform
  const determinant = a * e - b * d
  const { keep, row: rowAt } = keepRows({ size: layer, read: createHeightRows(layer) })

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
    await keep(Math.floor(first), Math.floor(last) + 1)
    let [above, upper, lower]: [number, Float64Array | undefined, Float64Array | undefined] = [
      Number.NaN,
      undefined,
      undefined,
    ]
    for (let place = 0; place < count; place += 1) {
      const [column, line] = [columns[place] ?? 0, lines[place] ?? 0]
      const [left, top] = [Math.floor(column), Math.floor(line)]
      const [right, below] = [column - left, line - top]
      // At the outermost half pixel, the nearest one counts.
      const [x0, x1] = [Math.max(0, left), Math.min(width - 1, left + 1)]
      if (top !== above) {
        above = top
        upper = rowAt(Math.max(0, top))
        lower = rowAt(Math.min(height - 1, top + 1))
      }
      const isInside = column >= -0.5 && line >= -0.5 && column <= width - 0.5 && line <= height - 0.5
      into[place] = isInside
        ? (1 - below) * between(upper, [x0, x1, right]) + below * between(lower, [x0, x1, right])
        : Number.NaN
    }
  }
}

const between = (row: Float64Array | undefined, [x0, x1, part]: readonly [number, number, number]): number =>
  (1 - part) * (row?.[x0] ?? Number.NaN) + part * (row?.[x1] ?? Number.NaN)
