// What people and their files get wrong: each ends in plain words, and nothing is left half-done.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { storedNameOf } from '#domain/file-names.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff, type TestFlight, trialOnMaps } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { runWork, setWork } from '#server/testing/server/work.ts'
import { removeTrial } from '../remove-trial.ts'
import { measureTrial } from './measure-trial.ts'

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
const PLANTS = [60, 120, 60]
const photo = (fileName = 'field.tif') => ({
  fileName,
  content: fieldTiff({ ...SIZE, bands: 3, photometric: 2, valueAt: (_x, _y, band) => PLANTS[band] ?? 0 }),
})
const NGRDI = (120 - 60) / (120 + 60)
const ONE_PLOT = inUtm([polygon({ plot_id: 'good' }, square(1, 1, 4))])

type Flights = readonly TestFlight[]
const makeTrial = (plots: object = ONE_PLOT, flights: Flights = [{ takenOn: '2026-07-01', orthomosaic: photo() }]) =>
  trialOnMaps(server, { owner: customer, staff, flights, plots })

type Settings = Partial<Omit<BodyIn<'startMeasurement'>, 'trialId'>>
const start = (trialId: string, settings: Settings = {}) =>
  server.call('startMeasurement', {
    token: customer.token,
    body: { trialId, bufferMetres: 0, mask: { method: 'exg' }, traits: ['NGRDI'], ...settings },
  })
const stateOf = async (measurementId: string) =>
  (await server.call('getMeasurement', { token: customer.token, query: { measurementId } })).body.data

async function measure(trialId: string, settings: Settings = {}) {
  const { measurementId } = (await start(trialId, settings)).body.data
  await waitForJobs(server, 'measure-trial')
  return stateOf(measurementId)
}
const rowsOf = async (measurementId: string, filter: object = {}) => {
  const query = { measurementId, stat: 'mean' as const, scope: 'all' as const, ...filter }
  return (await server.call('getTraitTable', { token: customer.token, query })).body.data
}
const recorded = (measurementId: string) =>
  server.deps.db.selectFrom('measuredTraits').select('trait').where('measurementId', '=', measurementId).execute()

const lonLat = (x: number, y: number, side = 2e-5) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
]

describe('plots of any shape', () => {
  test('that lie on the other side of the Earth, or at its poles, have no values, and keep none from the others', async () => {
    const plots = {
      type: 'FeatureCollection',
      features: [
        polygon({ plot_id: 'far' }, lonLat(84.5, -44.2)),
        polygon({ plot_id: 'date line' }, lonLat(179.9999, 0)),
        polygon({ plot_id: 'pole' }, lonLat(-95.5, 89.99998)),
        polygon({ plot_id: 'beside' }, lonLat(-95.5, 44.2258)),
        polygon({ plot_id: 'good' }, lonLat(-95.504, 44.2258)),
      ],
    }
    const { trialId } = await makeTrial(plots)
    const { measurementId, state } = await measure(trialId)
    expect(state).toBe('DONE')
    const rows = await rowsOf(measurementId)
    expect(rows.map(({ plot_id: plot, value }) => [plot, value])).toEqual([
      ['far', null],
      ['date line', null],
      ['pole', null],
      ['beside', null],
      ['good', expect.closeTo(NGRDI, 9)],
    ])
    expect(rows[0]?.flags).toContain('PARTIAL_DATA')
  })

  test('smaller than a pixel, with a hole, or in parts are measured by what they cover', async () => {
    const parts = {
      ...polygon({ plot_id: 'parts' }),
      geometry: { type: 'MultiPolygon', coordinates: [[square(1, 1, 1)], [square(3, 1, 2)]] },
    }
    const plots = [
      polygon({ plot_id: 'small' }, square(1.05, 1.05, 0.1)),
      polygon({ plot_id: 'hole' }, square(6, 6, 4), square(7, 7, 2)),
      parts,
    ]
    const { trialId } = await makeTrial(inUtm(plots))
    const { measurementId } = await measure(trialId)
    const rows = await rowsOf(measurementId)
    expect(rows.map(({ plot_id: plot, value, n_px: pixels, flags }) => [plot, value, pixels, flags])).toEqual([
      ['small', expect.closeTo(NGRDI, 9), expect.closeTo(0.25, 6), 'EDGE_OF_MOSAIC|LOW_PIXELS'],
      ['hole', expect.closeTo(NGRDI, 9), expect.closeTo((16 - 4) / 0.04, 6), ''],
      ['parts', expect.closeTo(NGRDI, 9), expect.closeTo((1 + 4) / 0.04, 6), 'EDGE_OF_MOSAIC|LOW_PIXELS'],
    ])
  })

  test('that a buffer takes away have no values; when it takes away all of them, the measurement says so', async () => {
    const plots = [polygon({ plot_id: 'narrow' }, square(1, 1, 1)), polygon({ plot_id: 'wide' }, square(6, 6, 4))]
    const { trialId } = await makeTrial(inUtm(plots))
    const { measurementId } = await measure(trialId, { bufferMetres: 0.6 })
    expect((await rowsOf(measurementId)).map(({ value }) => value)).toEqual([null, expect.closeTo(NGRDI, 9)])
    const none = await measure(trialId, { bufferMetres: 3 })
    expect([none.state, none.reason]).toEqual([
      'FAILED',
      'The flight on 1 Jul 2026: The buffer of 3 m leaves nothing of any plot. Take a smaller one.',
    ])
    expect(await recorded(none.measurementId)).toEqual([])
  })
})

