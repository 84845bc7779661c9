import { dateText } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, Measurement, TrialFlight } from '../../../adapters/db/schema.ts'
import { type Attempt, CantBeDone } from '../../../adapters/queue/queue.ts'
import { DamagedObject } from '../../../adapters/storage/storage.ts'
import { OverBudget } from '../../../compute/pool.ts'
import type { Deps } from '../../../deps.ts'
import { announceEvent } from '../../webhooks/announce-event.ts'
import { selectFlights } from '../flights/layers.ts'
import { mapsOfFlights } from '../flights/maps-of-customer.ts'
import { flightsOf, loadPlots } from '../queries.ts'
import { loadAppliedShift } from '../shifts/applied-shifts.ts'
import { flagOutliers } from './flag-outliers.ts'
import { measureFlight, type OneFlight } from './measure-flight.ts'
import { findSamePhotos, inputsOf, recordFlight, takeOver } from './record-flight.ts'
import { sourcesOf } from './sources-of-flight.ts'

type MeasureDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'log' | 'now' | 'queue'>

/** Measures the flights of a trial one after another. A flight that is measured is not measured again by a later attempt. */
export async function measureTrial(
  deps: MeasureDeps,
  { measurementId }: { measurementId: string },
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const { db } = deps
  const measurement = await db.selectFrom('measurements').selectAll().where('id', '=', measurementId).executeTakeFirst()
  if (!measurement) return
  const plots = await loadPlots(db, measurement)
  const flights = await flightsOf(db, measurement.trialId)
  const done = await finishedFlights(db, measurementId)
  for (const [index, flight] of flights.entries()) {
    attempt.signal?.throwIfAborted()
    const report = (fraction: number) => attempt.report?.('measuring', (index + fraction) / flights.length)
    report(0)
    if (!done.has(flight.id)) await measureOne(deps, { measurement, plots, flight, report, signal: attempt.signal })
  }
  await flagOutliers(deps, { measurement, plots, flights, signal: attempt.signal })
  await announceMeasurement(deps, measurement)
}

/** A later attempt announces nothing further. */
const announceMeasurement = (deps: MeasureDeps, { id: measurementId, trialId }: Measurement): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const trial = trx.selectFrom('trials').select(['accountId', 'name']).where('id', '=', trialId)
    const found = await trial.executeTakeFirst()
    if (!found) return
    const facts = { measurementId, trialId, trial: found.name }
    const { accountId } = found
    await announceEvent(trx, deps, { accountId, event: 'measurement.done', subject: measurementId, facts })
  })

async function finishedFlights(db: Database, measurementId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('measuredFlights')
    .select('flightId')
    .where('measurementId', '=', measurementId)
    .execute()
  return new Set(rows.map(({ flightId }) => flightId))
}

async function measureOne(deps: MeasureDeps, one: OneFlight): Promise<void> {
  const { measurement, plots, flight } = one
  const sources = sourcesOf(flight, await mapsOfFlights(deps.db, [flight]))
  const shift = await loadAppliedShift(deps.db, flight, sources.photos[0])
  const inputs = inputsOf({ settings: measurement.settings, plotsSha256: plots.sha256, sources, shift })
  const flightId = flight.id
  if (await takeOver(deps.db, { measurementId: measurement.id, flightId, ...inputs })) return
  const samePhotos = await findSamePhotos(deps.db, { flightId, ...inputs })
  try {
    const measured = await measureFlight(deps, { ...one, sources, shift, isOfHeights: samePhotos !== undefined })
    const found = { sources, shift, measured, plots: plots.count, samePhotos }
    await recordFlight(deps.db, { measurement, flight, inputs, ...found })
  } catch (error) {
    throw (await explained(deps, error, flight)) ?? error
  }
}

/** Undefined for what another attempt may not meet. */
async function explained(
  { db, log }: MeasureDeps,
  error: unknown,
  { id, moment, layers }: TrialFlight,
): Promise<CantBeDone | undefined> {
  const flight = `the flight on ${dateText(moment)}`
  const names = layers.map(({ name }) => name).join(', ')
  if (error instanceof DamagedObject)
    return new CantBeDone(`A map of ${flight} (${names}) is damaged on the server. Attach it again.`)
  if (error instanceof OverBudget) {
    log.error({ err: error, flightId: id }, 'a flight exceeded its budget')
    return new CantBeDone(`Measuring ${flight} takes too much time or memory. Measure fewer traits or plots at once.`)
  }
  if (!(error instanceof AppError && error.code === 'not-found')) return undefined
  const flightNow = await selectFlights(db).where('id', '=', id).executeTakeFirst()
  if (!flightNow) return new CantBeDone(`The flight on ${dateText(moment)} was removed meanwhile. Measure again.`)
  // Throws when a map was removed.
  sourcesOf(flightNow, await mapsOfFlights(db, [flightNow]))
  log.error({ err: error, flightId: id }, 'a map of a flight is missing in storage')
  return new CantBeDone(`A map of ${flight} (${names}) is missing on the server. Attach it again.`)
}
