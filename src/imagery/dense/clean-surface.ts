// A surface to look along: without steps of noise, and without holes, which would let photos see through it.
import { fillGaps } from '../reconstruction/fill-gaps.ts'
import { medianOfNine } from '../reconstruction/median-of-nine.ts'
import type { TileGrid } from './match-tile.ts'
import { type CellTile, TILE, tilesOf } from './surface-tile.ts'

/** NaN where a cell has no height. Row by row. */
export type ReadCells = (part: CellTile) => Float32Array

type Options = {
  grid: TileGrid
  readCells: ReadCells
  /** The ground between tie points, at a place in metres. */
  groundAt: (x: number, y: number) => number
}

/** Cells around a tile that are cleaned with it. */
const AROUND = 16
/** A tile has a megabyte. */
const TILES_KEPT = 64

/**
 * Cells of a part, cleaned. Holes have the height of the ground between tie points, raised or lowered as what is around them; so has
 * what has no height for far around.
 */
export function cleanSurface({ grid, readCells, groundAt }: Options): ReadCells {
  const tiles = tilesOf(grid.width, grid.height)
  const across = Math.ceil(grid.width / TILE)
  const known = new Map<number, Float32Array>()
  const clean = (tile: CellTile): Float32Array => {
    const [left, top] = [Math.max(0, tile.left - AROUND), Math.max(0, tile.top - AROUND)]
    const width = Math.min(grid.width, tile.left + tile.width + AROUND) - left
    const height = Math.min(grid.height, tile.top + tile.height + AROUND) - top
    const ground = Float32Array.from({ length: width * height }, (_, at) =>
      groundAt(
        grid.west + (left + (at % width) + 0.5) * grid.cell,
        grid.north - (top + Math.floor(at / width) + 0.5) * grid.cell,
      ),
    )
    const raw = readCells({ left, top, width, height })
    const smooth = medianOfNine(raw, width, height)
    // A hole stays one, so that it is filled from all around and not from its rim.
    const above = smooth.map((value, at) =>
      Number.isNaN(raw[at] ?? Number.NaN) ? Number.NaN : value - (ground[at] ?? 0),
    )
    const filled = fillGaps(above, { width, height })
    return Float32Array.from({ length: tile.width * tile.height }, (_, at) => {
      const from = (Math.floor(at / tile.width) + tile.top - top) * width + (at % tile.width) + tile.left - left
      const value = filled[from] ?? Number.NaN
      return (ground[from] ?? Number.NaN) + (Number.isNaN(value) ? 0 : value)
    })
  }
  const cellsOf = (at: number, tile: CellTile): Float32Array => {
    const cells = known.get(at) ?? clean(tile)
    known.delete(at)
    known.set(at, cells)
    const [oldest] = known.keys()
    if (known.size > TILES_KEPT && oldest !== undefined) known.delete(oldest)
    return cells
  }
  return ({ left, top, width, height }) => {
    const cells = new Float32Array(width * height)
    for (let down = Math.floor(top / TILE); down * TILE < top + height; down += 1)
      for (let right = Math.floor(left / TILE); right * TILE < left + width; right += 1) {
        const at = down * across + right
        const tile = tiles[at]
        if (!tile) continue
        const of = cellsOf(at, tile)
        const [from, to] = [Math.max(left, tile.left), Math.min(left + width, tile.left + tile.width)]
        for (let y = Math.max(top, tile.top); y < Math.min(top + height, tile.top + tile.height); y += 1) {
          const start = (y - tile.top) * tile.width - tile.left
          cells.set(of.subarray(start + from, start + to), (y - top) * width + from - left)
        }
      }
    return cells
  }
}
