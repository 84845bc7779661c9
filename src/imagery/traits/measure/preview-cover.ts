import type { PlotPixels } from '../../plots/plot-pixels.ts'

export const PREVIEW_METHODS = ['exg', 'exgr', 'g>r'] as const
export type PreviewSettings = {
  method: (typeof PREVIEW_METHODS)[number]
  threshold: number
  /** In units of the picture. */
  buffer: number
}

const INDICES: Record<PreviewSettings['method'], (red: number, green: number, blue: number) => number> = {
  exg: (red, green, blue) => (2 * green - red - blue) / (red + green + blue),
  exgr: (red, green, blue) => (3 * green - 2.4 * red - blue) / (red + green + blue),
  'g>r': (red, green) => green - red,
}

/** The canopy cover of each plot in percent, and NaN where the buffer leaves nothing. Black pixels are soil. */
export function previewCover({ starts, colours, depths }: PlotPixels, settings: PreviewSettings): Float64Array {
  const { threshold, buffer } = settings
  const indexOf = INDICES[settings.method]
  const cover = new Float64Array(starts.length - 1)
  for (let plot = 0; plot < cover.length; plot += 1) {
    let [all, plants] = [0, 0]
    for (let at = starts[plot] ?? 0; at < (starts[plot + 1] ?? 0); at += 1) {
      if ((depths[at] ?? 0) < buffer) continue
      all += 1
      if (indexOf(colours[at * 3] ?? 0, colours[at * 3 + 1] ?? 0, colours[at * 3 + 2] ?? 0) > threshold) plants += 1
    }
    cover[plot] = (100 * plants) / all
  }
  return cover
}
