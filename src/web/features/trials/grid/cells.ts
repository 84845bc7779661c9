import { type Colours, rgbOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import type { CellGrid } from '#imagery/traits/measure/cell-means.ts'
import type { Point } from '#web/lib/raster-map/map-frame.ts'
import type { Cells } from './read-cells.ts'

/** A pixel for each cell. */
export function pictureOf({ grid, means }: Cells, scale: Scale, colours: Colours): OffscreenCanvas {
  const picture = new OffscreenCanvas(grid.columns, grid.rows)
  const pixels = new ImageData(grid.columns, grid.rows)
  for (const [cell, mean] of means.entries())
    if (!Number.isNaN(mean)) pixels.data.set([...rgbOf(mean, scale, colours), 255], cell * 4)
  picture.getContext('2d')?.putImageData(pixels, 0, 0)
  return picture
}

/** The cell at a place of the plane; null beside the grid. */
export function cellAt({ left, top, side, columns, rows }: CellGrid, [x, y]: Point): number | null {
  const [column, row] = [Math.floor((x - left) / side), Math.floor((top - y) / side)]
  return column >= 0 && row >= 0 && column < columns && row < rows ? row * columns + column : null
}

/** As people and the address name it: row and column from the upper left, from 1. */
export const cellName = ({ columns }: CellGrid, cell: number): string =>
  `${Math.floor(cell / columns) + 1}-${(cell % columns) + 1}`

export function cellNamed({ columns, rows }: CellGrid, name: string | null): number | null {
  const [row = 0, column = 0] = /^\d{1,5}-\d{1,5}$/.test(name ?? '') ? (name ?? '').split('-').map(Number) : []
  return row > 0 && column > 0 && row <= rows && column <= columns ? (row - 1) * columns + column - 1 : null
}
