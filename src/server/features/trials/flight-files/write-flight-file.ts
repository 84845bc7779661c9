import { join } from 'node:path'
import { dateText } from '#domain/dates.ts'
import { minutes } from '#domain/units.ts'
import { type Attempt, CantBeDone } from '../../../adapters/queue/queue.ts'
import { bytesOfFile } from '../../../adapters/storage/bytes-of-file.ts'
import { OverBudget } from '../../../compute/pool.ts'
import type { work as layerWork } from '../../../compute/rasters/layer-worker.ts'
import type { work as clipsWork } from '../../../compute/trials/clips-worker.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { storeDerived } from '../../files/store-derived.ts'
import { withScratch } from '../../files/with-scratch.ts'
import { mapsOfFlights } from '../flights/maps-of-customer.ts'
import type { MeasuredFlight } from '../flights/measured-flights.ts'
import { filesInARow } from '../measuring/files-in-a-row.ts'
import { inputsOf } from '../measuring/record-flight.ts'
import { type Source, sourcesOf } from '../measuring/sources-of-flight.ts'
import { loadPlots, type MeasuredPlots } from '../queries.ts'
import { methodOfTrait } from '../results/read-trait.ts'
import { type FlightFile, findFlightFile, photoOfFile } from './flight-file.ts'
import type { flightFileJob } from './flight-file-job.ts'

type WriteDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'log'> & WithConfig<'dataDir'>
type Payload = ReturnType<(typeof flightFileJob)['payload']['parse']>

const CLIPS_WORKER = new URL('../../../compute/trials/clips-worker.ts', import.meta.url)
const LAYER_WORKER = new URL('../../../compute/rasters/layer-worker.ts', import.meta.url)
/** 20,000 x 20,000 pixels take minutes. */
const SECONDS_MAX = minutes(30) / 1000

/** Makes a file of a flight, or of all, and stores it. Nothing to do when the measurement or the flight was removed. */
export async function writeFlightFile(
  deps: WriteDeps,
  { measurementId, ...which }: Payload,
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const measurement = await deps.db
    .selectFrom('measurements')
    .selectAll()
    .where('id', '=', measurementId)
    .executeTakeFirst()
  const file = measurement && (await findFlightFile(deps.db, measurement, which))
  if (!file) return
  try {
    await write(deps, file, attempt)
  } catch (error) {
    attempt.signal?.throwIfAborted()
    if (!(error instanceof OverBudget)) throw error
    deps.log.error({ err: error, measurementId, flightId: file.flightId }, 'a file of a flight exceeded its budget')
    throw new CantBeDone('This file takes too much time or memory to make.')
  }
}

async function write(deps: WriteDeps, file: FlightFile, attempt: Partial<Attempt>): Promise<void> {
  const { db, storage } = deps
  const { key } = file
  const plots = await loadPlots(db, file.measurement)
  const orthomosaics = await loadOrthomosaics(db, file, plots)
  await withScratch(deps, 'flight-files', async (scratch) => {
    const path = join(scratch, 'file')
    const bytes = await make(deps, file, { orthomosaics, plots, path, attempt })
    const mapFileIds = [...new Set(orthomosaics.map(({ id }) => id))]
    if (!(await makeKnown(db, file, mapFileIds))) return
    await storeDerived(storage, {
      key,
      bytes,
      read: (from, to) => bytesOfFile(path, { from, to }),
    })
    const { numUpdatedRows } = await db
      .updateTable('flightFiles')
      .set({ bytes })
      .where('key', '=', key)
      .where('mapFileId', 'in', mapFileIds)
      .executeTakeFirst()
    // A map or the measurement was removed meanwhile, with what had been made of it.
    if (numUpdatedRows < mapFileIds.length) await storage.remove({ key })
  })
}

/** Before it is stored, so that it is removed with a map or the measurement. False when that was deleted meanwhile. */
const makeKnown = (db: WriteDeps['db'], { measurement, key }: FlightFile, mapFileIds: readonly string[]) =>
  db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('measurements').select('id').where('id', '=', measurement.id)
    if (!(await found.forShare().executeTakeFirst())) return false
    await trx
      .insertInto('flightFiles')
      .values(mapFileIds.map((mapFileId) => ({ key, mapFileId, bytes: null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })

/** Of each flight. */
type Making = {
  orthomosaics: readonly Source[]
  plots: MeasuredPlots
  path: string
  attempt: Partial<Attempt>
}

/** @returns the bytes of the file. @throws CantBeDone */
async function make(
  { storage, compute }: WriteDeps,
  { flights, flightId, measurement, kind, trait }: FlightFile,
  { orthomosaics, plots: { crs, plots }, path, attempt }: Making,
): Promise<number> {
  const row = filesInARow(storage)
  const sources = orthomosaics.map((orthomosaic, at) => {
    const { flight, method } = flights[at] as MeasuredFlight
    const map = { ...row.place(orthomosaic), stated: orthomosaic.stated }
    return { orthomosaic: map, shift: method.shift ?? null, moment: flight.moment, method }
  })
  const running = {
    readRange: row.readRange,
    report: (fraction: number) => attempt.report?.('writing', fraction),
    signal: attempt.signal,
    secondsMax: SECONDS_MAX,
  }
  const [first] = sources
  if (!first) throw new Error('There is no flight')
  const outcome =
    kind === 'index' || kind === 'mask'
      ? await compute.run<typeof layerWork>({
          ...running,
          file: LAYER_WORKER,
          input: {
            orthomosaic: first.orthomosaic,
            crs,
            shift: first.shift,
            plots: plots.map(({ geometry }) => geometry),
            kind,
            trait,
            path,
            settings: measurement.settings,
            threshold: methodOfTrait(first.method, trait ?? '').maskThreshold,
          },
        })
      : await compute.run<typeof clipsWork>({
          ...running,
          file: CLIPS_WORKER,
          input: {
            flights: sources.map(({ orthomosaic, shift, moment }) => ({ orthomosaic, shift, moment })),
            inFolders: flightId === null,
            crs,
            plots: plots.map(({ plotId, geometry }) => ({ plotId, geometry })),
            format: kind === 'clips-png' ? 'png' : 'jpeg',
            path,
          },
        })
  if (outcome.problem === undefined) return outcome.bytes
  const of = flightId === null ? 'All flights' : `The flight on ${dateText(first.moment)}`
  throw new CantBeDone(`${of}: ${outcome.problem}`)
}

/** Those that were measured. @throws CantBeDone when one would be read in another way now */
async function loadOrthomosaics(
  db: WriteDeps['db'],
  { flights, trait, measurement: { settings } }: FlightFile,
  { sha256: plotsSha256 }: MeasuredPlots,
): Promise<Source[]> {
  const maps = await mapsOfFlights(
    db,
    flights.map(({ flight }) => flight),
  )
  return flights.map(({ flight, method, inputs }) => {
    const sources = sourcesOf(flight, maps)
    if (inputsOf({ settings, plotsSha256, sources, shift: method.shift ?? null }).inputs !== inputs)
      throw new CantBeDone(
        `What is known of the maps of the flight on ${dateText(flight.moment)} has changed since it was measured. Measure again.`,
      )
    const photo = photoOfFile({ flight, method, inputs }, trait)
    const source = sources.photos.find(({ kind }) => kind === photo.kind)
    if (!source) throw new Error('A measured flight has lost its photo')
    return source
  })
}
