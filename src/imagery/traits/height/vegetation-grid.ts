// Where a field has vegetation, on a grid coarse enough to be held as a whole.
import { nearAny } from '../../numbers/near-any.ts'
import type { ReadRows } from '../../rasters/read-rows.ts'
import { NO_MASK } from '../measure/pixel-rows.ts'
import type { PlacedLayer } from './ground.ts'

/** Cells of one size: x to the east of `minX`, y to the north of `minY`. */
export type VegetationGrid = {
  minX: number
  minY: number
  cell: number
  columns: number
  rows: number
  /** 0: unknown, 1: soil, 2: at least one pixel of vegetation. */
  states: Uint8Array
}

export type Extent = { minX: number; minY: number; maxX: number; maxY: number }

const CELLS_MAX = 16_000_000

/** `cell` is the side of a cell; of fields that would have too many, it is larger. */
export function createGrid({ minX, minY, maxX, maxY }: Extent, cell: number): VegetationGrid {
  const side = Math.max(cell, Math.sqrt(((maxX - minX) * (maxY - minY)) / CELLS_MAX))
  const columns = Math.max(1, Math.ceil((maxX - minX) / side))
  const rows = Math.max(1, Math.ceil((maxY - minY) / side))
  return { minX, minY, cell: side, columns, rows, states: new Uint8Array(columns * rows) }
}

export const cellAt = ({ minX, minY, cell, columns, rows }: VegetationGrid, x: number, y: number): number => {
  const [column, row] = [Math.floor((x - minX) / cell), Math.floor((y - minY) / cell)]
  return column < 0 || row < 0 || column >= columns || row >= rows ? -1 : row * columns + column
}

/** Fills the grid from an orthomosaic in the same coordinates; `plantRows` hold what `createMaskRows` says. */
export async function markVegetation(
  grid: VegetationGrid,
  { layer, transform }: PlacedLayer,
  plantRows: ReadRows,
): Promise<void> {
  const [top, bottom] = rowsWithin({ layer, transform }, grid)
  const [a, b, c, d, e, f] = transform
  for (let y = top; y < bottom; y += 1) {
    const plants = await plantRows(y, y + 1)
    for (let x = 0; x < layer.width; x += 1) {
      if (plants[x] === NO_MASK) continue
      const cell = cellAt(grid, a * (x + 0.5) + b * (y + 0.5) + c, d * (x + 0.5) + e * (y + 0.5) + f)
      if (cell < 0) continue
      if (plants[x] === 1) grid.states[cell] = 2
      else if (grid.states[cell] === 0) grid.states[cell] = 1
    }
  }
}

/** The rows of a raster that the grid lies in. */
export function rowsWithin({ layer, transform }: PlacedLayer, grid: VegetationGrid): [top: number, bottom: number] {
  const { minX, minY, cell, columns, rows } = grid
  const [a, b, c, d, e, f] = transform
  const corners = [0, 1].flatMap((right) =>
    [0, 1].map((up) => {
      const [x, y] = [minX + right * columns * cell, minY + up * rows * cell]
      return (a * (y - f) - d * (x - c)) / (a * e - b * d)
    }),
  )
  const clamp = (row: number): number => Math.min(layer.height, Math.max(0, row))
  return [clamp(Math.floor(Math.min(...corners))), clamp(Math.ceil(Math.max(...corners)))]
}

/** 1 where no cell within the distance has vegetation, and the cell itself is known to be soil. */
export function soilAwayFromPlants(grid: VegetationGrid, distance: number): Uint8Array {
  const { states, cell } = grid
  const isNear = nearAny(
    states.map((state) => Number(state === 2)),
    grid,
    Math.ceil(distance / cell),
  )
  return states.map((state, at) => Number(state === 1 && !isNear[at]))
}
