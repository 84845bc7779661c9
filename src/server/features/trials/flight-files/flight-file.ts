import type { Kysely } from 'kysely'
import type { WantedFlightFile } from '#contract/flight-files.ts'
import { AppError } from '#domain/errors.ts'
import { FLIGHT_FILE_MAKER } from '#domain/trials.ts'
import { findCanopyTrait } from '#imagery/traits/catalogue/canopy-traits.ts'
import { findTrait } from '#imagery/traits/catalogue/catalogue.ts'
import type { Actor } from '../../../actor.ts'
import type { Measurement, Schema, TrialFlight } from '../../../adapters/db/schema.ts'
import type { FlightMethod } from '../../../adapters/db/trials-schema.ts'
import { loadMeasurement } from '../queries.ts'
import { requireDone } from '../results/get-trait-table.ts'

/** A file that can be made of a flight that was measured. */
export type FlightFile = {
  measurement: Measurement
  flight: TrialFlight
  method: FlightMethod
  inputs: string
  kind: WantedFlightFile['kind']
  trait: string | null
  /** In storage: of all that it is made from. */
  key: string
}

/** @throws AppError 'not-found' for what the person may not see, 'conflict' for what the measurement doesn't have */
export async function loadFlightFile(
  db: Kysely<Schema>,
  actor: Pick<Actor, 'userId' | 'role'>,
  { measurementId, trialFlightId: flightId, kind, trait }: WantedFlightFile,
): Promise<FlightFile> {
  const measurement = await loadMeasurement(db, actor, measurementId)
  await requireDone({ db }, measurement)
  const found = await findFlightFile(db, measurement, {
    flightId,
    kind,
    trait: kind === 'index' ? (trait ?? '') : null,
  })
  if (!found) throw new AppError('not-found', 'This measurement has no such flight')
  await requireMeasured(db, found)
  return found
}

const isOfPixels = (kind: FlightFile['kind']): kind is 'index' | 'mask' => kind === 'index' || kind === 'mask'
export const endingOf = (kind: FlightFile['kind']): 'tif' | 'zip' => (isOfPixels(kind) ? 'tif' : 'zip')

type Which = Pick<FlightFile, 'kind' | 'trait'> & { flightId: string }

/** Undefined when the flight was not measured, or was removed. */
export async function findFlightFile(
  db: Kysely<Schema>,
  measurement: Measurement,
  { flightId, kind, trait }: Which,
): Promise<FlightFile | undefined> {
  const [flight, measured] = await Promise.all([
    db.selectFrom('trialFlights').selectAll().where('id', '=', flightId).executeTakeFirst(),
    db
      .selectFrom('measuredFlights')
      .select(['inputs', 'method'])
      .where('measurementId', '=', measurement.id)
      .where('flightId', '=', flightId)
      .executeTakeFirst(),
  ])
  if (!flight || !measured) return undefined
  // Pictures have the date in their names.
  const own = trait ?? (isOfPixels(kind) ? undefined : flight.takenOn)
  const name = [kind, ...(own === undefined ? [] : [own]), FLIGHT_FILE_MAKER].join('-')
  return { measurement, flight, ...measured, kind, trait, key: `derived/${measured.inputs}/${name}.${endingOf(kind)}` }
}

async function requireMeasured(db: Kysely<Schema>, { measurement, flight, method, kind, trait }: FlightFile) {
  if (!isOfPixels(kind)) return
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
