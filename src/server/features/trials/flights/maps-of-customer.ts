import { AppError } from '#domain/errors.ts'
import { MAP_MAKER, takenOnFromName } from '#domain/maps.ts'
import { type Bounds, overlap } from '#domain/trials.ts'
import { purgeOnOf, readableBy, type Viewer } from '../../../access.ts'
import type { Database, Trial, TrialFlight } from '../../../adapters/db/schema.ts'
import { madeBy } from '../../files/made-by.ts'
import { withStated } from '../../maps/with-stated.ts'
import { mainPhotoOf } from './layers.ts'

const select = (db: Database) =>
  db
    .selectFrom('files')
    .leftJoin('analyses', 'analyses.id', 'files.analysisId')
    .innerJoin('projects', 'projects.id', 'files.projectId')
    .leftJoin('maps', (join) => join.onRef('maps.fileId', '=', 'files.id').on('maps.maker', '=', MAP_MAKER))
    .leftJoin('runs', 'runs.id', 'files.runId')
    .leftJoin('work', 'work.id', 'runs.id')
    .select(['runs.engine', 'runs.engineVersion', 'runs.options', 'runs.quality', 'work.requestedAt'])
    .select(['files.id', 'files.fileName', 'files.storageKey', 'files.bytes', 'files.sha256', 'files.publishedAt'])
    .select(['files.kind', 'files.runId', 'files.productKind', 'files.preview', 'files.virusScan'])
    .select([
      'files.analysisId',
      'files.createdAt',
      'maps.state',
      'maps.facts',
      'maps.stated',
      'projects.name as projectType',
    ])
    .where('files.kind', 'in', ['REPORT', 'OWN'])
    .where('files.damagedAt', 'is', null)
    .where((is) => is.or([is('files.virusScan', 'is', null), is('files.virusScan', '<>', 'infected')]))

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function present({ state, facts, stated, createdAt, ...row }: Row) {
  const { engine, engineVersion, options, quality, requestedAt, ...file } = row
  const known = stated ?? {}
  const takenOn = known.takenOn ?? takenOnFromName(file.fileName, createdAt)
  return {
    ...file,
    stated: known,
    takenOn,
    facts: state === 'READY' && facts ? withStated(facts, known) : null,
    madeBy:
      engine && requestedAt ? madeBy({ engine, engineVersion, options: options ?? {}, quality, requestedAt }) : null,
  }
}

/** A map as a trial uses it, with what staff stated of it. */
export type TrialMap = ReturnType<typeof present>

/** The files of the trial's customer that the actor may read: of reports, and own ones. */
const usableBy = (db: Database, actor: Viewer, { accountId }: Trial) =>
  select(db).where('files.accountId', '=', accountId).where(readableBy(actor))

export type FindMap = (mapId: string) => TrialMap

/** Maps that the trial may use, of these ids. What it returns throws AppError 'not-found' for another one. */
export async function loadUsableMaps(
  db: Database,
  actor: Viewer,
  { trial, mapIds }: { trial: Trial; mapIds: readonly string[] },
): Promise<FindMap> {
  const rows = mapIds.length === 0 ? [] : await usableBy(db, actor, trial).where('files.id', 'in', mapIds).execute()
  const maps = new Map(rows.map((row) => [row.id, present(row)]))
  return (mapId) => {
    const map = maps.get(mapId)
    if (!map) throw new AppError('not-found', 'Choose a map of this customer')
    return map
  }
}

/** The most that suggestions look at. */
const MAPS_MAX = 1000

/** Newest first. */
export async function listUsableMaps(db: Database, actor: Viewer, trial: Trial): Promise<TrialMap[]> {
  const rows = await usableBy(db, actor, trial)
    .where('maps.state', '=', 'READY')
    .where(purgeOnOf('files'), 'is', null)
    .orderBy('files.createdAt', 'desc')
    .orderBy('files.id')
    .limit(MAPS_MAX)
    .execute()
  return rows.map(present)
}

/** The maps of flights, by id, and what our engine says of their elevation; without those that were removed meanwhile. */
export async function mapsOfFlights(
  db: Database,
  flights: readonly TrialFlight[],
): Promise<ReadonlyMap<string, TrialMap>> {
  const ids = flights.flatMap(fileIdsOf)
  if (ids.length === 0) return new Map()
  const surfaces = db
    .selectFrom('files as surface')
    .select('surface.runId')
    .where('surface.id', 'in', ids)
    .where('surface.productKind', '=', 'elevation')
  const rows = await select(db)
    .where((is) =>
      is.or([
        is('files.id', 'in', ids),
        is.and([is('files.productKind', '=', 'confidence'), is('files.runId', 'in', surfaces)]),
      ]),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, present(row)]))
}

export type BareGround = { mapId: string | null; fileName: string; takenOn: string | null }

/** From which a trial measures heights; its file may be gone. */
export async function bareGroundOf(db: Database, trialId: string): Promise<BareGround | null> {
  const ground = await db.selectFrom('trialGrounds').selectAll().where('trialId', '=', trialId).executeTakeFirst()
  if (!ground) return null
  const row = await select(db).where('files.id', '=', ground.fileId).executeTakeFirst()
  return { mapId: row?.id ?? null, fileName: ground.name, takenOn: row ? present(row).takenOn : null }
}

/** Of the maps of flights, those whose pixels a person may see: what staff have put into a trial may be a draft. */
export async function readableMapsOf(
  db: Database,
  viewer: Viewer,
  flights: readonly TrialFlight[],
): Promise<ReadonlySet<string>> {
  const ids = flights.flatMap(fileIdsOf)
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('files')
    .leftJoin('analyses', 'analyses.id', 'files.analysisId')
    .select('files.id')
    .where('files.id', 'in', ids)
    .where(readableBy(viewer))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const fileIdsOf = ({ layers }: TrialFlight): string[] => layers.flatMap(({ fileId }) => fileId ?? [])

/** The map that is shown of a flight; undefined once its file was removed. */
export const mainMapOf = (flight: TrialFlight, maps: ReadonlyMap<string, TrialMap>): TrialMap | undefined =>
  maps.get(mainPhotoOf(flight).fileId ?? '')

/** Where the photos of flights lie. */
export const boundsOfFlights = (flights: readonly TrialFlight[], maps: ReadonlyMap<string, TrialMap>): Bounds[] =>
  flights.flatMap((flight) => {
    const bounds = mainMapOf(flight, maps)?.facts?.bounds
    return bounds ? [bounds] : []
  })

export const overlapsAny = (bounds: Bounds, others: readonly Bounds[]): boolean =>
  others.some((other) => overlap(bounds, other))
