import type { Picture, PlotPixels } from '#imagery/plots/plot-pixels.ts'
import { indexReader, isPlant, previewGuard } from '#imagery/traits/measure/preview-cover.ts'
import type { PictureOfPlots } from '../flight-map/read-picture.ts'
import type { PlantSettings } from '../what-if/plant-settings.ts'

type Read = PictureOfPlots & { pixels: PlotPixels }

export type PlotPreview = {
  picture: Picture
  rings: Read['rings']
  /** Of the pixels of the plot that count. */
  index: Float64Array
  /** Their places in the picture, and whether they are plants. */
  places: Int32Array
  plants: Uint8Array
  guard: ReturnType<typeof previewGuard>
}

/** The only plot of a picture. 'nothing' where none of its pixels counts. */
export function maskOfPlot(
  { picture, pixels, rings, unitMetres }: Read,
  settings: PlantSettings,
): PlotPreview | 'nothing' {
  const { method, threshold, bufferMetres } = settings
  const asked = { method, threshold, buffer: bufferMetres / unitMetres }
  const all = indexReader(pixels, method)?.(0)
  if (!all) return 'nothing'
  const counted = [...all.keys()].filter((at) => (pixels.depths[at] ?? 0) >= asked.buffer)
  if (counted.length === 0) return 'nothing'
  const index = Float64Array.from(counted, (at) => all[at] ?? Number.NaN)
  return {
    picture,
    rings,
    index,
    places: Int32Array.from(counted, (at) => pixels.places[at] ?? 0),
    plants: Uint8Array.from(index, (value) => Number(isPlant(value, asked))),
    guard: previewGuard(pixels, asked),
  }
}