describe('maps with other numbers', () => {
  test('NaN, infinite and huge pixels, also of elevation, are left out', async () => {
    const odd = [Number.NaN, Infinity, -Infinity]
    const reflectance = [0.04, 0.08, 0.06, 0.4]
    const fractions = fieldTiff({
      ...SIZE,
      bands: 4,
      sampleType: 'float32',
      valueAt: (x, y, band) => (x % 7 === 0 ? (odd[y % 3] ?? 0) : (reflectance[band] ?? 0)),
    })
    const heights = fieldTiff({
      ...SIZE,
      sampleType: 'float32',
      valueAt: (x, y) => (y % 7 === 0 ? (odd[x % 3] ?? 0) : 350 + (x < 30 ? 0.5 : 0)),
    })
    const ground = fieldTiff({
      ...SIZE,
      sampleType: 'float32',
      valueAt: (x, y) => ((x + y) % 11 === 0 ? Number.NaN : 350),
    })
    const flight: TestFlight = {
      takenOn: '2026-07-01',
      orthomosaic: {
        fileName: 'bands.tif',
        content: fractions,
        bands: ['blue', 'green', 'red', 'nir'],
        reflectance: true,
      },
      elevation: { fileName: 'field_dsm.tif', content: heights },
      bareGround: { fileName: 'field_ground_dsm.tif', content: ground },
    }
    const { trialId } = await makeTrial(ONE_PLOT, [flight])
    const settings: Settings = { mask: { method: 'ndvi' }, traits: ['NDVI', 'canopyCover', 'canopyHeightUncalibrated'] }
    const { measurementId, state, unavailable } = await measure(trialId, settings)
    expect([state, unavailable]).toEqual(['DONE', []])
    const value = async (trait: string) => (await rowsOf(measurementId, { trait }))[0]
    expect(await value('NDVI')).toMatchObject({ value: expect.closeTo((0.4 - 0.06) / (0.4 + 0.06), 6) })
    expect((await value('NDVI'))?.valid_frac).toBeLessThan(0.95)
    expect(await value('canopyCover')).toMatchObject({ value: 100 })
    expect(await value('canopyHeightUncalibrated')).toMatchObject({ value: expect.closeTo(0.5, 4) })
  })

  test('of three and of five bands in one trial: each flight has what its map allows, and the others are named', async () => {
    const bands = fieldTiff({ ...SIZE, bands: 5, sampleType: 'float32', valueAt: (_x, _y, band) => 0.1 * (band + 1) })
    const five = { fileName: 'five.tif', content: bands, bands: ['blue', 'green', 'red', 'redEdge', 'nir'] as never }
    const flights = [
      { takenOn: '2026-07-01', orthomosaic: photo() },
      { takenOn: '2026-07-08', orthomosaic: five },
    ]
    const { trialId } = await makeTrial(ONE_PLOT, flights)
    const { measurementId, unavailable } = await measure(trialId, { traits: ['NDVI', 'NGRDI'] })
    const rows = await rowsOf(measurementId)
    expect(rows.map(({ trait, date, value }) => [trait, date, value])).toEqual([
      ['NGRDI', '2026-07-01', expect.closeTo(NGRDI, 9)],
      ['NDVI', '2026-07-08', expect.closeTo((0.5 - 0.3) / (0.5 + 0.3), 6)],
      ['NGRDI', '2026-07-08', expect.closeTo((0.2 - 0.3) / (0.2 + 0.3), 6)],
    ])
    expect(unavailable).toMatchObject([{ trait: 'NDVI', dates: ['2026-07-01'] }])
  })
})

