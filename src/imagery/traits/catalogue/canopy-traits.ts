// The traits beside the indices.
import type { SCOPES, STATISTICS } from '#domain/trials.ts'

/** Where a trait has one value for each plot: its statistic, and the pixels that it is of. */
export type MainValue = { stat: (typeof STATISTICS)[number]; scope: (typeof SCOPES)[number] }

type CanopyTrait = MainValue & { id: string; name: string; unit: string }

const PLANT_HEIGHT: MainValue = { stat: 'p95', scope: 'veg' }
const MEAN: MainValue = { stat: 'mean', scope: 'all' }

export const CANOPY_TRAITS: readonly CanopyTrait[] = [
  { id: 'canopyCover', name: 'Canopy cover', unit: '%', ...MEAN },
  { id: 'canopyHeight', name: 'Canopy height', unit: 'm', ...PLANT_HEIGHT },
  { id: 'canopyHeightUncalibrated', name: 'Canopy height without soil calibration', unit: 'm', ...PLANT_HEIGHT },
  { id: 'hullHeight', name: 'Hull height', unit: 'm', ...MEAN },
  { id: 'canopyVolume', name: 'Volume under the hull per area', unit: 'm3/m2', ...MEAN },
]

export const findCanopyTrait = (id: string): CanopyTrait | undefined => CANOPY_TRAITS.find((trait) => trait.id === id)

/** Of heights, plant height as breeders use it: the 95th percentile of plants; of others the mean of all pixels. */
export const mainValueOf = (trait: string): MainValue => findCanopyTrait(trait) ?? MEAN
