import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { minutes } from '#domain/units.ts'
import type { Measurement, TrialPlots } from '../../../adapters/db/schema.ts'
import type { Attempt } from '../../../adapters/queue/queue.ts'
import type { work as clipsWork } from '../../../compute/clips-worker.ts'
import type { work as layerWork } from '../../../compute/layer-worker.ts'
import { OverBudget } from '../../../compute/pool.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { readFully } from '../../files/read-fully.ts'
import { storeDerived } from '../../files/store-derived.ts'
import { mapsOfFlights } from '../flights/maps-of-customer.ts'
import { CantMeasure } from '../measuring/cant-measure.ts'
import { inputsOf } from '../measuring/record-flight.ts'
import { type Source, sourcesOf } from '../measuring/sources-of-flight.ts'
import { type FlightFile, findFlightFile } from './flight-file.ts'
import type { flightFileJob } from './flight-file-job.ts'

type WriteDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'log'> & WithConfig<'dataDir'>
type Payload = ReturnType<(typeof flightFileJob)['payload']['parse']>

const CLIPS_WORKER = new URL('../../../compute/clips-worker.ts', import.meta.url)
const LAYER_WORKER = new URL('../../../compute/layer-worker.ts', import.meta.url)
/** 20,000 x 20,000 pixels take minutes. */
const SECONDS_MAX = minutes(30) / 1000
const FAILED = 'This file could not be made. Try again.'

/** Makes a file of a flight and stores it. Nothing to do when the measurement or the flight was removed. */
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
    if (error instanceof CantMeasure) throw error
    deps.log.error({ err: error, flightId: file.flight.id }, 'a file of a flight could not be made')
    // What is thrown is shown to people.
    throw new Error(error instanceof OverBudget ? 'This file takes too much time or memory to make.' : FAILED, {
      cause: error,
    })
  }
}

async function write(deps: WriteDeps, file: FlightFile, attempt: Partial<Attempt>): Promise<void> {
  const { db, storage } = deps
  const plots = await loadPlots(db, file.measurement)
  const orthomosaic = await loadOrthomosaic(db, file, plots)
  const scratch = join(deps.config.dataDir, 'scratch', 'flight-files')
  // One at a time in a process, so what is here was left by one that ended.
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  try {
    const path = join(scratch, 'file')
    const bytes = await make(deps, file, { orthomosaic, plots, path, attempt })
    const row = { key: file.key, mapFileId: orthomosaic.id }
    if (!(await makeKnown(db, file, row))) return
    await storeDerived(storage, {
      key: file.key,
      bytes,
      read: (start, to) => createReadStream(path, { start, end: to - 1 }),
    })
    const { numUpdatedRows } = await db
      .updateTable('flightFiles')
      .set({ bytes })
      .where('key', '=', row.key)
      .where('mapFileId', '=', row.mapFileId)
      .executeTakeFirst()
    // The map or the measurement was removed meanwhile, with what had been made of it.
    if (numUpdatedRows === 0n) await storage.remove({ key: file.key })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Before it is stored, so that it is removed with the map or the measurement. False when that was deleted meanwhile. */
const makeKnown = (db: WriteDeps['db'], { measurement }: FlightFile, row: { key: string; mapFileId: string }) =>
  db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('measurements').select('id').where('id', '=', measurement.id)
    if (!(await found.forShare().executeTakeFirst())) return false
    await trx
      .insertInto('flightFiles')
      .values({ ...row, bytes: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })

type Making = { orthomosaic: Source; plots: TrialPlots; path: string; attempt: Partial<Attempt> }

/** @returns the bytes of the file. @throws CantMeasure */
async function make(
  { storage, compute }: WriteDeps,
  { flight, measurement, method, kind, trait }: FlightFile,
  { orthomosaic, plots: { crs, plots }, path, attempt }: Making,
): Promise<number> {
  const { storageKey: key, bytes, fileName, facts, stated } = orthomosaic
  const shift = method.shift ?? null
  const map = { start: 0, bytes, fileName, facts, reflectance: stated.reflectance ?? null }
  const running = {
    readRange: (from: number, to: number) => readFully(storage.read({ key, from, to }), to - from),
    report: (fraction: number) => attempt.report?.('writing', fraction),
    signal: attempt.signal,
    secondsMax: SECONDS_MAX,
  }
  const outcome =
    kind === 'index' || kind === 'mask'
      ? await compute.run<typeof layerWork>({
          ...running,
          file: LAYER_WORKER,
          input: {
            orthomosaic: map,
            crs,
            shift,
            plots: plots.map(({ geometry }) => geometry),
            kind,
            trait,
            path,
            statedEpsg: stated.epsg ?? null,
            settings: measurement.settings,
            threshold: method.maskThreshold,
          },
        })
      : await compute.run<typeof clipsWork>({
          ...running,
          file: CLIPS_WORKER,
          input: {
            orthomosaic: map,
            crs,
            shift,
            plots: plots.map(({ plotId, geometry }) => ({ plotId, geometry })),
            takenOn: flight.takenOn,
            format: kind === 'clips-png' ? 'png' : 'jpeg',
            path,
          },
        })
  if (outcome.problem !== undefined) throw new CantMeasure(`The flight on ${flight.takenOn}: ${outcome.problem}`)
  return outcome.bytes
}

const loadPlots = (db: WriteDeps['db'], { trialId, plotsVersion }: Measurement): Promise<TrialPlots> =>
  db
    .selectFrom('trialPlots')
    .selectAll()
    .where('trialId', '=', trialId)
    .where('version', '=', plotsVersion)
    .executeTakeFirstOrThrow()

/** The one that was measured. @throws CantMeasure when it would be read in another way now */
async function loadOrthomosaic(
  db: WriteDeps['db'],
  { flight, measurement, method, inputs }: FlightFile,
  { sha256: plotsSha256 }: TrialPlots,
): Promise<Source> {
  const sources = sourcesOf(flight, await mapsOfFlights(db, [flight]))
  if (inputsOf({ settings: measurement.settings, plotsSha256, sources, shift: method.shift ?? null }) !== inputs)
    throw new CantMeasure(
      `What is known of the maps of the flight on ${flight.takenOn} has changed since it was measured. Measure again.`,
    )
  return sources.orthomosaic
}
