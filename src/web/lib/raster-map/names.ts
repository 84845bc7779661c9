import type { BandRole } from '#domain/maps.ts'

export const ROLE_NAMES: Record<BandRole, string> = {
  red: 'red',
  green: 'green',
  blue: 'blue',
  redEdge: 'red edge',
  nir: 'near infrared',
  thermal: 'thermal',
  elevation: 'elevation',
  index: 'index',
  alpha: 'alpha',
  unknown: 'unknown',
}

export const KIND_NAMES = { orthomosaic: 'Orthomosaic', elevation: 'Elevation', other: 'Other' } as const

/** Of a map whose plants look red. */
export const NEAR_INFRARED_WARNING =
  'Plants look red or purple in this map, as from a camera that was converted to near infrared. RGB indices and cover will be wrong. Where a band holds near infrared, state it under “Describe”.'
