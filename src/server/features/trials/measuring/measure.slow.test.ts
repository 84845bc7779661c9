import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { flightsOf } from '../queries.ts'

let server: TestServer
let customer: TestUser
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

const [PLANTS, SOIL] = [
  [60, 120, 60],
  [120, 100, 80],
]

/** 14 m by 12 m with pixels of 20 cm: plants in the western half, soil in the eastern one. */
const halves = Buffer.from(
  makeTiff({
    width: 70,
    height: 60,
    bands: 3,
    photometric: 2,
    tile: 32,
    compression: 'deflate',
    valueAt: (x, _y, band) => (x < 35 ? PLANTS : SOIL)?.[band] ?? 0,
    scale: [0.2, 0.2, 0],
    tiepoint: [0, 0, 0, 300_000, 4_900_012, 0],
    keys: { 1024: 1, 1025: 1, 3072: 32_615 },
  }),
)

const PLOTS = inUtm([
  polygon({ plot_id: 'plants', genotype: 'MN0095' }, square(1.2, 1.2, 4)),
  polygon({ plot_id: 'soil' }, square(8, 1.2, 4)),
  polygon({ plot_id: 'half' }, square(5, 6, 4)),
  polygon({ plot_id: 'cut' }, square(12, 6, 4)),
])

async function makeTrial(): Promise<string> {
  const { token } = customer
  const { analysisRequestId: id } = await submitArchive(server, customer)
  await attachReportFile(server, staff, { id, fileName: 'field.tif', content: halves })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body: maps } = await server.call('listMaps', { token, query: { analysisRequestId: id } })
  const about = { name: 'Field 7', plantingDate: '2026-05-10' }
  const { trialId } = (await server.call('createTrial', { token, body: about })).body.data
  const flight = { trialId, takenOn: '2026-07-01', orthomosaicMapId: maps.data[0]?.mapId ?? '' }
  await server.call('addTrialFlight', { token, body: flight })
  await server.call('savePlots', { token, body: { trialId, geojson: PLOTS } })
  return trialId
}

type Settings = Omit<BodyIn<'startMeasurement'>, 'trialId'>
const PLAIN: Settings = { bufferMetres: 0, mask: { method: 'exg' } }

async function measure(trialId: string, settings: Settings = PLAIN) {
  const { token } = customer
  const { measurementId } = (await server.call('startMeasurement', { token, body: { trialId, ...settings } })).body.data
  await waitForJobs(server, 'measure-trial')
  const { data } = (await server.call('getMeasurement', { token, query: { measurementId } })).body
  return { measurementId, state: data.state, reason: data.reason }
}

const tableOf = async (measurementId: string, filter: object = {}) => {
  const query = { measurementId, stat: 'mean' as const, scope: 'all' as const, ...filter }
  return (await server.call('getTraitTable', { token: customer.token, query })).body.data
}

test('plots of known colours have the values that a calculator gives', async () => {
  const { measurementId, state, reason } = await measure(await makeTrial())
  expect([state, reason]).toEqual(['DONE', null])
  const [plants, soil] = [(120 - 60) / (120 + 60), (100 - 120) / (100 + 120)]
  const rows = await tableOf(measurementId, { trait: 'NGRDI' })
  expect(
    rows.map(({ plot_id: plot, value, n_px: pixels, valid_frac: valid, flags }) => [plot, value, pixels, valid, flags]),
  ).toEqual([
    ['plants', expect.closeTo(plants, 9), expect.closeTo(400, 6), expect.closeTo(1, 9), ''],
    ['soil', expect.closeTo(soil, 9), expect.closeTo(400, 6), expect.closeTo(1, 9), ''],
    ['half', expect.closeTo((plants + soil) / 2, 9), expect.closeTo(400, 6), expect.closeTo(1, 9), ''],
    [
      'cut',
      expect.closeTo(soil, 9),
      expect.closeTo(200, 6),
      expect.closeTo(0.5, 9),
      expect.stringMatching(/^PARTIAL_DATA\|EDGE_OF_MOSAIC/),
    ],
  ])
  expect(rows[0]).toMatchObject({ dap: 52, genotype: 'MN0095', mask_method: 'exg', mask_threshold: 0.1, unit: '1' })
  const { token } = customer
  const { measured } = (await server.call('getMeasurement', { token, query: { measurementId } })).body.data
  const [flightId = ''] = measured.find(({ trait }) => trait === 'NGRDI')?.flightIds ?? []
  expect(measured).toContainEqual({
    trait: 'canopyCover',
    name: 'Canopy cover',
    formula: null,
    note: null,
    unit: '%',
    stats: ['mean'],
    scopes: ['all'],
    flightIds: [flightId],
  })
  const query = { measurementId, flightId, trait: 'NGRDI', stat: 'mean' as const, scope: 'all' as const }
  const { data } = (await server.call('getTraitValues', { token, query })).body
  expect(data).toMatchObject({
    values: rows.map(({ value }) => value),
    pixels: rows.map(({ n_px: pixels }) => pixels),
    flags: [[], [], [], expect.arrayContaining(['PARTIAL_DATA', 'EDGE_OF_MOSAIC'])],
    maskMethod: 'exg',
    maskThreshold: 0.1,
  })
  const other = await server.call('getTraitValues', { token, query: { ...query, trait: 'NDVI' } })
  expect(other.status).toBe(404)
  const cover = await tableOf(measurementId, { trait: 'canopyCover' })
  expect(cover.map(({ value }) => value)).toEqual([100, 0, expect.closeTo(50, 6), 0])
  const [, , half] = await tableOf(measurementId, { trait: 'NGRDI', scope: 'veg' })
  expect(half?.value).toBeCloseTo(plants, 9)
})

