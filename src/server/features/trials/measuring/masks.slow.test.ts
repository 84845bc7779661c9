import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
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

const SIZE = { width: 70, height: 60, pixel: 0.2 }
const COLOURS = {
  plants: [60, 120, 60],
  soil: [120, 100, 80],
}
/** Blue, green, red, red edge and near infrared. */
const REFLECTANCE = {
  plants: [0.03, 0.08, 0.04, 0.2, 0.4],
  soil: [0.1, 0.14, 0.18, 0.2, 0.24],
}
/** Plants in the western half, and one lonely pixel of plants in every fifth row and column of the eastern one. */
const coverAt = (x: number, y: number) => (x < 35 || (x % 5 === 0 && y % 5 === 0) ? 'plants' : 'soil')

const photo = {
  fileName: 'photo.tif',
  content: fieldTiff({
    ...SIZE,
    bands: 3,
    photometric: 2,
    valueAt: (x, y, band) => COLOURS[coverAt(x, y)][band] ?? 0,
  }),
}
const fiveBands = {
  fileName: 'five-bands.tif',
  content: fieldTiff({
    ...SIZE,
    bands: 5,
    sampleType: 'float32',
    valueAt: (x, y, band) => REFLECTANCE[coverAt(x, y)][band] ?? 0,
  }),
  bands: ['blue', 'green', 'red', 'redEdge', 'nir'] as const,
}
const PLOTS = inUtm([
  polygon({ plot_id: 'plants' }, square(1, 1, 4)),
  polygon({ plot_id: 'soil' }, square(8, 1, 4)),
  polygon({ plot_id: 'half' }, square(5, 6, 4)),
])

const flightOn = (takenOn: string, { bands, ...map }: typeof photo & { bands?: typeof fiveBands.bands }) => ({
  takenOn,
  orthomosaic: { ...map, ...(bands && { bands: [...bands] }) },
})
const makeTrial = (...flights: ReturnType<typeof flightOn>[]) =>
  trialOnMaps(server, { owner: customer, staff, flights, plots: PLOTS })

type Mask = BodyIn<'startMeasurement'>['mask']
const start = (trialId: string, mask: Mask) =>
  server.call('startMeasurement', {
    token: customer.token,
    body: { trialId, bufferMetres: 0, mask, traits: ['canopyCover'] },
  })

async function coverOf(trialId: string, mask: Mask) {
  const { measurementId } = (await start(trialId, mask)).body.data
  await waitForJobs(server, 'measure-trial')
  const { data } = (await server.call('getTraitTable', { token: customer.token, query: { measurementId } })).body
  return { measurementId, rows: data, cover: data.map(({ value }) => value) }
}

test('NDVI and OSAVI tell plants from soil on maps of reflectance, from their usual threshold or another one', async () => {
  const { trialId } = await makeTrial(flightOn('2026-07-01', fiveBands))
  const { rows, cover } = await coverOf(trialId, { method: 'ndvi' })
  expect(cover).toEqual([100, expect.closeTo(4, 6), expect.closeTo(52, 6)])
  expect(rows[0]).toMatchObject({ mask_method: 'ndvi', mask_threshold: 0.4, mask_cleaned: false })
  expect((await coverOf(trialId, { method: 'osavi' })).rows[0]).toMatchObject({ value: 100, mask_threshold: 0.3 })
  // The soil has an NDVI of 0.14.
  expect((await coverOf(trialId, { method: 'ndvi', threshold: 0.1 })).cover[1]).toBe(100)
})

test('a trial of photos and maps of reflectance says which flights have no NDVI, and is measured by none', async () => {
  const { trialId } = await makeTrial(flightOn('2026-07-01', photo), flightOn('2026-07-08', fiveBands))
  const { data: trial } = (await server.call('getTrial', { token: customer.token, query: { trialId } })).body
  const reason =
    'It needs near infrared. This map is of red, green and blue. Add a map of a camera that sees near infrared, or ask our team for one.'
  expect(trial.flights.map(({ noMasks }) => noMasks)).toEqual([
    [
      { method: 'ndvi', reason },
      { method: 'osavi', reason },
    ],
    [],
  ])
  const refused = await start(trialId, { method: 'ndvi' })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toEqual([
    {
      field: 'mask',
      message: `The mask “NDVI above a threshold” needs other maps. 1 Jul 2026: ${reason} Choose another mask, or remove these flights.`,
    },
  ])
  expect((await coverOf(trialId, { method: 'exg' })).cover).toHaveLength(6)
})

test('a map whose numbers are those of the camera has no NDVI', async () => {
  const { trialId } = await trialOnMaps(server, {
    owner: customer,
    staff,
    flights: [
      { takenOn: '2026-07-01', orthomosaic: { ...fiveBands, bands: [...fiveBands.bands], reflectance: false } },
    ],
    plots: PLOTS,
  })
  expect((await start(trialId, { method: 'ndvi' })).body.message).toContain('stated to be those of the camera')
})

test('a cleaned mask has no single pixels; it is kept with the values, and not taken for one that was not cleaned', async () => {
  const { trialId } = await makeTrial(flightOn('2026-07-01', photo))
  expect((await coverOf(trialId, { method: 'exg' })).cover).toEqual([100, expect.closeTo(4, 6), expect.closeTo(52, 6)])
  const { rows, cover, measurementId } = await coverOf(trialId, { method: 'exg', isCleaned: true })
  // Of the plot in the middle, those beside plants are not single.
  expect(cover).toEqual([100, 0, expect.closeTo(51, 6)])
  expect(rows[0]).toMatchObject({ mask_method: 'exg', mask_threshold: 0.1, mask_cleaned: true })
  const { data } = (await server.call('getMeasurement', { token: customer.token, query: { measurementId } })).body
  expect(data.mask).toEqual({ method: 'exg', threshold: null, isCleaned: true })
  const url = `${server.url}/api/trials/table?measurementId=${measurementId}&format=report`
  const report = await (await fetch(url, { headers: { authorization: `Bearer ${customer.token}` } })).text()
  expect(report).toContain('excess green above a threshold, without fragments and glare (threshold 0.1)')
})

test('a plot of soil whose neighbour grows into its buffer says so', async () => {
  const plots = inUtm([
    polygon({ plot_id: 'beside' }, square(6.2, 1, 4)),
    polygon({ plot_id: 'apart' }, square(8, 6, 4)),
  ])
  const flights = [flightOn('2026-07-01', photo)]
  const { trialId } = await trialOnMaps(server, { owner: customer, staff, flights, plots })
  const body = { trialId, bufferMetres: 1, mask: { method: 'exg', isCleaned: true } as const, traits: ['canopyCover'] }
  const { measurementId } = (await server.call('startMeasurement', { token: customer.token, body })).body.data
  await waitForJobs(server, 'measure-trial')
  const { data } = (await server.call('getTraitTable', { token: customer.token, query: { measurementId } })).body
  expect(data.map(({ plot_id: plot, value, flags }) => [plot, value, flags])).toEqual([
    ['beside', 0, 'LOW_PIXELS|NEIGHBOUR_BLEED|GSD_COARSE'],
    ['apart', 0, 'LOW_PIXELS|GSD_COARSE'],
  ])
})
