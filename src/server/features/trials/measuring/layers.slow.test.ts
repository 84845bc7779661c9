import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { addMap } from '#server/testing/server/uploads.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let customer: TestUser
const maps: Record<'rgb' | 'multispectral' | 'dsm' | 'ground' | 'otherRgb', string> = {
  rgb: '',
  multispectral: '',
  dsm: '',
  ground: '',
  otherRgb: '',
}
beforeAll(async () => {
  server = await openTestServer()
  customer = await createUser(server)
  for (const [name, content] of Object.entries(FILES))
    maps[name as keyof typeof maps] = await addMap(server, customer, { content, fileName: `${name}.tif` })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { token } = customer
  await server.call('describeMap', { token, body: { mapId: maps.multispectral, standsForOne: 10_000 } })
})
afterAll(() => server.close())

const SIZE = { width: 140, height: 120, pixel: 0.1 }
const isPlant = (x: number, y: number) => Math.floor(x / 5) % 2 === 0 && Math.floor(y / 5) % 2 === 0
const photoOf = (plant: number[]) =>
  fieldTiff({
    ...SIZE,
    bands: 3,
    photometric: 2,
    valueAt: (x, y, band) => (isPlant(x, y) ? plant : [120, 100, 80])[band] ?? 0,
  })
const heights = (plant: number) =>
  fieldTiff({
    ...SIZE,
    bands: 1,
    sampleType: 'float32',
    valueAt: (x, y) => 350 + x / 1000 + (isPlant(x, y) ? plant : 0),
  })
const NAMES = ['Blue', 'Green', 'Red', 'RedEdge', 'NIR']
const LEAF = [300, 800, 500, 2000, 4000]
const FILES = {
  rgb: photoOf([60, 120, 40]),
  otherRgb: photoOf([80, 120, 40]),
  multispectral: fieldTiff({
    ...SIZE,
    width: 70,
    height: 60,
    pixel: 0.2,
    bands: 5,
    sampleType: 'uint16',
    valueAt: (x, y, band) => (isPlant(x * 2, y * 2) ? LEAF : [900, 1000, 1200, 1300, 1500])[band] ?? 0,
    metadata: `<GDALMetadata>${NAMES.map(
      (name, sample) => `<Item name="DESCRIPTION" sample="${sample}" role="description">${name}</Item>`,
    ).join('')}</GDALMetadata>`,
  }),
  dsm: heights(0.8),
  ground: heights(0),
}
const PLOTS = inUtm([polygon({ plot_id: 'P1' }, square(1, 1, 4)), polygon({ plot_id: 'P2' }, square(7, 1, 4))])

type Layers = BodyIn<'addTrialFlights'>['flights'][number]['layers']

async function trialWith(layers: Layers) {
  const { token } = customer
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'Layers' } })).body.data
  await server.call('savePlots', { token, body: { trialId, geojson: PLOTS } })
  const added = await server.call('addTrialFlight', { token, body: { trialId, takenOn: '2026-07-01', layers } })
  if (added.status !== 200) throw new Error(added.body.message)
  return { trialId, flight: added.body.data }
}

async function measure(trialId: string, mask: 'exg' | 'ndvi' = 'exg') {
  const { token } = customer
  const body = { trialId, bufferMetres: 0, mask: { method: mask } }
  const started = await server.call('startMeasurement', { token, body })
  if (started.status !== 200) throw new Error(started.body.message)
  await waitForJobs(server, 'measure-trial')
  const { measurementId } = started.body.data
  const { body: table } = await server.call('getTraitTable', { token, query: { measurementId } })
  const rows = table.data.filter(({ plot_id: plot, scope }) => plot === 'P1' && scope === 'veg')
  const valueOf = (trait: string, stat = 'mean') => rows.find((row) => row.trait === trait && row.stat === stat)?.value
  return { measurementId, rows, valueOf }
}

