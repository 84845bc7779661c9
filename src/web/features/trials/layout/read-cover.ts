import { type CoverMap, coverOf } from '#imagery/plots/cover-map.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { aroundPlots, readAround } from '../flight-map/read-around.ts'

/** Across the width of a plot. */
const PIXELS_ACROSS = 15

type Photo = { map: ReadyMap; copy: ViewCopy }

/** Where plants are around plots, which are given in the plane of the map. */
export async function readCover(
  photo: Photo,
  rings: readonly (readonly Position[])[],
  signal: AbortSignal,
): Promise<CoverMap> {
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
