// The noise of a surface without knowing the truth: every other photo against the others, each half matched by itself.
import { choosePhotos, looksOf } from './choose-photos.ts'
import { confidenceOf, KNOWN, PLAIN, SPECK, UNLIKE } from './confidence.ts'
import type { Kernel } from './kernel/create-kernel.ts'
import { MARGIN, type Matched, matchTile, type TileTask } from './match-tile.ts'
import type { CellTile } from './surface-tile.ts'

/** Cells of the surface to a side of one here: half of the photos know less, and it takes a quarter of the time. */
const CELLS = 2
/** Differences by millimetres, from that far below to that far above. */
const METRES_MAX = 0.5
const BINS = 2 * METRES_MAX * 1000 + 1
/** Of a whole map only some tiles are matched by halves. */
export const TILES_MAX = 8
/** Three for each half. */
const PHOTOS_MIN = 6
/** Fewer cells say nothing of a surface. */
const COUNT_MIN = 2000
/** Of a normal distribution, its standard deviation by the median of distances from the median. */
const TO_DEVIATION = 1.4826

export type Differences = Uint32Array

export const noDifferences = (): Differences => new Uint32Array(BINS)

/** Tiles that tell of the noise: spread over those whose middle enough photos show. `height` is that of the ground. */
export function tilesOfNoise(
  { grid, photos }: TileTask,
  { tiles, height }: { tiles: readonly CellTile[]; height: number },
) {
  const looks = looksOf(photos)
  const shown = tiles.filter((tile) => {
    const west = grid.west + (tile.left + tile.width / 2) * grid.cell
    const north = grid.north - (tile.top + tile.height / 2) * grid.cell
    return choosePhotos(photos, looks, { west, north, east: west, south: north, height }).length >= PHOTOS_MIN
  })
  const step = Math.max(1, shown.length / TILES_MAX)
  return Array.from(
    { length: Math.min(TILES_MAX, shown.length) },
    (_, at) => shown[Math.floor((at + 0.5) * step)],
  ).filter((tile) => tile !== undefined)
}

/** Of the cells of a tile whose height both halves know, how many differ by so much. */
export function differencesOfHalves(kernel: Kernel, task: TileTask, tile: CellTile): Differences {
  const counted = noDifferences()
  const inOrder = task.photos.toSorted((one, other) => (one.view.name < other.view.name ? -1 : 1))
  const cell = task.grid.cell * CELLS
  const grid = {
    cell,
    west: task.grid.west + tile.left * task.grid.cell,
    north: task.grid.north - tile.top * task.grid.cell,
    width: Math.max(1, Math.floor(tile.width / CELLS)),
    height: Math.max(1, Math.floor(tile.height / CELLS)),
  }
  const [odd, even] = [1, 0].map((half) => {
    const photos = inOrder.filter((_, at) => at % 2 === half)
    return matchTile(kernel, { ...task, grid, photos })
  })
  if (!odd || !even) return counted
  const [oddKnown, evenKnown] = [areKnown(odd), areKnown(even)]
  const { width } = odd.grid
  for (let row = MARGIN; row < MARGIN + grid.height; row += 1)
    for (let at = row * width + MARGIN; at < row * width + MARGIN + grid.width; at += 1) {
      if (!oddKnown[at] || !evenKnown[at]) continue
      const bin = Math.round(((odd.heights[at] ?? 0) - (even.heights[at] ?? 0) + METRES_MAX) * 1000)
      if (bin >= 0 && bin < BINS) counted[bin] = (counted[bin] ?? 0) + 1
    }
  return counted
}

/** Few photos are no reason: a half has half of them. */
const areKnown = (matched: Matched): Uint8Array =>
  confidenceOf(matched).map((one) => (one & KNOWN && !(one & (SPECK | UNLIKE | PLAIN)) ? 1 : 0))

/**
 * The standard deviation of a height of all photos, in metres: that of the difference of the halves, each of which has twice its
 * variance, is twice as large. Null where too few cells tell. What both halves share, such as a wrong lens, is not in it.
 */
export function noiseOf(counted: Differences): number | null {
  const count = counted.reduce((sum, one) => sum + one, 0)
  if (count < COUNT_MIN) return null
  const middle = medianOf(counted)
  const away = new Uint32Array(2 * BINS)
  for (const [bin, one] of counted.entries()) {
    // Half millimetres, so that what lies in one is told apart.
    const distance = Math.round(2 * Math.abs(bin - middle))
    away[distance] = (away[distance] ?? 0) + one
  }
  return (TO_DEVIATION * medianOf(away)) / 2 / 1000 / 2
}

/** In bins, as if what is in one lay evenly around its middle. */
function medianOf(counted: Differences): number {
  const half = counted.reduce((sum, one) => sum + one, 0) / 2
  let below = 0
  for (const [bin, one] of counted.entries()) {
    if (below + one >= half) return bin - 0.5 + (half - below) / one
    below += one
  }
  return 0
}
