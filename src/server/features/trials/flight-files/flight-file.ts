import { createHash } from 'node:crypto'
import type { WantedFlightFile } from '#contract/flight-files.ts'
import { dateText } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { FLIGHT_FILE_MAKER } from '#domain/trials.ts'
import { findCanopyTrait } from '#imagery/traits/catalogue/canopy-traits.ts'
import { findTrait } from '#imagery/traits/catalogue/catalogue.ts'
import type { Viewer } from '../../../access.ts'
import type { Database, FlightLayer, Measurement } from '../../../adapters/db/schema.ts'
import { layerOf, mainPhotoOf, photosOf } from '../flights/layers.ts'
import { readableMapsOf } from '../flights/maps-of-customer.ts'
import { type MeasuredFlight, measuredFlights } from '../flights/measured-flights.ts'
import { loadDoneMeasurement } from '../queries.ts'
import { methodOfTrait } from '../results/read-trait.ts'

/** A file that can be made of a flight that was measured, or of all. */
export type FlightFile = {
  measurement: Measurement
  /** At least one, by date. */
  flights: readonly MeasuredFlight[]
  /** Null is all. */
  flightId: string | null
  kind: WantedFlightFile['kind']
  trait: string | null
  /** In storage: of all that it is made from. */
  key: string
}

/** @throws AppError 'not-found' for what the person may not see, 'conflict' for what the measurement doesn't have */
export async function loadFlightFile(
  db: Database,
  viewer: Viewer,
  { measurementId, trialFlightId, kind, trait }: WantedFlightFile,
): Promise<FlightFile> {
  const measurement = await loadDoneMeasurement(db, viewer, measurementId)
  const flightId = trialFlightId ?? null
  if (flightId === null && isOfPixels(kind)) throw new AppError('conflict', 'An index or a mask is of one flight.')
  const which = { flightId, kind, trait: kind === 'index' ? (trait ?? '') : null }
  const found = await findFlightFile(db, measurement, which)
  if (!found) throw new AppError('not-found', 'This measurement has no such flight')
  await requireMeasured(db, found)
  await requireReadable(db, viewer, found)
  return found
}

/** Files of pixels are for those who may see the map. One that was removed has none. */
async function requireReadable(db: Database, viewer: Viewer, { flights }: FlightFile): Promise<void> {
  const all = flights.map(({ flight }) => flight)
  const readable = await readableMapsOf(db, viewer, all)
  const hidden = all.find((flight) => photosOf(flight).some(({ fileId }) => fileId !== null && !readable.has(fileId)))
  if (hidden)
    throw new AppError(
      'conflict',
      `The map of ${dateText(hidden.moment)} is not published yet. Its pixels can be had once it is.`,
    )
}

const isOfPixels = (kind: FlightFile['kind']): kind is 'index' | 'mask' => kind === 'index' || kind === 'mask'
export const endingOf = (kind: FlightFile['kind']): 'tif' | 'zip' => (isOfPixels(kind) ? 'tif' : 'zip')

type Which = Pick<FlightFile, 'flightId' | 'kind' | 'trait'>

/** Undefined when the flight was not measured, or was removed. */
export async function findFlightFile(
  db: Database,
  measurement: Measurement,
  which: Which,
): Promise<FlightFile | undefined> {
  const all = await measuredFlights(db, measurement.id)
  const flights = which.flightId === null ? all : all.filter(({ flight }) => flight.id === which.flightId)
  const [first] = flights
  if (!first) return undefined
  const { kind, trait, flightId } = which
  // Pictures have the date in their names.
  const own = trait ?? (isOfPixels(kind) || flightId === null ? undefined : first.flight.moment)
  const name = [kind, ...(own === undefined ? [] : [own]), FLIGHT_FILE_MAKER].join('-')
  const inputs = flightId === null ? inputsOfAll(measurement.id, flights) : first.inputs
  return { measurement, flights, ...which, key: `derived/${inputs}/${name}.${endingOf(kind)}` }
}

/** The photo of which a file is made: that on which the trait was measured, or the main one. */
export function photoOfFile({ flight, method }: MeasuredFlight, trait: string | null): FlightLayer {
  const kind = methodOfTrait(method, trait ?? '').layer ?? method.layers?.[0]?.kind
  return (kind && layerOf(flight, kind)) ?? mainPhotoOf(flight)
}

/** A file of all flights is of one measurement, with which it goes. */
export const inputsOfAll = (measurementId: string, flights: readonly { inputs: string }[]): string =>
  createHash('sha256')
    .update(JSON.stringify([measurementId, flights.map(({ inputs }) => inputs)]))
    .digest('hex')

async function requireMeasured(db: Database, { measurement, flights: [first], kind, trait }: FlightFile) {
  if (!isOfPixels(kind) || !first) return
  const { flight, method } = first
  if (kind === 'mask') {
    if (method.maskMethod === 'none')
      throw new AppError('conflict', 'This measurement has no mask. Measure with one, then download it.')
    return
  }
  const hasPixels = trait !== null && !findCanopyTrait(trait) && !findTrait(trait)?.isCircular
  const row =
    hasPixels &&
    (await db
      .selectFrom('measuredTraits')
      .select('trait')
      .where('measurementId', '=', measurement.id)
      .where('flightId', '=', flight.id)
      .where('trait', '=', trait)
      .executeTakeFirst())
  if (!row) throw new AppError('not-found', 'This measurement has no such index on this flight')
}
