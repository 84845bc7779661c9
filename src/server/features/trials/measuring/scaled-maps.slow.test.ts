import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff, trialOnMaps } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

const NAMES = ['Blue', 'Green', 'Red', 'RedEdge', 'NIR']
const REFLECTANCE = [0.03, 0.08, 0.05, 0.2, 0.4]
const item = (name: string, sample: number, text: string | number) =>
  `<Item name="${name.toUpperCase()}" sample="${sample}" role="${name}">${text}</Item>`

/** 16 bits of five bands, and an alpha of 65535. */
const scaledMap = (
  fileName: string,
  { one, offset, saysScale }: { one: number; offset: number; saysScale: boolean },
) => ({
  fileName,
  content: fieldTiff({
    width: 70,
    height: 60,
    pixel: 0.2,
    bands: 6,
    sampleType: 'uint16',
    extraSamples: [0, 0, 0, 0, 2],
    valueAt: (_x, _y, band) => (band === 5 ? 65_535 : Math.round(((REFLECTANCE[band] ?? 0) - offset) * one)),
    metadata: `<GDALMetadata>${NAMES.flatMap((name, sample) => [
      item('description', sample, name),
      ...(saysScale ? [item('scale', sample, 1 / one), item('offset', sample, offset)] : []),
    ]).join('')}</GDALMetadata>`,
  }),
})

const PLOTS = inUtm([polygon({ plot_id: 'P1' }, square(1, 1, 4))])

async function valuesOn(map: ReturnType<typeof scaledMap>, stated: object) {
  const flights = [{ takenOn: '2026-07-01', orthomosaic: map }]
  const { trialId, analysisRequestId } = await trialOnMaps(server, { owner: customer, staff, flights, plots: PLOTS })
  const { token } = customer
  const listed = await server.call('listMaps', { token, query: { analysisRequestId } })
  const mapId = listed.body.data[0]?.mapId ?? ''
  const described = await server.call('describeMap', { token, body: { mapId, ...stated } })
  const own = { trialId, trait: 'mine', name: 'Mine', formula: 'N - R', unit: '1' }
  const saved = await server.call('saveFormula', { token, body: own })
  if (saved.status !== 200) throw new Error(saved.body.message)
  const traits = ['NDVI', 'EVI', 'SAVI', 'mine']
  const started = await server.call('startMeasurement', {
    token,
    body: { trialId, bufferMetres: 0, mask: { method: 'ndvi' }, traits },
  })
  await waitForJobs(server, 'measure-trial')
  if (started.status !== 200) throw new Error(started.body.message)
  const query = { measurementId: started.body.data.measurementId }
  const { data } = (await server.call('getTraitTable', { token, query })).body
  return {
    map: described.body.data,
    values: Object.fromEntries(
      data.filter(({ stat, scope }) => stat === 'mean' && scope === 'all').map(({ trait, value }) => [trait, value]),
    ),
  }
}

// Of `gdal_translate -unscale`, then of its bands: NDVI 0.7777778, EVI 0.5932203; SAVI 1.5 * 0.35 / 0.95.
const RIGHT = { NDVI: 0.7777778, EVI: 0.5932203, SAVI: 0.5526316, mine: 0.35 }
const near = Object.fromEntries(Object.entries(RIGHT).map(([trait, value]) => [trait, expect.closeTo(value, 4)]))

test('a map of 16 bits with scale and offset has the values that GDAL reads, own formulas too', async () => {
  const { map, values } = await valuesOn(scaledMap('scaled.tif', { one: 10_000, offset: -0.1, saysScale: true }), {
    takenOn: '2026-07-01',
  })
  expect(values).toMatchObject(near)
  expect(map.bands).toEqual(['blue', 'green', 'red', 'redEdge', 'nir', 'alpha'])
  expect(map.scalings?.at(4)).toEqual([0.0001, -0.1])
  expect(map.scalings?.at(5)).toBeNull()
  expect(map.ranges?.at(4)).toEqual([expect.closeTo(0.4, 6), expect.closeTo(0.4, 6)])
})

test.each([32_768, 65_535])('a person states that %d stands for 1', async (one) => {
  const { map, values } = await valuesOn(scaledMap(`${one}.tif`, { one, offset: 0, saysScale: false }), {
    standsForOne: one,
  })
  expect(values).toMatchObject(near)
  expect(map).toMatchObject({ standsForOne: one, reflectance: true })
})
