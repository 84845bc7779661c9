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