test('a day with a photo and a map of five bands has the traits of both, each from its own map', async () => {
  const { trialId, flight } = await trialWith([
    { mapId: maps.multispectral, kind: 'multispectral' },
    { mapId: maps.rgb, kind: 'rgb' },
  ])
  expect(flight.layers.map(({ kind, fileName }) => [kind, fileName])).toEqual([
    ['rgb', 'rgb.tif'],
    ['multispectral', 'multispectral.tif'],
  ])
  expect(flight.orthomosaic.fileName).toBe('rgb.tif')
  const { measurementId, rows, valueOf } = await measure(trialId)
  // (120 - 60) / (120 + 60) of the photo; the other map would give (800 - 500) / (800 + 500).
  expect(valueOf('NGRDI')).toBeCloseTo(1 / 3, 5)
  expect(valueOf('NDVI')).toBeCloseTo(3500 / 4500, 5)
  const gsdOf = (trait: string) => rows.find((row) => row.trait === trait)?.gsd_cm
  expect([gsdOf('NGRDI'), gsdOf('NDVI')]).toEqual([expect.closeTo(10, 1), expect.closeTo(20, 1)])
  const layerOf = async (trait: string) => {
    const query = { measurementId, flightId: flight.trialFlightId, trait, stat: 'mean', scope: 'veg' } as const
    return (await server.call('getTraitValues', { token: customer.token, query })).body.data.layer
  }
  expect([await layerOf('NGRDI'), await layerOf('NDVI')]).toEqual(['rgb', 'multispectral'])
  // A mask that only one of them allows is made of that one.
  const other = await measure(trialId, 'ndvi')
  expect(other.valueOf('NDVI')).toBeCloseTo(3500 / 4500, 5)
  expect(other.valueOf('NGRDI')).toBeCloseTo(300 / 1300, 5)
})

const reasons = (all: { trait: string; reason: string }[]) =>
  all.map(({ trait, reason }) => `${trait}: ${reason}`).toSorted()

test('the plan says before what measuring does: each trait on its map, what not and why, and how long it takes', async () => {
  const { trialId } = await trialWith([
    { mapId: maps.rgb, kind: 'rgb' },
    { mapId: maps.multispectral, kind: 'multispectral' },
    { mapId: maps.dsm, kind: 'elevation' },
  ])
  const { token } = customer
  const plan = async (mask: 'exg' | 'ndvi' | 'none') => {
    const { body } = await server.call('planMeasurement', { token, query: { trialId, mask } })
    const [flight] = body.data.flights
    if (!flight) throw new Error('The flight is not in the plan')
    return { flight, seconds: body.data.seconds }
  }
  for (const mask of ['exg', 'ndvi'] as const) {
    const { flight, seconds } = await plan(mask)
    const { measurementId } = await measure(trialId, mask)
    const { body } = await server.call('getMeasurement', { token, query: { measurementId } })
    const planned = flight.layers.flatMap(({ traits }) => traits.map(({ trait }) => trait))
    expect(planned.toSorted()).toEqual([...new Set(body.data.measured.map(({ trait }) => trait))].toSorted())
    expect(reasons(flight.unavailable)).toEqual(reasons(body.data.unavailable))
    expect(seconds).toBeGreaterThan(0)
  }
  expect((await plan('exg')).flight.layers.map(({ kind }) => kind)).toEqual(['rgb', 'multispectral', 'elevation'])
  // The mask is made of the map that allows it, which is then the first that is measured.
  expect((await plan('ndvi')).flight.layers.map(({ kind }) => kind)).toEqual(['multispectral', 'elevation'])
})

/** Changes what was measured, so that it shows where it is taken over. */
async function markValues(flightId: string): Promise<void> {
  const { db } = server.deps
  await db.updateTable('flightValues').set({ unit: 'taken over' }).where('flightId', '=', flightId).execute()
}

const unitsOf = async (measurementId: string, flightId?: string) => {
  const traits = server.deps.db.selectFrom('measuredTraits').select(['trait', 'unit', 'flightId'])
  const all = await traits.where('measurementId', '=', measurementId).orderBy('trait').execute()
  const rows = all.filter((row) => flightId === undefined || row.flightId === flightId)
  const taken = rows.filter(({ unit }) => unit === 'taken over').map(({ trait }) => trait)
  return { taken, measured: rows.map(({ trait }) => trait).filter((trait) => !taken.includes(trait)) }
}

