import type { MeasurementItem } from '#contract/measurements.ts'
import type { FlightItem } from '#contract/trials.ts'
import type { Temperatures } from '#domain/degree-days.ts'
import { daysAfterPlanting } from '#domain/trials.ts'
import type { AppliedShift, Trial, TrialFlight } from '../../adapters/db/schema.ts'
import type { TrialMap } from './flights/maps-of-customer.ts'
import { noMasksOf, orthomosaicOf } from './flights/masks-of-flights.ts'
import type { MeasurementRow } from './queries.ts'
import { presentAppliedShift } from './shifts/applied-shifts.ts'
import { degreeDaysOf } from './temperatures/load-temperatures.ts'

type Known = {
  maps: ReadonlyMap<string, TrialMap>
  shifts: ReadonlyMap<string, AppliedShift>
  plantingDate: Trial['plantingDate']
  temperatures: Temperatures | undefined
}

export function presentFlight(flight: TrialFlight, { maps, shifts, plantingDate, temperatures }: Known): FlightItem {
  const used = (id: string | null, fileName: string): FlightItem['orthomosaic'] => {
    const map = id === null ? undefined : maps.get(id)
    const isPublished = map !== undefined && map.publishedAt !== null
    const bounds = map?.facts?.bounds
    return {
      mapId: map ? id : null,
      analysisRequestId: map?.analysisId ?? null,
      fileName,
      isPublished,
      madeBy: map?.madeBy ?? null,
      bounds: bounds ? [...bounds] : null,
      looksNearInfrared: map?.facts?.looksNearInfrared ?? false,
    }
  }
  const warmth = degreeDaysOf(temperatures, plantingDate, flight.takenOn)
  const { elevationName, bareGroundName } = flight
  const shift = shifts.get(flight.id)
  return {
    trialFlightId: flight.id,
    takenOn: flight.takenOn,
    daysAfterPlanting: daysAfterPlanting(flight.takenOn, plantingDate),
    degreeDays: warmth?.sum ?? null,
    missingTemperatures: warmth?.missing ?? null,
    orthomosaic: used(flight.orthomosaicFileId, flight.orthomosaicName),
    elevation: elevationName === null ? null : used(flight.elevationFileId, elevationName),
    bareGround: bareGroundName === null ? null : used(flight.bareGroundFileId, bareGroundName),
    noMasks: noMasksOf(orthomosaicOf(flight, maps)),
    shift: shift ? presentAppliedShift(shift, maps.get(flight.orthomosaicFileId ?? '')) : null,
  }
}

const LOST = 'It could not be finished. Measure again; what is done is taken over.'

export function presentMeasurement(row: MeasurementRow): MeasurementItem {
  const { state, fraction, ahead, reason } = row
  const { bufferMetres, mask, traits } = row.settings
  return {
    measurementId: row.id,
    state,
    fraction,
    ahead,
    reason: state === 'FAILED' ? (reason ?? LOST) : null,
    plotsVersion: row.plotsVersion,
    bufferMetres,
    mask: { method: mask.method, threshold: mask.threshold ?? null, isCleaned: mask.isCleaned ?? false },
    traits: traits ?? null,
    softwareVersion: row.softwareVersion,
    author: row.author ?? '',
    createdTime: row.createdAt.toISOString(),
    endedTime: row.endedAt?.toISOString() ?? null,
  }
}
