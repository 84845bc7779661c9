import type { RampId } from '#imagery/rasters/ramps.ts'

export const RAMP_NAMES: Readonly<Record<RampId, string>> = {
  canopy: 'Soil to canopy',
  heights: 'Viridis',
  blueYellow: 'Cividis (colour-blind safe)',
  change: 'Brown to teal',
  names: 'A colour for each name',
  grey: 'Grey',
}
