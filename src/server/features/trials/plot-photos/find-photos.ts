import type { QueryOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import { CAMERA_FILE_BYTES_MAX, type CameraFile } from '#imagery/plot-photos/camera-file.ts'
import { type PlotPhotos, photosOfPlot } from '#imagery/plot-photos/showing.ts'
import { movePositions, type Polygon } from '#imagery/plots/polygon.ts'
import { placePlots } from '#imagery/traits/on-maps/place-plots.ts'
import { purgeOnOf, type Viewer, visibleTo } from '../../../access.ts'
import type { TrialFlight } from '../../../adapters/db/schema.ts'
import { CantBeDone } from '../../../adapters/queue/queue.ts'
import { crsOfEpsg } from '../../../compute/crs/crs-of-epsg.ts'
import type { Deps } from '../../../deps.ts'
import { readFully } from '../../files/read-fully.ts'
import { mainMapOf, mapsOfFlights, readableMapsOf, type TrialMap } from '../flights/maps-of-customer.ts'
import { flightNotFound, plotsOf, visibleFlight } from '../queries.ts'
import { loadAppliedShift } from '../shifts/applied-shifts.ts'

type FindDeps = Pick<Deps, 'db' | 'storage'>

export type FoundPhotos = PlotPhotos & {
  /** The plot, in metres from where the cameras are counted from. */
  plot: Polygon
  archive: { storageKey: string; bytes: number }
}

const MADE_ELSEWHERE =
  'Where each photo was taken is known only for maps that our own engine made. The map of this flight was made elsewhere.'
const MADE_BEFORE =
  'The map of this flight was made before we kept where each of its photos was taken. Have its maps made once more from the raw images, and choose them for this flight.'
const NO_IMAGES = 'The raw images of this flight are not kept any longer, so its photos can’t be shown.'
const NOT_PUBLISHED = 'The map of this flight is a draft. Its photos are shown once it is published.'

/** The photos of a flight that show a plot. @throws AppError 'not-found', and 'conflict' with the reason where they can't be shown */
export async function findPhotos(
  deps: FindDeps,
  viewer: Viewer,
  { trialFlightId, ...of }: QueryOf<'listPlotPhotos'>,
): Promise<FoundPhotos> {
  const { db } = deps
  const flight = await visibleFlight(db, viewer, trialFlightId).executeTakeFirstOrThrow(flightNotFound)
  const map = mainMapOf(flight, await mapsOfFlights(db, [flight]))
  if (map?.runId == null || map.madeBy?.engine !== 'preview') throw new AppError('conflict', MADE_ELSEWHERE)
  if (!(await readableMapsOf(db, viewer, [flight])).has(map.id)) throw new AppError('conflict', NOT_PUBLISHED)
  const archive = await findArchive(deps, viewer, map.runId)
  const cameras = await readCameras(deps, map.runId)
  const plot = await placePlot(deps, { flight, map, cameras, ...of })
  const found = photosOfPlot(cameras, plot)
  if (!found) throw new AppError('conflict', 'This plot lies outside of the map of this flight.')
  return { ...found, plot, archive }
}

async function findArchive({ db }: FindDeps, viewer: Viewer, runId: string): Promise<FoundPhotos['archive']> {
  const archive = await db
    .selectFrom('files')
    .innerJoin('runs', 'runs.fileId', 'files.id')
    .select(['files.storageKey', 'files.bytes', 'files.damagedAt', 'files.virusScan'])
    .select(purgeOnOf('files').as('purgeOn'))
    .where('runs.id', '=', runId)
    .where(visibleTo(viewer, 'files'))
    .executeTakeFirst()
  if (!archive || archive.purgeOn || archive.damagedAt || archive.virusScan === 'infected')
    throw new AppError('conflict', NO_IMAGES)
  return archive
}

async function readCameras({ db, storage }: FindDeps, runId: string): Promise<CameraFile> {
  const file = await db
    .selectFrom('files')
    .select(['storageKey', 'bytes'])
    .where('runId', '=', runId)
    .where('productKind', '=', 'cameras')
    .executeTakeFirst()
  if (!file || file.bytes > CAMERA_FILE_BYTES_MAX) throw new AppError('conflict', MADE_BEFORE)
  const bytes = await readFully(storage.read({ key: file.storageKey, from: 0, to: file.bytes }), file.bytes)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our own engine makes products of this kind
  return JSON.parse(new TextDecoder().decode(bytes)) as CameraFile
}

type Placing = { flight: TrialFlight; map: TrialMap; cameras: CameraFile } & Omit<
  QueryOf<'listPlotPhotos'>,
  'trialFlightId'
>

/** In metres from the origin of the cameras, moved as for its values. */
async function placePlot({ db }: FindDeps, { flight, map, cameras, plotId, plotsVersion }: Placing): Promise<Polygon> {
  const { trialId } = flight
  const versions = db.selectFrom('trialPlots').select(['version', 'crs']).where('trialId', '=', trialId)
  const version = await (plotsVersion === undefined ? versions : versions.where('version', '=', plotsVersion))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const plot =
    version &&
    (await plotsOf(db, { trialId, version: version.version })
      .select('geometry')
      .where('plotId', '=', plotId)
      .executeTakeFirst())
  if (!plot) throw new AppError('not-found', 'Plot not found')
  const shift = await loadAppliedShift(db, flight, map).catch((error: unknown) => {
    throw error instanceof CantBeDone ? new AppError('conflict', error.message) : error
  })
  const mapCrs = crsOfEpsg(cameras.epsg)
  const [placed = []] = placePlots([plot.geometry], {
    crs: version.crs,
    mapCrs,
    shift,
    bufferMetres: 0,
  })
  const [east, north] = cameras.origin
  return movePositions(placed, ([x, y]) => [x - east, y - north])
}
