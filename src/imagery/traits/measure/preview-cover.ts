import type { BandRole } from '#domain/maps.ts'
import type { PlotPixels } from '../../plots/plot-pixels.ts'

export const PREVIEW_METHODS = ['exg', 'exgr', 'g>r', 'ndvi', 'osavi'] as const
type Method = (typeof PREVIEW_METHODS)[number]
export type PreviewSettings = {
  method: Method
  threshold: number
  /** In units of the picture. */
  buffer: number
}

type Index = { needs: readonly BandRole[]; of: (a: number, b: number, c: number) => number }

const INDICES: Record<Method, Index> = {
  exg: {
    needs: ['red', 'green', 'blue'],
    of: (red, green, blue) => (2 * green - red - blue) / (red + green + blue),
  },
  exgr: {
    needs: ['red', 'green', 'blue'],
    of: (red, green, blue) => (3 * green - 2.4 * red - blue) / (red + green + blue),
  },
  'g>r': { needs: ['red', 'green'], of: (red, green) => green - red },
  ndvi: { needs: ['nir', 'red'], of: (nir, red) => (nir - red) / (nir + red) },
  osavi: { needs: ['nir', 'red'], of: (nir, red) => (nir - red) / (nir + red + 0.16) },
}

/** What previews read of a map. */
export const PREVIEW_BANDS: readonly BandRole[] = ['red', 'green', 'blue', 'nir']

/**
 * The canopy cover of each plot in percent, and NaN where the buffer leaves nothing, or where the map lacks a band of the method.
 * Black pixels are soil.
 */
export function previewCover({ starts, values, roles, depths }: PlotPixels, settings: PreviewSettings): Float64Array {
  const { threshold, buffer } = settings
  const { needs, of } = INDICES[settings.method]
  const cover = new Float64Array(starts.length - 1)
  const places = needs.map((role) => roles.indexOf(role))
  if (places.includes(-1)) return cover.fill(Number.NaN)
  const [first = 0, second = 0, third = 0] = places
  for (let plot = 0; plot < cover.length; plot += 1) {
    let [all, plants] = [0, 0]
    for (let at = starts[plot] ?? 0; at < (starts[plot + 1] ?? 0); at += 1) {
      if ((depths[at] ?? 0) < buffer) continue
      all += 1
      const pixel = at * roles.length
      if (of(values[pixel + first] ?? 0, values[pixel + second] ?? 0, values[pixel + third] ?? 0) > threshold)
        plants += 1
    }
    cover[plot] = (100 * plants) / all
  }
  return cover
}
