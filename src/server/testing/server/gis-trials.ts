// A measured trial as programs open it: by addresses, and as files.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitForJobs } from './emails.ts'
import { fieldTiff, trialOnMaps } from './measured-trials.ts'
import { openTestServer } from './test-server.ts'
import { inUtm, polygon, square } from './trials.ts'
import { createStaff, createUser } from './users.ts'

export const PLANT = [60, 120, 60]
export const SOIL = [120, 100, 80]

/** Plants in the western half, soil in the eastern one, each with a plot. */
export const HALF_PLANTS = fieldTiff({
  pixel: 0.2,
  width: 70,
  height: 60,
  bands: 3,
  photometric: 2,
  valueAt: (x, _y, band) => (x < 35 ? PLANT : SOIL)[band] ?? 0,
})
export const COVER = 'canopyCover_pct_mean_2026-07-01'

export async function openGisTrial() {
  const server = await openTestServer()
  const [owner, staff] = [await createUser(server), await createStaff(server)]
  const { token } = owner
  const plots = inUtm([
    polygon({ plot_id: '101', genotype: 'A' }, square(1.2, 1.2, 4)),
    polygon({ plot_id: '102', genotype: 'B' }, square(8, 1.2, 4)),
  ])
  const flights = [{ takenOn: '2026-07-01', orthomosaic: { fileName: 'field_2026-07-01.tif', content: HALF_PLANTS } }]
  const { trialId } = await trialOnMaps(server, { owner, staff, flights, plots })
  const settings = { bufferMetres: 0, mask: { method: 'exg' as const }, traits: ['canopyCover'] }
  const started = await server.call('startMeasurement', { token, body: { trialId, ...settings } })
  const { measurementId } = started.body.data
  await waitForJobs(server, 'measure-trial')
  const made = await server.call('makeToken', { token, body: { name: 'Programs', scopes: ['read'] } })
  const of = { trialId, tokenId: made.body.data.tokenId }
  const { data: addresses } = (await server.call('getTrialAddresses', { token, query: of })).body
  const folder = await mkdtemp(join(tmpdir(), 'programs-'))
  return {
    server,
    owner,
    trialId,
    addresses,
    folder,
    /** Downloads a table as a file. */
    async save(format: 'gpkg' | 'geojson' | 'xlsx' | 'fieldimager' | 'csv', name: string): Promise<string> {
      const url = `${server.url}/api/trials/table?measurementId=${measurementId}&format=${format}`
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(await answer.text())
      const path = join(folder, name)
      await writeFile(path, Buffer.from(await answer.arrayBuffer()))
      return path
    },
    close: async () => {
      await rm(folder, { recursive: true })
      await server.close()
    },
  }
}
