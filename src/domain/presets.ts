// Sets of options that staff choose from. What the ordered outputs need is added to them, and staff may change each.
import { CELL_PIXELS, type EngineName, type PresetName, type RunOptions } from './processing.ts'

/** `gsdCm`: the ground that a pixel of the photos shows; null when it is unknown. */
export type PhotographedGround = { gsdCm: number | null }
type Preset = { label: string; purpose: string; options: (ground: PhotographedGround) => RunOptions }

/** ODM's own default, in centimetres, which fits no flight in particular. */
const RESOLUTION_UNKNOWN = 5
const FINEST_CM = 0.1

/** A little coarser than the photos: finer pixels would be made up. */
const resolution = ({ gsdCm }: PhotographedGround): number =>
  gsdCm === null ? RESOLUTION_UNKNOWN : Math.max(FINEST_CM, Math.ceil(gsdCm * 10) / 10)

/** Pixels as large as those of the photos, as the default of 5 cm loses most of a low flight; heights come from several pixels. */
const resolutions = (ground: PhotographedGround): RunOptions => ({
  'orthophoto-resolution': resolution(ground),
  'dem-resolution': 2 * resolution(ground),
})

type Presets = Partial<Record<PresetName, Preset>>

const FARM: Presets = {
  standard: {
    label: 'Standard',
    purpose: 'The settings of the node, at the resolution of the flight.',
    options: resolutions,
  },
  fast: {
    label: 'Fast',
    purpose: 'A first look, in a fraction of the time and memory.',
    options: () => ({
      // A quarter of their pixels is enough to place photos.
      'feature-quality': 'medium',
      // The dense cloud takes most of the time and memory.
      'pc-quality': 'lowest',
      'orthophoto-resolution': 10,
      // The report takes minutes and nothing else needs it.
      'skip-report': true,
    }),
  },
  fine: {
    label: 'Fine',
    purpose: 'The best surface, for several times the time and memory.',
    options: (ground) => ({
      // All pixels place photos better.
      'feature-quality': 'ultra',
      // More points in common hold even fields together.
      'min-num-features': 20_000,
      // A denser cloud shows rows and heads of plants.
      'pc-quality': 'high',
      ...resolutions(ground),
    }),
  },
  field: {
    label: 'Field trial',
    purpose: 'Crops from above: rows that look alike, heights of plants, maps for plots.',
    options: (ground) => ({
      // Leaves are small: at fewer pixels, photos of a crop have too little in common.
      'feature-quality': 'high',
      // Rows look alike, so many points are discarded as ambiguous.
      'min-num-features': 16_000,
      // Photos are compared with those beside them only, so rows are not taken for other rows.
      'matcher-neighbors': 12,
      // Plants need a dense cloud to have a height.
      'pc-quality': 'high',
      // Soil between low plants: what stands higher than 15 cm is no ground.
      'smrf-threshold': 0.15,
      ...resolutions(ground),
    }),
  },
}

const OWN: Presets = {
  preview: { label: 'Preview', purpose: 'A quick look at the flight, in about a minute.', options: () => ({}) },
  surface: {
    label: 'Surface',
    purpose: 'With the heights of plants, in cells of two pixels. It takes minutes.',
    options: () => ({ [CELL_PIXELS]: 2 }),
  },
  'surface-fine': {
    label: 'Surface, fine',
    purpose: 'With the heights of plants in cells of one pixel, for trials. It takes four times as long.',
    options: () => ({ [CELL_PIXELS]: 1 }),
  },
}

const PRESETS: Record<EngineName, Presets> = { farm: FARM, preview: OWN }

export type PresetItem = { name: PresetName; label: string; purpose: string; options: RunOptions }

/** What an engine offers for photos of this ground. */
export const presetsOf = (engine: EngineName, ground: PhotographedGround): PresetItem[] =>
  Object.entries(PRESETS[engine]).map(([name, { label, purpose, options }]) => ({
    name: name as PresetName,
    label,
    purpose,
    options: options(ground),
  }))
