// What a map of a trial shows: the photo, its pixels in the colours of a trait, what counts as plants, or plots or cells in colours.

import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { firstLook, firstRamp, firstRange } from '#imagery/rasters/look.ts'
import type { Colours, Scale } from '#imagery/traits/derived/colour-scale.ts'
import { lackOfLook, type ReadyMap } from '#web/lib/raster-map/look.ts'
import type { RasterLook } from '#web/lib/raster-map/raster-layer.ts'
import { MASK_NAMES } from '../messages.ts'
import type { PlantSettings } from '../what-if/plant-settings.ts'
import type { Workspace } from '../workspace/workspace.ts'

export const LEVELS = {
  plots: 'Plots',
  grid: 'Grid',
  pixels: 'Pixels',
  plants: 'Plants and soil',
  photo: 'Photo',
  plan: 'Plots without the photo',
} as const
export type Level = keyof typeof LEVELS

/** What people have recorded is of plots; without a measurement nothing says what counts as plants. */
export const levelsOf = ({
  measurement,
  trait,
  flights,
}: Pick<Workspace, 'measurement' | 'trait' | 'flights'>): Level[] =>
  (Object.keys(LEVELS) as Level[]).filter((level) => {
    if (level === 'plots') return true
    if (flights.length === 0) return false
    return !isRecorded(trait.trait) || level === 'photo' || level === 'plan' || (level === 'plants' && measurement)
  })

export type PhotoLayer = RasterLook & { opacity: number }

/** The index above which a pixel counts as plants. More green than red is the same as an NGRDI above 0. */
const MASK_INDICES: Readonly<Record<PlantSettings['method'], string>> = {
  exg: 'ExG',
  exgr: 'ExGR',
  'g>r': 'NGRDI',
  ndvi: 'NDVI',
  osavi: 'OSAVI',
}

/** Why plants can't be told from soil so on a map, in sentences; undefined when they can. */
export function problemOfMask(map: ReadyMap, method: PlantSettings['method']): string | undefined {
  const lack = lackOfLook(map, { mode: 'index', id: MASK_INDICES[method] })
  return lack && `“${MASK_NAMES[method]}” can't be used on this map. ${lack.reason}`
}

/** Why a level can't be shown of a map; undefined when it can. */
export function problemOfLevel(
  level: Level,
  map: ReadyMap,
  { trait, stat, plants }: { trait: string; stat: Workspace['stat']; plants: PlantSettings },
): string | undefined {
  if (level === 'pixels') {
    return lackOfLook(map, { mode: 'index', id: trait })?.reason ?? problemOfStat(stat)
  }
  return level === 'plants' ? problemOfMask(map, plants.method) : undefined
}

type Shown = { trait: string; scale: Scale; colours: Colours; plants: PlantSettings }

/** A map as it is shown first. */
export function usualLookOf(map: ReadyMap): RasterLook {
  const look = firstLook(map)
  return { look, range: firstRange(map, look), ramp: firstRamp(map), threshold: null, contours: null }
}

/** From the lowest to the uppermost. */
export function layersOf(level: Level, map: ReadyMap, { trait, scale, colours, plants }: Shown): PhotoLayer[] {
  const usual = { ...usualLookOf(map), opacity: 1 }
  if (level === 'pixels') return [{ ...usual, ...colours, look: { mode: 'index', id: trait }, range: scale }]
  if (level !== 'plants') return [usual]
  const { method, threshold } = plants
  // All that is drawn is above its range, and has the last colour of the ramp.
  const range = [threshold - 1, threshold] as const
  const look = { mode: 'index', id: MASK_INDICES[method] } as const
  return [usual, { ...usual, look, range, threshold, ramp: 'heights', opacity: 0.7 }]
}

/** Why pixels and cells can't be shown in the colours of a statistic. */
export const problemOfStat = (stat: Workspace['stat']): string | undefined =>
  stat === 'sd' || stat === 'cv_pct' ? 'This statistic says how pixels differ. Choose the mean.' : undefined
