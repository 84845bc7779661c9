import type { BandRole } from '#domain/maps.ts'
import type { PlotPixels } from '../../plots/plot-pixels.ts'
import { compile } from '../catalogue/program.ts'
import { canopyCover } from './canopy-cover.ts'
import { isUnstable } from './flags.ts'
import { maskRule } from './masks.ts'
import { UNSTABLE_STEP } from './plot-numbers.ts'

export const PREVIEW_METHODS = ['exg', 'exgr', 'g>r', 'ndvi', 'osavi'] as const
type Method = (typeof PREVIEW_METHODS)[number]
export const isPreviewMethod = (text: string | null): text is Method =>
  PREVIEW_METHODS.some((method) => method === text)

export type PreviewSettings = {
  method: Method
  threshold: number
  /** In units of the picture. */
  buffer: number
}

/** What previews read of a map. */
export const PREVIEW_BANDS: readonly BandRole[] = ['red', 'green', 'blue', 'nir']

type Index = (plot: number) => Float64Array

/** Reads what the threshold is compared with, of each pixel of a plot; null where the map lacks a band of the method. */
export function indexReader({ starts, values, roles }: PlotPixels, method: Method): Index | null {
  const rule = maskRule(method)
  const program = compile(rule ? [rule.expression] : [])
  const places = program.bands.map((role) => roles.indexOf(role))
  if (!rule || places.includes(-1)) return null
  return (plot) => {
    const [from = 0, to = 0] = starts.subarray(plot, plot + 2)
    const numbers = places.map((place) => {
      const band = new Float64Array(to - from)
      for (let at = 0; at < band.length; at += 1) band[at] = values[(from + at) * roles.length + place] ?? 0
      return band
    })
    const index = new Float64Array(to - from)
    program.run(numbers, [index])
    return index
  }
}

/**
 * The canopy cover of each plot in percent, and NaN where the buffer leaves nothing, or where the map lacks a band of the method.
 * Black pixels are soil.
 */
export function previewCover(pixels: PlotPixels, { method, threshold, buffer }: PreviewSettings): Float64Array {
  const { starts, depths } = pixels
  const cover = new Float64Array(starts.length - 1)
  const read = indexReader(pixels, method)
  if (!read) return cover.fill(Number.NaN)
  for (let plot = 0; plot < cover.length; plot += 1) {
    const index = read(plot)
    const [from = 0] = starts.subarray(plot)
    let [all, plants] = [0, 0]
    for (let at = 0; at < index.length; at += 1) {
      if ((depths[from + at] ?? 0) < buffer) continue
      all += 1
      if (isPlant(index[at] as number, { method, threshold })) plants += 1
    }
    cover[plot] = canopyCover({ plants, all })
  }
  return cover
}

/** Of more green than red, the threshold is 0 whatever is asked for. */
export const isPlant = (index: number, { method, threshold }: Pick<PreviewSettings, 'method' | 'threshold'>): boolean =>
  index > (method === 'g>r' ? 0 : threshold)

/** The cover of a plot, with a little more and a little less of a threshold, and whether it hangs on that, as its warning says. */
export function previewGuard(
  pixels: PlotPixels,
  settings: PreviewSettings,
): { cover: number; around: [number, number]; isUnstable: boolean } {
  const at = (step: number) =>
    previewCover(pixels, { ...settings, threshold: settings.threshold + step })[0] ?? Number.NaN
  const [cover, around] = [at(0), [at(UNSTABLE_STEP), at(-UNSTABLE_STEP)] as [number, number]]
  return { cover, around, isUnstable: settings.method !== 'g>r' && isUnstable(cover, around) }
}