test('another date moves no value; elevation that is added is measured alone, as it would be at once', async () => {
  const rgb = { mapId: maps.rgb, kind: 'rgb' } as const
  const withHeights = [rgb, { mapId: maps.dsm, kind: 'elevation' }, { mapId: maps.ground, kind: 'bareGround' }] as const
  const { trialId, flight } = await trialWith([rgb])
  await measure(trialId)
  await markValues(flight.trialFlightId)
  const change = async (body: Omit<BodyIn<'changeTrialFlight'>, 'flightId'>) => {
    const { token } = customer
    const { body: changed } = await server.call('changeTrialFlight', {
      token,
      body: { flightId: flight.trialFlightId, ...body },
    })
    return changed.data
  }
  expect(await change({ takenOn: '2026-07-02', takenAt: '10:30' })).toMatchObject({
    takenOn: '2026-07-02',
    takenAt: '10:30',
    measureAgain: [],
  })
  const moved = await measure(trialId)
  expect((await unitsOf(moved.measurementId)).measured).toEqual([])
  expect(await change({ layers: [...withHeights] })).toMatchObject({
    measureAgain: ['canopyHeight', 'canopyHeightUncalibrated', 'hullHeight', 'canopyVolume'],
    elevation: { fileName: 'dsm.tif' },
  })
  const added = await measure(trialId)
  const { taken, measured } = await unitsOf(added.measurementId)
  expect(measured).toEqual(['canopyHeight', 'canopyHeightUncalibrated', 'canopyVolume', 'hullHeight'])
  expect(taken).toContain('NGRDI')
  const atOnce = await measure((await trialWith([...withHeights])).trialId)
  const heightsIn = ({ rows }: typeof added) =>
    rows
      .filter(({ trait }) => measured.includes(trait))
      .map(({ trait, stat, value, flags, n_px, z0_source, soil_calibration }) => {
        return { trait, stat, value, flags, n_px, z0_source, soil_calibration }
      })
  expect(added.valueOf('canopyHeight', 'p95')).toBeCloseTo(0.8, 2)
  expect(heightsIn(added)).toEqual(heightsIn(atOnce))
  expect(await change({ layers: [{ mapId: maps.otherRgb, kind: 'rgb' }] })).toMatchObject({
    measureAgain: expect.arrayContaining(['NGRDI', 'canopyCover']),
  })
  expect((await measure(trialId)).valueOf('NGRDI')).toBeCloseTo(0.2, 5)
})

test('the bare ground of a trial serves its flights, those that come later too; a flight may have another one', async () => {
  const { token } = customer
  const surface = [
    { mapId: maps.rgb, kind: 'rgb' },
    { mapId: maps.dsm, kind: 'elevation' },
  ] as const
  const { trialId, flight } = await trialWith([...surface])
  await measure(trialId)
  await markValues(flight.trialFlightId)
  const setGround = async (mapId: string | null) => {
    const { status, body } = await server.call('changeTrial', { token, body: { trialId, bareGroundMapId: mapId } })
    return status === 200 ? 'saved' : body.message
  }
  expect(await setGround(maps.rgb)).toMatch(/^rgb.tif is no elevation map/)
  const stranger = await createUser(server)
  const content = FILES.ground
  expect(await setGround(await addMap(server, stranger, { content, fileName: 'theirs.tif' }))).toBe(
    'Choose a map of this customer',
  )
  expect(await setGround(maps.ground)).toBe('saved')
  const ground = await server.call('getTrial', { token, query: { trialId } })
  expect(ground.body.data.bareGround).toEqual({ mapId: maps.ground, fileName: 'ground.tif', takenOn: null })
  const later = { trialId, takenOn: '2026-07-08', layers: [...surface] }
  const added = await server.call('addTrialFlight', { token, body: later })
  expect(added.body.data.layers.map(({ kind, isOfTrial }) => [kind, isOfTrial])).toEqual([
    ['rgb', false],
    ['elevation', false],
    ['bareGround', true],
  ])
  const measured = await measure(trialId)
  const ofFirst = (await unitsOf(measured.measurementId, flight.trialFlightId)).measured
  expect(ofFirst).toEqual(['canopyHeight', 'canopyHeightUncalibrated', 'canopyVolume', 'hullHeight'])
  const sources = measured.rows.filter(({ trait }) => trait === 'canopyHeight').map(({ z0_source: source }) => source)
  expect(new Set(sources)).toEqual(new Set(['ground']))
  // The ground is the elevation of that day itself.
  const ofGround = [
    { mapId: maps.rgb, kind: 'rgb' },
    { mapId: maps.ground, kind: 'elevation' },
  ] as const
  const bare = await server.call('addTrialFlight', {
    token,
    body: { trialId, takenOn: '2026-05-01', layers: [...ofGround] },
  })
  expect(bare.body.data.layers.map(({ kind }) => kind)).toEqual(['rgb', 'elevation'])
  await server.deps.db.deleteFrom('files').where('id', '=', maps.ground).execute()
  const left = await server.call('getTrial', { token, query: { trialId } })
  expect(left.body.data.bareGround).toEqual({ mapId: null, fileName: 'ground.tif', takenOn: null })
  expect(await setGround(null)).toBe('saved')
})