test('own formulas are measured like other traits, and values keep the formula they were computed with', async () => {
  const { token } = customer
  const trialId = await makeTrial()
  const lean = { trialId, trait: 'Lean', name: 'Leaning', unit: 'dn' }
  const saved = await server.call('saveFormula', { token, body: { ...lean, formula: '2 * G - R' } })
  const { formulaId } = saved.body.data
  await server.call('saveFormula', { token, body: { trialId, trait: 'Far', name: 'Far', formula: 'NIR / R' } })
  const before = await measure(trialId, { ...PLAIN, traits: ['Lean', 'Far', 'GLI'] })
  const studied = { token, query: { studyDbId: trialId } }
  const variablesBefore = (await server.call('brapiVariables', studied)).body.result.data
  await server.call('saveFormula', { token, body: { ...lean, formulaId, formula: 'G / (R - R)' } })
  const after = await measure(trialId, { ...PLAIN, traits: ['Lean', 'Far', 'GLI'] })
  const measuredOf = async (measurementId: string) =>
    (await server.call('getMeasurement', { token, query: { measurementId } })).body.data
  expect((await tableOf(before.measurementId, { trait: 'Lean' })).map(({ value, unit }) => [value, unit])).toEqual([
    [180, 'dn'],
    [80, 'dn'],
    [130, 'dn'],
    [80, 'dn'],
  ])
  expect((await tableOf(after.measurementId, { trait: 'Lean' })).map(({ value }) => value)).toEqual(Array(4).fill(null))
  const first = await measuredOf(before.measurementId)
  expect(first.measured.find(({ trait }) => trait === 'Lean')).toMatchObject({ name: 'Leaning', formula: '2 * G - R' })
  expect(first.unavailable).toMatchObject([
    { trait: 'Far', name: 'Far', reason: expect.stringContaining('near infrared') },
  ])
  const second = await measuredOf(after.measurementId)
  expect(second.measured.find(({ trait }) => trait === 'Lean')).toMatchObject({ formula: 'G / (R - R)' })
  const variables = (await server.call('brapiVariables', studied)).body.result.data
  const leanOf = (all: typeof variables) => all.find(({ observationVariableName: name }) => name === 'Lean_mean')
  expect(leanOf(variablesBefore)).toMatchObject({ trait: { traitName: 'Leaning' }, method: { formula: '2 * G - R' } })
  expect(leanOf(variables)?.observationVariableDbId).not.toBe(leanOf(variablesBefore)?.observationVariableDbId)
  const everywhere = (await server.call('brapiVariables', { token })).body.result.data
  expect(leanOf(everywhere)).toEqual(leanOf(variables))
  const ofLean = { token, query: { observationVariableDbId: leanOf(variables)?.observationVariableDbId ?? '' } }
  expect((await server.call('brapiVariables', ofLean)).body.result.data).toEqual([leanOf(variables)])
  const query = { studyDbId: trialId, observationVariableDbId: leanOf(variables)?.observationVariableDbId ?? '' }
  expect((await server.call('brapiObservations', { token, query })).body.result.data).toHaveLength(4)
  const unknown = { trialId, ...PLAIN, traits: ['Leaner'] }
  expect((await server.call('startMeasurement', { token, body: unknown })).body.message).toBe(
    'There is no trait Leaner',
  )
})

test('a buffer takes off a margin on all sides', async () => {
  const { measurementId } = await measure(await makeTrial(), { ...PLAIN, bufferMetres: 1, traits: ['GLI'] })
  const [plot] = await tableOf(measurementId)
  expect(plot).toMatchObject({ trait: 'GLI', buffer_m: 1, n_px: expect.closeTo(100, 6), flags: 'LOW_PIXELS' })
})

test('without a mask there is no cover, and no values of vegetation', async () => {
  const settings: Settings = { bufferMetres: 0, mask: { method: 'none' } }
  const { measurementId } = await measure(await makeTrial(), settings)
  expect(await tableOf(measurementId, { trait: 'canopyCover' })).toEqual([])
  expect(await tableOf(measurementId, { trait: 'NGRDI', scope: 'veg' })).toEqual([])
  expect(await tableOf(measurementId, { trait: 'NDVI' })).toEqual([])
  expect(await tableOf(measurementId, { trait: 'NGRDI' })).toHaveLength(4)
})

test('the original file that is gone from the store fails the measurement in plain words', async () => {
  const trialId = await makeTrial()
  const { db, storage } = server.deps
  const [flight] = await flightsOf(db, trialId)
  const file = db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', flight?.layers[0]?.fileId ?? '')
  const { storageKey: key } = await file.executeTakeFirstOrThrow()
  await storage.remove({ key })
  const { measurementId, state, reason } = await measure(trialId)
  expect(state).toBe('FAILED')
  expect(reason).toContain('field.tif')
  expect(
    await db.selectFrom('measuredFlights').select('inputs').where('measurementId', '=', measurementId).execute(),
  ).toEqual([])
})

test('Otsu finds the threshold of a flight, and says how far soil and plants are apart', async () => {
  const { measurementId } = await measure(await makeTrial(), {
    ...PLAIN,
    mask: { method: 'otsu' },
    traits: ['canopyCover'],
  })
  const [plot] = await tableOf(measurementId)
  expect(plot).toMatchObject({ value: 100, mask_method: 'otsu', eta: expect.closeTo(1, 3), flags: expect.any(String) })
  expect(plot?.mask_threshold).toBeGreaterThan(0.02)
})
