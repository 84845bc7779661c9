import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dateText } from '#domain/dates.ts'
import type { FlightMethod } from '#domain/flight-method.ts'
import type { Shift } from '#domain/shifts.ts'
import { HEIGHT_TRAITS, type MeasurementSettings, TRAITS_MAKER } from '#domain/trials.ts'
import { packColumns } from '#imagery/traits/trait-columns.ts'
import type { Database, Measurement, TrialFlight } from '../../../adapters/db/schema.ts'
import { CantBeDone } from '../../../adapters/queue/queue.ts'
import { lockRunning } from '../../../adapters/queue/work.ts'
import type { MeasuredFlight } from '../../../compute/trials/trait-worker.ts'
import { packBits } from './flight-flags.ts'
import { isLevelKnown, type Source, type Sources } from './sources-of-flight.ts'

type Inputs = { settings: MeasurementSettings; plotsSha256: string; sources: Sources; shift: Shift | null }
/** Hashes of all that the values of a flight depend on, and of what those of its photos alone depend on. */
export type FlightInputs = { inputs: string; photoInputs: string }

const known = (source: Source | null) => {
  const { reflectance = null, standsForOne = null } = source?.stated ?? {}
  return source && [source.sha256, source.facts, reflectance, standsForOne]
}

export function inputsOf({ settings, plotsSha256, sources, shift }: Inputs): FlightInputs {
  const { bufferMetres, mask, traits, formulas = [] } = settings
  const { photos, elevation, confidence, bareGround } = sources
  const [main, ...others] = photos
  const hash = (heights: readonly (Source | null)[]) => {
    const inputs = [
      TRAITS_MAKER,
      [bufferMetres, mask.method, mask.threshold ?? null, mask.isCleaned ?? false, traits?.toSorted() ?? null],
      plotsSha256,
      known(main),
      ...heights.map(known),
      ...(heights.length > 0 && isLevelKnown(sources) ? ['level'] : []),
      // What is left out without any is as it was before there were formulas of people, shifts, and several photos.
      ...(formulas.length > 0 ? [formulas.map(({ trait, formula, unit }) => [trait, formula, unit])] : []),
      ...(shift ? [[shift.eastMetres, shift.northMetres]] : []),
      ...others.map((photo) => [photo.kind, known(photo)]),
    ]
    return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
  }
  const ofHeights = [elevation, bareGround, ...(confidence ? [confidence] : [])]
  return { inputs: hash(ofHeights), photoInputs: hash([]) }
}

type Taking = { measurementId: string; flightId: string } & FlightInputs

/** Takes over what another measurement of the same inputs has found on this flight. False when there is none. */
export const takeOver = (db: Database, { measurementId, flightId, inputs }: Taking): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, measurementId))) return true
    const found = await trx
      .selectFrom('measuredFlights')
      .select('measurementId')
      .where('flightId', '=', flightId)
      .where('inputs', '=', inputs)
      .limit(1)
      // So that its values aren't deleted before this one refers to them.
      .forShare()
      .executeTakeFirst()
    if (!found) return false
    await sql`
      insert into measured_flights (measurement_id, flight_id, inputs, photo_inputs, method)
      select ${measurementId}, flight_id, inputs, photo_inputs, method from measured_flights
      where measurement_id = ${found.measurementId} and flight_id = ${flightId}`.execute(trx)
    return true
  })

/** What was measured on the same photos, with other elevation or none: only its heights are to be measured. */
export async function findSamePhotos(
  db: Database,
  { flightId, photoInputs }: Pick<Taking, 'flightId' | 'photoInputs'>,
): Promise<SamePhotos | undefined> {
  return db
    .selectFrom('measuredFlights')
    .select(['measurementId', 'method'])
    .where('flightId', '=', flightId)
    .where('photoInputs', '=', photoInputs)
    .limit(1)
    .executeTakeFirst()
}

export type SamePhotos = { measurementId: string; method: FlightMethod }

