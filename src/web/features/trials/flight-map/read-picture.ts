import type { Picture } from '#imagery/plots/plot-pixels.ts'
import type { Position } from '#imagery/plots/polygon.ts'
import { WGS84 } from '#imagery/rasters/crs.ts'
import { PREVIEW_BANDS } from '#imagery/traits/measure/preview-cover.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { planeOf } from './plane-of.ts'
import { aroundPlots, readAround } from './read-around.ts'
import type { FlightPhoto } from './use-flight-map.ts'

export type PictureOfPlots = {
  picture: Picture
  /** In its units. */
  rings: Position[][]
  /** Metres of such a unit. */
  unitMetres: number
}

/** The bands that previews of plants need, around plots, from the copy for viewing. */
export async function readPicture(
  photo: FlightPhoto,
  plots: readonly PlotOutline[],
  { pixelsAcross, signal }: { pixelsAcross: number; signal: AbortSignal },
): Promise<PictureOfPlots> {
  const { frame, toPlane } = planeOf(photo.map, WGS84, photo.shift)
  const rings = plots.map((plot) => (plot.rings[0] ?? []).map(toPlane))
  const part = aroundPlots(photo, rings, pixelsAcross)
  const { columns, rows, place } = part
  const { isPicture, bands: all } = photo.map
  const roles = PREVIEW_BANDS.filter((role) => (isPicture ? role !== 'nir' : all.includes(role)))
  const step = roles.length + 1
  const count = columns * rows * step
  const samples = isPicture ? new Uint8ClampedArray(count) : new Float32Array(count)
  await readAround(photo, part, {
    signal,
    bands: roles.map((role) => all.indexOf(role)),
    take: (tile, from, cell) => {
      for (let band = 0; band < step; band += 1) samples[cell * step + band] = tile[from + band] ?? 0
    },
  })
  return { picture: { ...place, columns, rows, samples, roles }, rings, unitMetres: frame.metres ?? 1 }
}