describe('the same thing at once', () => {
  test('a measurement that is started twice starts once', async () => {
    const { trialId } = await makeTrial()
    // A measurement that ended before the last one is asked for would let that start.
    const { promise: answered, resolve: goOn } = Promise.withResolvers<void>()
    const { compute } = server.deps
    const run = compute.run.bind(compute)
    const held = vi.spyOn(compute, 'run').mockImplementation((work) => answered.then(() => run(work)))
    const answers = await Promise.all([1, 2, 3].map(() => start(trialId)))
    goOn()
    held.mockRestore()
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain('is being measured already')
    await waitForJobs(server, 'measure-trial')
  })

  test('a date that is added twice is added once', async () => {
    const { trialId, analysisRequestId } = await makeTrial()
    const { token } = customer
    const { data: maps } = (await server.call('listMaps', { token, query: { analysisRequestId } })).body
    const body = { trialId, takenOn: '2026-07-02', orthomosaicMapId: maps[0]?.mapId ?? '' }
    const answers = await Promise.all([1, 2].map(() => server.call('addTrialFlight', { token, body })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain('a flight on 2 Jul 2026 already')
  })
})

async function removeFile(analysisRequestId: string, fileName: string) {
  const { token } = staff
  const { data } = (await server.call('getReport', { token, query: { analysisRequestId } })).body
  const url = data?.reportUrls.find((one) => one.includes(fileName)) ?? ''
  const query = { analysisRequestId, storedName: storedNameOf(url) ?? '' }
  expect((await server.call('removeReportFile', { token, query })).status).toBe(200)
}

describe('what is removed while it is measured', () => {
  let putBack: (() => void) | undefined
  afterEach(() => putBack?.())

  /** Does something once, when the first bytes of a map are read. */
  function atFirstRead(act: () => Promise<unknown>): void {
    const { storage } = server.deps
    const original = storage.read.bind(storage)
    let isDone = false
    putBack = () => Object.assign(storage, { read: original })
    Object.assign(storage, {
      read: async function* (object: Parameters<typeof original>[0]) {
        if (!isDone) {
          isDone = true
          await act()
        }
        yield* original(object)
      },
    })
  }

  test('a trial that is removed leaves nothing', async () => {
    const { trialId } = await makeTrial()
    const { db } = server.deps
    atFirstRead(() => db.transaction().execute((trx) => removeTrial(trx, server.deps, trialId)))
    const { measurementId } = (await start(trialId)).body.data
    await waitForJobs(server, 'measure-trial')
    expect(await recorded(measurementId)).toEqual([])
    const gone = await server.call('getMeasurement', { token: customer.token, query: { measurementId } })
    expect(gone.status).toBe(404)
  })

  test('one that is cancelled stays so, and is measured when it is started again', async () => {
    const { trialId } = await makeTrial()
    atFirstRead(async () => {
      const { token } = customer
      const { data } = (await server.call('getTrial', { token, query: { trialId } })).body
      const body = { measurementId: data.measurements[0]?.measurementId ?? '' }
      expect((await server.call('cancelMeasurement', { token, body })).status).toBe(200)
    })
    const { measurementId } = (await start(trialId)).body.data
    await waitForJobs(server, 'measure-trial')
    expect((await stateOf(measurementId)).state).toBe('CANCELLED')
    expect(await recorded(measurementId)).toEqual([])
    expect((await measure(trialId)).state).toBe('DONE')
  })

  test('a map that is removed before its flight is measured is named, and leaves no values', async () => {
    const flights = ['2026-07-01', '2026-07-08'].map((takenOn) => ({ takenOn, orthomosaic: photo(`${takenOn}.tif`) }))
    const { trialId, analysisRequestId } = await makeTrial(ONE_PLOT, flights)
    atFirstRead(() => removeFile(analysisRequestId, '2026-07-08.tif'))
    const { measurementId, state, reason } = await measure(trialId)
    expect([state, reason]).toEqual([
      'FAILED',
      expect.stringMatching(/^2026-07-08.tif, a map of the flight on 8 Jul 2026, was removed/),
    ])
    const query = { measurementId }
    expect((await server.call('getTraitTable', { token: customer.token, query })).status).toBe(409)
  })

  test('a map whose bytes are removed while it is read is named, and leaves no values', async () => {
    const { trialId, analysisRequestId } = await makeTrial()
    atFirstRead(async () => {
      await removeFile(analysisRequestId, 'field.tif')
      await waitForJobs(server, 'remove-object')
    })
    const { measurementId, state, reason } = await measure(trialId)
    expect([state, reason]).toEqual([
      'FAILED',
      expect.stringMatching(/^field.tif, a map of the flight on 1 Jul 2026, was removed/),
    ])
    expect(await recorded(measurementId)).toEqual([])
  })

  test('a map that is removed afterwards leaves its values; the next measurement says that it is missing', async () => {
    const { trialId, analysisRequestId } = await makeTrial()
    const { measurementId } = await measure(trialId)
    await removeFile(analysisRequestId, 'field.tif')
    expect(await rowsOf(measurementId)).toMatchObject([{ value: expect.closeTo(NGRDI, 9) }])
    expect((await measure(trialId, { bufferMetres: 0.5 })).reason).toMatch(/^field.tif, a map of the flight/)
  })
})

test('a measurement goes on after a crash where it was, and reads no map again that is measured', async () => {
  const flights = ['2026-07-01', '2026-07-08'].map((takenOn) => ({ takenOn, orthomosaic: photo(`${takenOn}.tif`) }))
  const { trialId, flightIds } = await makeTrial(ONE_PLOT, flights)
  const { measurementId } = await measure(trialId)
  const { db, storage } = server.deps
  // As the crash left it: the first flight is recorded, the second one is not.
  await setWork(server, measurementId, 'RUNNING')
  await db
    .deleteFrom('flightValues')
    .where('flightId', '=', flightIds[1] ?? '')
    .execute()
  await db
    .deleteFrom('measuredFlights')
    .where('flightId', '=', flightIds[1] ?? '')
    .execute()
  const files = await db.selectFrom('files').select('storageKey').where('fileName', '=', '2026-07-01.tif').execute()
  for (const { storageKey: key } of files) await storage.remove({ key })
  await runWork(server, { id: measurementId }, (attempt) => measureTrial(server.deps, { measurementId }, attempt))
  expect((await stateOf(measurementId)).state).toBe('DONE')
  expect((await rowsOf(measurementId)).map(({ date, value }) => [date, value])).toEqual(
    ['2026-07-01', '2026-07-08'].map((date) => [date, expect.closeTo(NGRDI, 9)]),
  )
})