type Recorded = {
  measurement: Measurement
  flight: TrialFlight
  inputs: FlightInputs
  sources: Sources
  shift: Shift | null
  measured: MeasuredFlight
  plots: number
  /** Of which `measured` has only the heights. */
  samePhotos: SamePhotos | undefined
}

/** Records all traits of a flight, or none. Nothing of a measurement that was cancelled or deleted meanwhile. */
export const recordFlight = (
  db: Database,
  {
    measurement: { id: measurementId },
    flight: { id: flightId, moment },
    inputs,
    sources,
    shift,
    measured,
    plots,
    samePhotos,
  }: Recorded,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, measurementId))) return
    const flight = await trx
      .selectFrom('trialFlights')
      .select('id')
      .where('id', '=', flightId)
      .forShare()
      .executeTakeFirst()
    if (!flight) throw new CantBeDone(`The flight on ${dateText(moment)} was removed meanwhile. Measure again.`)
    const found = methodOf(sources, measured)
    const method = { ...(samePhotos ? withHeightsOf(samePhotos.method, found) : found), shift } satisfies FlightMethod
    await trx
      .insertInto('measuredFlights')
      .values({ measurementId, flightId, ...inputs, method: JSON.stringify(method) })
      .execute()
    if (samePhotos) await keepPhotos(trx, samePhotos, flightId)
    for (const { trait, unit, columns } of measured.traits) {
      const { names, data } = packColumns(columns, plots)
      const { inputs: ofAll, photoInputs } = inputs
      await trx
        .insertInto('flightValues')
        .values({
          flightId,
          inputs: HEIGHT_TRAITS.includes(trait) ? ofAll : photoInputs,
          trait,
          unit,
          columns: JSON.stringify(names),
          data,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })

/** @throws Error when the other measurement was deleted meanwhile, with its values: another attempt measures all */
async function keepPhotos(trx: Database, { measurementId }: SamePhotos, flightId: string): Promise<void> {
  const there = await trx
    .selectFrom('measuredFlights')
    .select('flightId')
    .where('measurementId', '=', measurementId)
    .where('flightId', '=', flightId)
    .forShare()
    .executeTakeFirst()
  if (!there) throw new Error('What was measured on the same photos was deleted meanwhile')
}

const isHeight = ({ trait }: { trait: string }): boolean => HEIGHT_TRAITS.includes(trait)

/** The method of the photos of one, and of the heights of the other. */
const withHeightsOf = (photos: FlightMethod, heights: FlightMethod): FlightMethod => ({
  ...heights,
  ...(photos.layers && { layers: photos.layers }),
  grid: photos.grid ?? null,
  unavailable: [...photos.unavailable.filter((one) => !isHeight(one)), ...heights.unavailable.filter(isHeight)],
})

function methodOf({ photos, elevation, bareGround }: Sources, measured: MeasuredFlight): FlightMethod {
  const { mask, height, grid, unavailable, photos: measuredOn } = measured
  const main = photos[measuredOn[0].photo] ?? photos[0]
  const layers = measuredOn.flatMap(({ photo, threshold, eta, traits }) => {
    const source = photos[photo]
    return source
      ? { kind: source.kind, sha256: source.sha256, gsdCm: source.facts.gsdCm, maskThreshold: threshold, eta, traits }
      : []
  })
  return {
    orthomosaicSha256: main.sha256,
    elevationSha256: elevation?.sha256 ?? null,
    bareGroundSha256: bareGround?.sha256 ?? null,
    gsdCm: main.facts.gsdCm,
    maskMethod: mask.method,
    maskThreshold: mask.threshold,
    maskCleaned: mask.isCleaned,
    eta: mask.eta,
    z0Source: height.z0Source,
    soilCalibration: height.soilCalibration,
    chmNoiseMetres: height.noiseMetres,
    soilMedianMetres: height.soilMedianMetres,
    surface: elevation?.madeBy?.accuracy ?? null,
    grid: grid && { contrast: grid.contrast, misfits: packBits(grid.isMisfit) },
    ...(photos.length > 1 && { layers }),
    unavailable,
  }
}
