import type { SurfaceAccuracy } from './processing.ts'
import type { Shift } from './shifts.ts'
import type { LayerKind } from './trials.ts'

/** The traits that were measured on one of several photos. */
type MeasuredLayer = {
  kind: LayerKind
  sha256: string
  gsdCm: number | null
  maskThreshold: number | null
  eta: number | null
  traits: string[]
}

/** How the values of a flight were made. */
export type FlightMethod = {
  orthomosaicSha256: string
  elevationSha256: string | null
  bareGroundSha256: string | null
  gsdCm: number | null
  maskMethod: string
  maskThreshold: number | null
  /** Not in the records of older versions, which cleaned none. */
  maskCleaned?: boolean
  /** Of Otsu's threshold: between-class over total variance. */
  eta: number | null
  z0Source: 'ground' | 'soil' | null
  soilCalibration: string | null
  chmNoiseMetres: number | null
  /** Of the soil before it was taken as 0; not in the records of older versions. */
  soilMedianMetres?: number | null
  /** Of the elevation, where our own engine made it; not in the records of older versions. */
  surface?: SurfaceAccuracy | null
  /**
   * How plots lie on plants: the mean contrast of cover within and around them, and a bit for each plot that has a better place (in
   * base64). Null where that is not known; not in the records of older versions.
   */
  grid?: { contrast: number; misfits: string } | null
  /** By how much plots were moved on this flight; null or left out for not at all. */
  shift?: Shift | null
  /** Of a flight with several photos: the traits of each, and its mask. The first is that of which the rest of the method tells. */
  layers?: MeasuredLayer[]
  /** Traits that were asked for, and can't be measured on these maps, each with the reason. */
  unavailable: { trait: string; reason: string }[]
}
