import type { MeasurementItem } from '#contract/measurements.ts'
import type { FlightItem } from '#contract/trials.ts'
import type { Temperatures } from '#domain/degree-days.ts'
import { daysAfterPlanting } from '#domain/trials.ts'
import type { AppliedShift, Database, FlightLayer, Trial, TrialFlight } from '../../adapters/db/schema.ts'
import { layerOf, mainPhotoOf } from './flights/layers.ts'
import { mainMapOf, mapsOfFlights, type TrialMap } from './flights/maps-of-customer.ts'
import { noMasksOf } from './flights/masks-of-flights.ts'
import type { MeasurementRow } from './queries.ts'
import { listAppliedShifts, presentAppliedShift } from './shifts/applied-shifts.ts'
import { degreeDaysOf } from './temperatures/load-temperatures.ts'

type Known = {
  maps: ReadonlyMap<string, TrialMap>
  shifts: ReadonlyMap<string, AppliedShift>
  plantingDate: Trial['plantingDate']
  temperatures: Temperatures | undefined
}

/** Flights of a trial, with what is known of their maps, shifts and days. */
export async function presentFlights(
  db: Database,
  { flights, ...about }: Pick<Known, 'plantingDate' | 'temperatures'> & { flights: readonly TrialFlight[] },
): Promise<FlightItem[]> {
  const maps = await mapsOfFlights(db, flights)
  const shifts = await listAppliedShifts(db, flights)
  return flights.map((flight) => presentFlight(flight, { maps, shifts, ...about }))
}

function presentFlight(flight: TrialFlight, { maps, shifts, plantingDate, temperatures }: Known): FlightItem {
  const used = ({ fileId: id, name: fileName }: FlightLayer): FlightItem['orthomosaic'] => {
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
  const [elevation, bareGround] = [layerOf(flight, 'elevation'), layerOf(flight, 'bareGround')]
  const shift = shifts.get(flight.id)
  return {
    trialFlightId: flight.id,
    takenOn: flight.takenOn,
    takenAt: flight.takenAt,
    moment: flight.moment,
    daysAfterPlanting: daysAfterPlanting(flight.takenOn, plantingDate),
    degreeDays: warmth?.sum ?? null,
    missingTemperatures: warmth?.missing ?? null,
    layers: flight.layers.map((layer) => ({ kind: layer.kind, isOfTrial: layer.ofTrial, ...used(layer) })),
    orthomosaic: used(mainPhotoOf(flight)),
    elevation: elevation ? used(elevation) : null,
    bareGround: bareGround ? used(bareGround) : null,
    noMasks: noMasksOf(flight, maps),
    shift: shift ? presentAppliedShift(shift, mainMapOf(flight, maps)) : null,
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
