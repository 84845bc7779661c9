import { randomUUID } from 'node:crypto'
import type { FlightMethod } from '#domain/flight-method.ts'
import type { RasterFacts } from '#domain/maps.ts'
import { measureTrialJob } from '#server/features/trials/measuring/measure-trial-job.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { TestServer } from './test-server.ts'
import type { TestUser } from './users.ts'
import { insertWork } from './work.ts'

const CRS = {
  epsg: 32615,
  name: 'WGS 84 / UTM zone 15N',
  proj4: '+proj=utm +zone=15 +datum=WGS84 +units=m +no_defs',
  metresPerUnit: 1,
}

/** 14 m by 12 m near Lamberton, Minnesota. */
export const PLACED_RASTER: RasterFacts = {
  kind: 'orthomosaic',
  isPicture: true,
  width: 700,
  height: 600,
  sampleType: 'uint8',
  bands: (['red', 'green', 'blue'] as const).map((role) => ({ role, name: '' })),
  nodata: null,
  transform: [0.02, 0, 300_000, 0, -0.02, 4_900_012],
  tiePoints: 0,
  crs: CRS,
  unknownCrs: null,
  gsdCm: 2,
  bounds: [-95.504_068, 44.225_784, -95.503_889, 44.225_896],
  ranges: [
    [0, 255],
    [0, 255],
    [0, 255],
  ],
}

/** How a worker measures a flight without heights. */
export const FLIGHT_METHOD: FlightMethod = {
  orthomosaicSha256: 'ab'.repeat(32),
  elevationSha256: null,
  bareGroundSha256: null,
  gsdCm: 2,
  maskMethod: 'exg',
  maskThreshold: 0.1,
  eta: null,
  z0Source: null,
  soilCalibration: null,
  chmNoiseMetres: null,
  unavailable: [],
}

/** A closed square, in metres from the lower left corner of that raster, in UTM. */
export const square = (x: number, y: number, side: number) => {
  const [left, bottom] = [300_000 + x, 4_900_000 + y]
  const [right, top] = [left + side, bottom + side]
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ]
}

export const polygon = (properties: object, ...rings: number[][][]) => ({
  type: 'Feature' as const,
  properties,
  geometry: { type: 'Polygon', coordinates: rings },
})

export const inUtm = (features: readonly object[], epsg = 32_615) => ({
  type: 'FeatureCollection' as const,
  crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${epsg}` } },
  features,
})

export const EXAMPLE_PLOTS = inUtm([
  polygon({ plot_id: '101', row: 1, column: 1 }, square(1, 1, 4)),
  polygon({ plot_id: '102', row: 1, column: 2 }, square(6, 1, 4)),
])

/** A trial with a flight, plots and a measurement that no worker could finish. */
export async function createTrial(
  server: Pick<TestServer, 'deps'>,
  { owner, mapId }: { owner: Pick<TestUser, 'id'>; mapId: string },
): Promise<{ trialId: string; trialFlightId: string; measurementId: string }> {
  const { db, now } = server.deps
  const [trialId, trialFlightId, measurementId] = [randomUUID(), randomUUID(), randomUUID()]
  const createdAt = now()
  await db
    .insertInto('trials')
    .values({
      id: trialId,
      accountId: owner.id,
      projectId: null,
      name: 'Field 7',
      crop: null,
      plantingDate: null,
      createdAt,
    })
    .execute()
  await insertFlight(db, { id: trialFlightId, trialId, takenOn: '2026-07-01', createdAt }, { fileId: mapId })
  const plots = EXAMPLE_PLOTS.features.map((_feature, index) => ({
    number: index + 1,
    plotId: String(101 + index),
    geometry: [[square(1 + 5 * index, 1, 4)]],
    attributes: {},
  }))
  const ofPlots = { trialId, version: 1, crs: JSON.stringify(CRS) }
  const bounds = JSON.stringify(PLACED_RASTER.bounds)
  const made = { authorId: owner.id, createdAt }
  await db
    .insertInto('trialPlots')
    .values({ ...ofPlots, ...made, count: 2, bounds, sha256: '0'.repeat(64), bytes: 0 })
    .execute()
  await db
    .insertInto('plots')
    .values(
      plots.map(({ geometry, attributes, ...plot }, place) => ({
        ...plot,
        trialId,
        version: 1,
        place,
        attributes: JSON.stringify(attributes),
        geometry: JSON.stringify(geometry),
        lonLat: null,
      })),
    )
    .execute()
  const settings = JSON.stringify({ bufferMetres: 0, mask: { method: 'exgr' } })
  await insertWork(server, { id: measurementId, kind: measureTrialJob.name, state: 'FAILED' })
  await db
    .insertInto('measurements')
    .values({ id: measurementId, trialId, plotsVersion: 1, settings, softwareVersion: 'Skyfurrow traits 1', ...made })
    .execute()
  return { trialId, trialFlightId, measurementId }
}

type Flight = { id: string; trialId: string; takenOn: string; createdAt: Date }

/** A flight with one photo, whose file may be gone. */
export async function insertFlight(
  db: Database,
  flight: Flight,
  { fileId = null }: { fileId?: string | null } = {},
): Promise<void> {
  await db.insertInto('trialFlights').values(flight).execute()
  await db.insertInto('flightLayers').values({ flightId: flight.id, kind: 'rgb', fileId, name: 'field.tif' }).execute()
}
