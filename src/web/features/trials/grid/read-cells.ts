// The cells of a grid over the plots, from the copy of a photo for viewing.
import { boxOf, type Position } from '#imagery/plots/polygon.ts'
import { WGS84 } from '#imagery/rasters/crs.ts'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import type { CellGrid, CellMeans, PhotoPart } from '#imagery/traits/measure/cell-means.ts'
import { planeOf } from '../flight-map/plane-of.ts'
import { type Around, partWithin } from '../flight-map/read-around.ts'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import type { CellMessage } from './cell-means-worker.ts'
import type { CellValue } from './cells-of-trait.ts'

export type Cells = CellMeans & { grid: CellGrid }

/** So that a table and its file stay quick. */
const CELLS_MAX = 40_000
/** Across the side of a cell, so that few pixels lie in two. */
const PIXELS_ACROSS = 8
const PIXELS_ACROSS_MIN = 2

/** Over all plots, from the upper left; a string says why there is none. */
export function gridOver({ map, copy, shift }: FlightPhoto, plots: readonly PlotOutline[], metres: number) {
  const { frame, toPlane } = planeOf(map, WGS84, shift)
  const rings = plots.map((plot) => (plot.rings[0] ?? []).map(toPlane))
  const side = metres / (frame.metres ?? 1)
  const box = boxOf(rings.map((ring) => [ring]))
  const [columns, rows] = [cellsAcross((box.maxX - box.minX) / side), cellsAcross((box.maxY - box.minY) / side)]
  if (columns * rows > CELLS_MAX)
    return `It would have ${(columns * rows).toLocaleString('en')} cells, and at most ${CELLS_MAX.toLocaleString('en')} are shown. Choose larger cells.`
  const grid: CellGrid = { left: box.minX, top: box.maxY, side, columns, rows }
  const within = { ...box, maxX: box.minX + columns * side, minY: box.maxY - rows * side }
  const part = partWithin({ map, copy }, within, side / PIXELS_ACROSS)
  if (part.place.pixel[0] > side / PIXELS_ACROSS_MIN)
    return 'The pixels of this photo are too large. Choose larger cells.'
  return { grid, rings, part }
}

/** Coordinates went through degrees: a plot of 4 m is 4.0001 m wide, and has four cells of 1 m. */
const cellsAcross = (sides: number): number => Math.max(1, Math.ceil(sides - 0.001))

type Reading = {
  value: CellValue
  grid: CellGrid
  rings: readonly (readonly Position[])[]
  part: Around
  send: (message: CellMessage, transfer?: Transferable[]) => void
  signal: AbortSignal
  onTile: (done: number) => void
}

/** Sends an order and its tiles to a worker. */
export async function sendTiles({ map, copy }: FlightPhoto, reading: Reading): Promise<void> {
  const { value, grid, rings, part, send, signal } = reading
  const { pixel } = part.place
  const bands = map.isPicture ? PICTURE_BANDS : map.bands
  send({ order: { ...value, grid, rings, photo: { bands, pixel } } })
  const level = copy.levels[part.level] ?? map
  for (const [done, { column, row }] of part.tiles.entries()) {
    const at = { level: part.level, column, row }
    const samples = await (map.isPicture ? copy.readPicture(at, signal) : copy.readNumbers(at, signal))
    const [x, y] = [column * TILE_PIXELS, row * TILE_PIXELS]
    if (samples) {
      const sent: PhotoPart = {
        samples,
        left: part.place.left + (x - part.column) * pixel[0],
        top: part.place.top - (y - part.row) * pixel[1],
        // Beyond the edge of the photo a tile repeats its last pixels.
        columns: Math.min(TILE_PIXELS, level.width - x),
        rows: Math.min(TILE_PIXELS, level.height - y),
        stride: TILE_PIXELS,
      }
      send({ part: sent }, [samples.buffer])
    }
    reading.onTile(done + 1)
  }
  send({ part: null })
}

const PICTURE_BANDS = ['red', 'green', 'blue', 'alpha'] as const
