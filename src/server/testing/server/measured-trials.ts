// Trials whose maps are real files, measured by the real worker.
import type { BandRole } from '#domain/maps.ts'
import { makeTiff, type TiffOptions } from '#imagery/testing/make-tiff.ts'
import { waitForJobs } from './emails.ts'
import type { TestServer } from './test-server.ts'
import { attachReportFile, submitArchive } from './uploads.ts'
import type { TestUser } from './users.ts'

/** A map in UTM zone 15N, whose lower left corner is that of `square`. */
export const fieldTiff = ({ pixel, ...tiff }: Omit<TiffOptions, 'scale' | 'tiepoint' | 'keys'> & { pixel: number }) =>
  Buffer.from(
    makeTiff({
      compression: 'deflate',
      tile: 64,
      ...tiff,
      scale: [pixel, pixel, 0],
      tiepoint: [0, 0, 0, 300_000, 4_900_000 + tiff.height * pixel, 0],
      keys: { 1024: 1, 1025: 1, 3072: 32_615 },
    }),
  )

type MapFile = { fileName: string; content: Buffer; bands?: BandRole[]; reflectance?: boolean }
export type TestFlight = {
  takenOn: string
  takenAt?: string
  orthomosaic: MapFile
  elevation?: MapFile
  bareGround?: MapFile
}
type OnMaps = { owner: TestUser; staff: TestUser; flights: readonly TestFlight[]; plots: object }

/** A trial of the owner, with its flights and plots. */
export async function trialOnMaps(server: TestServer, { owner, staff, flights, plots }: OnMaps) {
  const { token } = owner
  const { analysisRequestId: id } = await submitArchive(server, owner)
  const files = flights.flatMap(({ orthomosaic, elevation, bareGround }) =>
    [orthomosaic, elevation, bareGround].filter((file) => file !== undefined),
  )
  for (const { fileName, content } of files) await attachReportFile(server, staff, { id, fileName, content })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body: maps } = await server.call('listMaps', { token, query: { analysisRequestId: id } })
  const mapIdOf = (file: MapFile) => maps.data.find(({ fileName }) => fileName === file.fileName)?.mapId ?? ''
  for (const file of files.filter(({ bands, reflectance }) => bands ?? reflectance !== undefined)) {
    const { bands, reflectance } = file
    const body = { mapId: mapIdOf(file), ...(bands && { bands }), ...(reflectance !== undefined && { reflectance }) }
    await server.call('describeMap', { token: staff.token, body })
  }
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'Field 7' } })).body.data
  const flightIds: string[] = []
  for (const { orthomosaic, elevation, bareGround, ...moment } of flights) {
    const others = {
      ...(elevation && { elevationMapId: mapIdOf(elevation) }),
      ...(bareGround && { bareGroundMapId: mapIdOf(bareGround) }),
    }
    const body = { trialId, ...moment, orthomosaicMapId: mapIdOf(orthomosaic), ...others }
    const added = await server.call('addTrialFlight', { token, body })
    if (added.status !== 200) throw new Error(added.body.message)
    flightIds.push(added.body.data.trialFlightId)
  }
  const saved = await server.call('savePlots', { token, body: { trialId, geojson: plots as never } })
  if (saved.status !== 200) throw new Error(saved.body.message)
  return { trialId, flightIds, analysisRequestId: id }
}
