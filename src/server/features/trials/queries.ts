import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Plot } from '#domain/trials.ts'
import {
  EXAMPLE_ACCOUNT,
  isClosedTo,
  isStaff,
  purgeOnOf,
  readableTrial,
  type Viewer,
  visibleTo,
  workedOnBy,
} from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, Measurement, Trial, TrialFlight, TrialPlots, Work } from '../../adapters/db/schema.ts'
import { aheadOfWork, isUnended } from '../../adapters/queue/work.ts'
import { requireApproved } from '../../still-allowed.ts'
import { selectFlights } from './flights/layers.ts'

/** The trials that a person may see and change: staff all, a customer their own. */
export const trialsOf = (db: Database, viewer: Viewer) => db.selectFrom('trials').where(visibleTo(viewer, 'trials'))

/** And those that are shared with the account. */
export const studiesOf = (db: Database, viewer: Viewer) => db.selectFrom('trials').where(workedOnBy(viewer))

/** And the example. */
export const readableTrials = (db: Database, viewer: Viewer) => db.selectFrom('trials').where(readableTrial(viewer))

export const trialNotFound = (): AppError => new AppError('not-found', 'Trial not found')

export const trialIsClosed = (): AppError =>
  new AppError(
    'conflict',
    'The project of this trial is no longer assigned to you. You can read the trial, and not change it.',
  )

const exampleIsClosed = (): AppError =>
  new AppError('conflict', 'This is the example trial: you can read it, and not change it. Make a trial of your own.')

const isSharedToRead = (): AppError =>
  new AppError('conflict', 'This trial is shared with you to read. Ask the account that shares it to change it.')

export async function loadTrial(db: Database, viewer: Viewer, trialId: string): Promise<Trial> {
  return readableTrials(db, viewer)
    .selectAll('trials')
    .where('trials.id', '=', trialId)
    .executeTakeFirstOrThrow(trialNotFound)
}

/**
 * Locks a trial until the transaction ends. Everything that changes it calls this first: the person may have been stopped since
 * the call started. @throws AppError 'conflict' when it is closed to them
 */
export async function lockTrial(trx: Database, actor: Actor, trialId: string): Promise<Trial> {
  const { isClosed, purgeOn, ...trial } = await lockReadable(trx, actor, trialId)
  if (purgeOn) throw new AppError('conflict', 'This trial was deleted. Take it back to change it.')
  if (isClosed) throw trialIsClosed()
  return trial
}

/**
 * The same for what changes no trial: files that are made of it, and stopping what runs. The example is closed to this as well,
 * as is what is shared to read.
 */
export async function lockReadable(
  trx: Database,
  actor: Actor,
  trialId: string,
): Promise<Trial & { isClosed: boolean; purgeOn: Date | null }> {
  await requireApproved(trx, actor)
  const trial = await readableTrials(trx, actor)
    .selectAll('trials')
    .select([isClosedTo(actor).as('isClosed'), purgeOnOf('trials').as('purgeOn')])
    .where('trials.id', '=', trialId)
    .forUpdate()
    .executeTakeFirstOrThrow(trialNotFound)
  if (trial.accountId === EXAMPLE_ACCOUNT && trial.isClosed) throw exampleIsClosed()
  if (trial.isClosed && !isStaff(actor) && trial.accountId !== actor.accountId) throw isSharedToRead()
  return trial
}

export const flightsOf = (db: Database, trialId: string): Promise<TrialFlight[]> =>
  selectFlights(db).where('trialId', '=', trialId).orderBy('moment').execute()

export const flightNotFound = (): AppError => new AppError('not-found', 'Flight not found')

/** For a query of the flight, if the person may see its trial. */
export const visibleFlight = (db: Database, viewer: Viewer, id: string) =>
  selectFlights(db).where('id', '=', id).where('trialId', 'in', readableTrials(db, viewer).select('trials.id'))

/** Locks the trial of a flight until the transaction ends. */
export async function lockFlight(
  trx: Database,
  actor: Actor,
  id: string,
): Promise<{ flight: TrialFlight; trial: Trial }> {
  const find = visibleFlight(trx, actor, id)
  const found = await find.executeTakeFirst()
  const trial = found && (await lockTrial(trx, actor, found.trialId))
  const flight = trial && (await find.executeTakeFirst())
  if (!flight) throw flightNotFound()
  return { flight, trial }
}

