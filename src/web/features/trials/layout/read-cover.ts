import { coverOf, type PlantMap } from '#imagery/plots/plant-map.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { aroundPlots, type Photo, readAround } from '../flight-map/read-around.ts'

/** Across the width of a plot. */
const PIXELS_ACROSS = 15

/** Where plants are around plots, which are given in the plane of the map. */
export async function readCover(
  photo: Photo,
  rings: readonly (readonly Position[])[],
  signal: AbortSignal,
): Promise<PlantMap> {
  const part = aroundPlots(photo, rings, PIXELS_ACROSS)
  const { columns, rows } = part
  const cells = new Uint8Array(columns * rows)
  await readAround(photo, part, {
    signal,
    take: (rgba, from, cell) => {
      cells[cell] = coverOf(rgba, from)
    },
  })
  return { ...part.place, columns, rows, cells }
}
