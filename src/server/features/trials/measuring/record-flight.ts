import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Shift } from '#domain/shifts.ts'
import { type MeasurementSettings, TRAITS_MAKER } from '#domain/trials.ts'
import { packColumns } from '#imagery/traits/trait-columns.ts'
import type { Database } from '../../../adapters/db/open.ts'
import type { Measurement, TrialFlight } from '../../../adapters/db/schema.ts'
import type { FlightMethod } from '../../../adapters/db/trials-schema.ts'
import { CantBeDone } from '../../../adapters/queue/queue.ts'
import { lockRunning } from '../../../adapters/queue/work.ts'
import type { MeasuredFlight } from '../../../compute/trials/trait-worker.ts'
import { packBits } from './flight-flags.ts'
import type { Source, Sources } from './sources-of-flight.ts'

type Inputs = { settings: MeasurementSettings; plotsSha256: string; sources: Sources; shift: Shift | null }

const known = (source: Source | null) => {
  const { reflectance = null, standsForOne = null } = source?.stated ?? {}
  return source && [source.sha256, source.facts, reflectance, standsForOne]
}

/** A hash of all that the values of a flight depend on. */
export function inputsOf({ settings, plotsSha256, sources, shift }: Inputs): string {
  const { bufferMetres, mask, traits, formulas = [] } = settings
  const inputs = [
    TRAITS_MAKER,
    [bufferMetres, mask.method, mask.threshold ?? null, mask.isCleaned ?? false, traits?.toSorted() ?? null],
    plotsSha256,
    known(sources.orthomosaic),
    known(sources.elevation),
    known(sources.bareGround),
    // Left out without any, as it was before there were formulas of people.
    ...(formulas.length > 0 ? [formulas.map(({ trait, formula, unit }) => [trait, formula, unit])] : []),
    // What was measured before there were shifts stays the same.
    ...(shift ? [[shift.eastMetres, shift.northMetres]] : []),
  ]
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
}

type Taking = { measurementId: string; flightId: string; inputs: string }

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
      // So that it isn't deleted before all of it is copied.
      .forShare()
      .executeTakeFirst()
    if (!found) return false
    await sql`
      insert into measured_flights (measurement_id, flight_id, inputs, method)
      select ${measurementId}, flight_id, inputs, method from measured_flights
      where measurement_id = ${found.measurementId} and flight_id = ${flightId}`.execute(trx)
    await sql`
      insert into measured_traits (measurement_id, flight_id, trait, unit, columns, data)
      select ${measurementId}, flight_id, trait, unit, columns, data from measured_traits
      where measurement_id = ${found.measurementId} and flight_id = ${flightId}`.execute(trx)
    return true
  })

type Recorded = {
  measurement: Measurement
  flight: TrialFlight
  inputs: string
  sources: Sources
  shift: Shift | null
  measured: MeasuredFlight
  plots: number
}

/** Records all traits of a flight, or none. Nothing of a measurement that was cancelled or deleted meanwhile. */
export const recordFlight = (
  db: Database,
  {
    measurement: { id: measurementId },
    flight: { id: flightId, takenOn },
    inputs,
    sources,
    shift,
    measured,
    plots,
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
    if (!flight) throw new CantBeDone(`The flight on ${takenOn} was removed meanwhile. Measure again.`)
    const method = JSON.stringify({ ...methodOf(sources, measured), shift } satisfies FlightMethod)
    await trx.insertInto('measuredFlights').values({ measurementId, flightId, inputs, method }).execute()
    for (const { trait, unit, columns } of measured.traits) {
      const { names, data } = packColumns(columns, plots)
      await trx
        .insertInto('measuredTraits')
        .values({ measurementId, flightId, trait, unit, columns: JSON.stringify(names), data })
        .execute()
    }
  })

const methodOf = (
  { orthomosaic, elevation, bareGround }: Sources,
  { mask, height, grid, unavailable }: MeasuredFlight,
): FlightMethod => ({
  orthomosaicSha256: orthomosaic.sha256,
  elevationSha256: elevation?.sha256 ?? null,
  bareGroundSha256: bareGround?.sha256 ?? null,
  gsdCm: orthomosaic.facts.gsdCm,
  maskMethod: mask.method,
  maskThreshold: mask.threshold,
  maskCleaned: mask.isCleaned,
  eta: mask.eta,
  z0Source: height.z0Source,
  soilCalibration: height.soilCalibration,
  chmNoiseMetres: height.noiseMetres,
  soilMedianMetres: height.soilMedianMetres,
  grid: grid && { contrast: grid.contrast, misfits: packBits(grid.isMisfit) },
  unavailable,
})