export const newestPlots = (
  db: Database,
  trialId: string,
): Promise<Pick<TrialPlots, 'version' | 'sha256' | 'count' | 'bounds'> | undefined> =>
  db
    .selectFrom('trialPlots')
    .select(['version', 'sha256', 'count', 'bounds'])
    .where('trialId', '=', trialId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** How many plots a measurement has measured. */
export async function countPlots(
  db: Database,
  { trialId, plotsVersion }: Pick<Measurement, 'trialId' | 'plotsVersion'>,
): Promise<number> {
  const versions = db.selectFrom('trialPlots').select('count').where('trialId', '=', trialId)
  return (await versions.where('version', '=', plotsVersion).executeTakeFirstOrThrow()).count
}

export type PlotsVersion = { trialId: string; version: number }

/** The plots of a version in their order. */
export const plotsOf = (db: Database, { trialId, version }: PlotsVersion) =>
  db.selectFrom('plots').where('trialId', '=', trialId).where('version', '=', version).orderBy('place')

export type PlotRow = Pick<Plot, 'plotId' | 'attributes'>

export const readPlotRows = (db: Database, of: PlotsVersion): Promise<PlotRow[]> =>
  plotsOf(db, of).select(['plotId', 'attributes']).execute()

export type MeasuredPlots = TrialPlots & { plots: Plot[] }

/** What a measurement measures. */
export async function loadPlots(
  db: Database,
  { trialId, plotsVersion: version }: Pick<Measurement, 'trialId' | 'plotsVersion'>,
): Promise<MeasuredPlots> {
  const found = db.selectFrom('trialPlots').selectAll().where('trialId', '=', trialId).where('version', '=', version)
  const plots = await plotsOf(db, { trialId, version }).select(['number', 'plotId', 'attributes', 'geometry']).execute()
  return { ...(await found.executeTakeFirstOrThrow()), plots }
}

/** A measurement, and where its work stands. */
export type MeasurementRow = Measurement &
  Pick<Work, 'state' | 'fraction' | 'reason' | 'endedAt'> & { ahead: number | null; author: string | null }

/** A column for queries on tables with an author. */
export const authorName = sql<string | null>`(select users.full_name from users where users.id = author_id)`

export const selectMeasurements = (db: Database) =>
  db
    .selectFrom('measurements')
    .innerJoin('work', 'work.id', 'measurements.id')
    .selectAll('measurements')
    .select([
      'work.state',
      'work.fraction',
      'work.reason',
      'work.endedAt',
      aheadOfWork.as('ahead'),
      authorName.as('author'),
    ])

/** Of a trial, the one that waits or runs. */
export const unendedMeasurement = (db: Database, trialId: string): Promise<MeasurementRow | undefined> =>
  selectMeasurements(db).where('trialId', '=', trialId).where('state', 'in', ['QUEUED', 'RUNNING']).executeTakeFirst()

/** Whether a measurement waits or runs that may read maps of a request. */
export async function isMeasuredOn(db: Database, analysisId: string): Promise<boolean> {
  const measurement = await selectMeasurements(db)
    .innerJoin('trialFlights', 'trialFlights.trialId', 'measurements.trialId')
    .innerJoin('usedLayers', 'usedLayers.flightId', 'trialFlights.id')
    .innerJoin('files', 'files.id', 'usedLayers.fileId')
    .where('files.analysisId', '=', analysisId)
    .where('work.state', 'in', ['QUEUED', 'RUNNING'])
    .limit(1)
    .executeTakeFirst()
  return measurement !== undefined
}

export const selectPlotVersions = (db: Database) =>
  db
    .selectFrom('trialPlots')
    .select(['version', 'count', 'crs', 'bounds', 'createdAt', authorName.as('author')])
    .select(sql<boolean>`layout is not null`.as('hasLayout'))
    .orderBy('version', 'desc')

/** A measurement of a trial that the person may see. */
export async function loadMeasurement(db: Database, viewer: Viewer, measurementId: string): Promise<MeasurementRow> {
  const visible = readableTrials(db, viewer).select('trials.id')
  return selectMeasurements(db)
    .where('measurements.id', '=', measurementId)
    .where('measurements.trialId', 'in', visible)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Measurement not found'))
}

/** @throws AppError 'conflict' when it is under way, or was not finished. */
export async function loadDoneMeasurement(db: Database, viewer: Viewer, id: string): Promise<MeasurementRow> {
  const measurement = await loadMeasurement(db, viewer, id)
  if (measurement.state === 'DONE') return measurement
  throw new AppError(
    'conflict',
    isUnended(measurement)
      ? 'This measurement is still running. Load its table when it is done.'
      : 'This measurement was not finished. Measure again; what is done is taken over.',
  )
}
