import type { ReportCategory } from '#domain/analyses.ts'
import type { Flight, FlightAnswers } from '#domain/flights.ts'
import { describeFlight } from '#imagery/flights/describe-flight.ts'
import { flightPhotosOf } from '#imagery/flights/flight-photos.ts'
import { type FlightPlace, placeOfFlight } from '#imagery/flights/flight-place.ts'
import { lookAtArchive } from '#imagery/flights/look-at-archive.ts'
import { crsOfEpsg } from '../crs/crs-of-epsg.ts'
import { defineThreadWork } from '../thread-work.ts'
import { packPhotos } from './packed-photos.ts'

type FlightSource = { size: number; outputs: readonly ReportCategory[]; answers: FlightAnswers }
/** `photos` are packed rows. */
export type FlightOutcome =
  | { flight: Flight; photos: Uint8Array; place: FlightPlace | null; reason: null }
  | { flight: null; photos: null; place: null; reason: string }

export const work = defineThreadWork(
  async ({ size, outputs, answers }: FlightSource, readRange, report): Promise<FlightOutcome> => {
    const { found, reason } = await lookAtArchive({ size, readRange, report })
    if (!found) return { flight: null, photos: null, place: null, reason }
    const { files, others } = found
    const flight = describeFlight(found.photos, { outputs, ...answers, files, others, crsOfEpsg })
    const photos = packPhotos(flightPhotosOf(found.photos))
    return { flight, photos, place: placeOfFlight(flight.positions), reason: null }
  },
)
