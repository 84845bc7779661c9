// What a map of a trial shows: the photo, its pixels in the colours of a trait, what counts as plants, or plots in colours.
import { firstLook, firstRamp, firstRange, problemOfLook, type ReadyMap } from '#web/lib/raster-map/look.ts'
import type { Measurement } from '../workspace/workspace.ts'
import type { Scale } from './colour-scale.ts'
import type { PhotoLayer } from './create-photo-map.ts'

export const LEVELS = {
  plots: 'Plots',
  pixels: 'Pixels',
  plants: 'Plants and soil',
  photo: 'Photo',
  plan: 'Plots without the photo',
} as const
export type Level = keyof typeof LEVELS

type Method = Measurement['mask']['method']

/** The index of a mask, above which a pixel counts as plants. */
const MASK_INDICES: Partial<Record<Method, { id: string; threshold: number }>> = {
  exg: { id: 'ExG', threshold: 0.1 },
  exgr: { id: 'ExGR', threshold: 0 },
  otsu: { id: 'ExG', threshold: 0.1 },
  'g>r': { id: 'NGRDI', threshold: 0 },
}

export type Mask = { id: string; threshold: number }

/** Undefined without a mask, and where the map has not its bands. */
export function maskOf(map: ReadyMap, { mask }: Pick<Measurement, 'mask'>): Mask | undefined {
  const found = MASK_INDICES[mask.method]
  if (!found || problemOfLook(map, { mode: 'index', id: found.id }) !== undefined) return undefined
  return { id: found.id, threshold: mask.threshold ?? found.threshold }
}

/** Why a level can't be shown of a map; undefined when it can. */
export function problemOfLevel(
  level: Level,
  map: ReadyMap,
  { trait, measurement }: { trait: string; measurement: Measurement },
): string | undefined {
  if (level === 'pixels') {
    const problem = problemOfLook(map, { mode: 'index', id: trait })
    return problem && (problem === 'is unknown' ? 'This trait has a value for a plot only.' : `This trait ${problem}.`)
  }
  if (level === 'plants' && !maskOf(map, measurement))
    return measurement.mask.method === 'none'
      ? 'It was measured without telling plants from soil.'
      : 'Plants can’t be told from soil on this map.'
  return undefined
}

type Shown = { trait: string; scale: Scale; mask: Mask | undefined }

/** From the lowest to the uppermost. */
export function layersOf(level: Level, map: ReadyMap, { trait, scale, mask }: Shown): PhotoLayer[] {
  const look = firstLook(map)
  const usual = {
    look,
    range: firstRange(map, look),
    ramp: firstRamp(map),
    threshold: null,
    contours: null,
    opacity: 1,
  }
  if (level === 'pixels') return [{ ...usual, look: { mode: 'index', id: trait }, range: scale, ramp: 'canopy' }]
  if (level !== 'plants' || !mask) return [usual]
  const { id, threshold } = mask
  // All that is drawn is above its range, and has the last colour of the ramp.
  const plants = { look: { mode: 'index', id }, range: [threshold - 1, threshold], threshold, ramp: 'heights' } as const
  return [usual, { ...usual, ...plants, opacity: 0.7 }]
}
