// Sets of options that staff choose from. What the ordered outputs need is added to them, and staff may change each.
import type { EngineName, PresetName, RunOptions } from './processing.ts'

type Choice = { name: string; value: string | number | boolean; reason: string }
/** `gsdCm`: the ground that a pixel of the photos shows; null when it is unknown. */
export type PhotographedGround = { gsdCm: number | null }
type Preset = { label: string; purpose: string; choices: (ground: PhotographedGround) => Choice[] }

/** ODM's own default, in centimetres, which fits no flight in particular. */
const RESOLUTION_UNKNOWN = 5
const FINEST_CM = 0.1

/** A little coarser than the photos: finer pixels would be made up. */
const resolution = ({ gsdCm }: PhotographedGround): number =>
  gsdCm === null ? RESOLUTION_UNKNOWN : Math.max(FINEST_CM, Math.ceil(gsdCm * 10) / 10)

const orthophotoResolution = (ground: PhotographedGround): Choice => ({
  name: 'orthophoto-resolution',
  value: resolution(ground),
  reason: 'Pixels as large as those of the photos: with the default of 5 cm, most of a low flight would be lost.',
})
const demResolution = (ground: PhotographedGround): Choice => ({
  name: 'dem-resolution',
  value: 2 * resolution(ground),
  reason: 'Heights come from several pixels, so finer cells than two pixels hold nothing new.',
})

const FARM: Record<PresetName, Preset> = {
  standard: {
    label: 'Standard',
    purpose: 'The settings of the node, at the resolution of the flight.',
    choices: (ground) => [orthophotoResolution(ground), demResolution(ground)],
  },
  fast: {
    label: 'Fast',
    purpose: 'A first look, in a fraction of the time and memory.',
    choices: () => [
      {
        name: 'feature-quality',
        value: 'medium',
        reason: 'Photos at a quarter of their pixels are enough to place them.',
      },
      { name: 'pc-quality', value: 'lowest', reason: 'The dense cloud takes most of the time and memory.' },
      { name: 'orthophoto-resolution', value: 10, reason: 'A coarse map is drawn quickly.' },
      { name: 'skip-report', value: true, reason: 'The report takes minutes and nothing else needs it.' },
    ],
  },
  fine: {
    label: 'Fine',
    purpose: 'The best surface, for several times the time and memory.',
    choices: (ground) => [
      {
        name: 'feature-quality',
        value: 'ultra',
        reason: 'Photos are matched at all their pixels, which places them better.',
      },
      { name: 'min-num-features', value: 20_000, reason: 'More points in common hold even fields together.' },
      { name: 'pc-quality', value: 'high', reason: 'A denser cloud shows rows and heads of plants.' },
      orthophotoResolution(ground),
      demResolution(ground),
    ],
  },
  field: {
    label: 'Field trial',
    purpose: 'Crops from above: rows that look alike, heights of plants, maps for plots.',
    choices: (ground) => [
      {
        name: 'feature-quality',
        value: 'high',
        reason: 'Leaves are small: at fewer pixels, photos of a crop have too little in common.',
      },
      {
        name: 'min-num-features',
        value: 16_000,
        reason: 'Rows look alike, so many points are discarded as ambiguous.',
      },
      {
        name: 'matcher-neighbors',
        value: 12,
        reason: 'Photos are compared with those beside them only, so rows are not taken for other rows.',
      },
      { name: 'pc-quality', value: 'high', reason: 'Plants need a dense cloud to have a height.' },
      {
        name: 'smrf-threshold',
        value: 0.15,
        reason: 'Soil between low plants: what stands higher than 15 cm is no ground.',
      },
      orthophotoResolution(ground),
      demResolution(ground),
    ],
  },
}

/** The preview has one way to work. */
const PRESETS: Record<EngineName, Partial<Record<PresetName, Preset>>> = {
  farm: FARM,
  preview: { standard: { label: 'Standard', purpose: 'A quick look at the flight.', choices: () => [] } },
}

export type PresetItem = { name: PresetName; label: string; purpose: string; options: RunOptions }

/** What an engine offers for photos of this ground. */
export const presetsOf = (engine: EngineName, ground: PhotographedGround): PresetItem[] =>
  Object.entries(PRESETS[engine]).map(([name, { label, purpose, choices }]) => ({
    name: name as PresetName,
    label,
    purpose,
    options: Object.fromEntries(choices(ground).map((choice) => [choice.name, choice.value])),
  }))
