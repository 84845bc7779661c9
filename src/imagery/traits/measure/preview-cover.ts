import type { BandRole } from '#domain/maps.ts'
import type { PlotPixels } from '../../plots/plot-pixels.ts'
import { compile } from '../catalogue/program.ts'
import { maskRule } from './masks.ts'

export const PREVIEW_METHODS = ['exg', 'exgr', 'g>r', 'ndvi', 'osavi'] as const
type Method = (typeof PREVIEW_METHODS)[number]
export type PreviewSettings = {
  method: Method
  threshold: number
  /** In units of the picture. */
  buffer: number
}

/** What previews read of a map. */
export const PREVIEW_BANDS: readonly BandRole[] = ['red', 'green', 'blue', 'nir']

/**
 * The canopy cover of each plot in percent, and NaN where the buffer leaves nothing, or where the map lacks a band of the method.
 * Black pixels are soil.
 */
export function previewCover({ starts, values, roles, depths }: PlotPixels, settings: PreviewSettings): Float64Array {
  const { method, threshold, buffer } = settings
  const rule = maskRule(method, threshold)
  const cover = new Float64Array(starts.length - 1)
  const program = compile(rule ? [rule.expression] : [])
  const places = program.bands.map((role) => roles.indexOf(role))
  if (!rule || places.includes(-1)) return cover.fill(Number.NaN)
  for (let plot = 0; plot < cover.length; plot += 1) {
    const [from = 0, to = 0] = starts.subarray(plot, plot + 2)
    const numbers = places.map((place) => {
      const band = new Float64Array(to - from)
      for (let at = 0; at < band.length; at += 1) band[at] = values[(from + at) * roles.length + place] ?? 0
      return band
    })
    const index = new Float64Array(to - from)
    program.run(numbers, [index])
    let [all, plants] = [0, 0]
    for (let at = 0; at < index.length; at += 1) {
      if ((depths[from + at] ?? 0) < buffer) continue
      all += 1
      if ((index[at] as number) > rule.threshold) plants += 1
    }
    cover[plot] = (100 * plants) / all
  }
  return cover
}
