import type { Crs, RasterFacts } from '#domain/maps.ts'
import type { MeasurementSettings, MultiPolygon } from '#domain/trials.ts'
import { defineWork } from './work.ts'

/** A map of the flight: its bytes lie from `start` in the ranges that the worker reads. */
export type TraitMap = {
  start: number
  bytes: number
  fileName: string
  facts: RasterFacts
  reflectance: boolean | null
}

type TraitSource = {
  orthomosaic: TraitMap
  elevation: TraitMap | null
  bareGround: TraitMap | null
  crs: Crs
  plots: MultiPolygon[]
  settings: MeasurementSettings
}

export type MeasuredTrait = { trait: string; unit: string; columns: Map<string, Float64Array> }
export type MeasuredFlight = {
  mask: { method: string; threshold: number | null; eta: number | null }
  height: { z0Source: string | null; soilCalibration: string | null; noiseMetres: number | null }
  traits: MeasuredTrait[]
  unavailable: { trait: string; reason: string }[]
}
/** `problem` is for people. */
export type TraitOutcome = { measured: MeasuredFlight; problem?: never } | { measured?: never; problem: string }

/** The traits of plots on the maps of a day. */
export const work = defineWork(async (_source: TraitSource, _readRange, _report): Promise<TraitOutcome> => {
  return { problem: 'Traits can’t be measured by this version yet.' }
})
