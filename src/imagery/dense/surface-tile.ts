// A dense surface, tile by tile, so that memory is bound by a tile and not by a map.
import { confidenceOf, REFUSED } from './confidence.ts'
import type { Kernel } from './kernel/create-kernel.ts'
import { MARGIN, matchTile, type TileTask } from './match-tile.ts'

/** Cells of a map. */
export type CellTile = { left: number; top: number; width: number; height: number }

/** Cells along the side of a tile, but for those at the far edges of a map. */
export const TILE = 512
const TILE_MIN = 64

export function tilesOf(width: number, height: number): CellTile[] {
  const tiles: CellTile[] = []
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE)
      tiles.push({ left, top, width: Math.min(TILE, width - left), height: Math.min(TILE, height - top) })
  return tiles
}

/** Of the cells of a tile, row by row: heights, NaN where they are refused, and what speaks for and against each. */
export type SurfaceTile = { heights: Float32Array; confidence: Uint8Array }

/** `task.grid` is the whole map. A tile whose heights differ so much that it takes too much memory is made in four parts. */
export function surfaceTile(kernel: Kernel, task: TileTask, tile: CellTile): SurfaceTile {
  const { west, north, cell } = task.grid
  const { width, height } = tile
  const grid = { cell, west: west + tile.left * cell, north: north - tile.top * cell, width, height }
  const matched = matchTile(kernel, { ...task, grid })
  const size = tile.width * tile.height
  const surface = { heights: new Float32Array(size), confidence: new Uint8Array(size) }
  if (matched) {
    const confidence = confidenceOf(matched)
    for (let at = 0; at < size; at += 1) {
      const from = (Math.floor(at / tile.width) + MARGIN) * matched.grid.width + (at % tile.width) + MARGIN
      const one = confidence[from] ?? 0
      surface.confidence[at] = one
      surface.heights[at] = one === 0 || one & REFUSED ? Number.NaN : (matched.heights[from] ?? Number.NaN)
    }
    return surface
  }
  if (Math.max(tile.width, tile.height) < TILE_MIN) throw new Error('A small tile takes too much memory')
  for (const part of quartersOf(tile)) {
    const made = surfaceTile(kernel, task, part)
    for (const name of ['heights', 'confidence'] as const)
      for (let row = 0; row < part.height; row += 1)
        surface[name].set(
          made[name].subarray(row * part.width, (row + 1) * part.width),
          (part.top - tile.top + row) * tile.width + part.left - tile.left,
        )
  }
  return surface
}

function quartersOf({ left, top, width, height }: CellTile): CellTile[] {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  return [
    { left, top, width: across, height: down },
    { left: left + across, top, width: width - across, height: down },
    { left, top: top + down, width: across, height: height - down },
    { left: left + across, top: top + down, width: width - across, height: height - down },
  ].filter((one) => one.width > 0 && one.height > 0)
}
