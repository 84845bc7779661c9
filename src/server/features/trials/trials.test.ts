import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { EXAMPLE_PLOTS } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { removeTrial } from './remove-trial.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

type Field = { x?: number; bands?: number; epsg?: number; metadata?: string; colour?: readonly number[] }

/** A GeoTIFF of 14 m by 12 m near Lamberton, Minnesota, with pixels of 20 cm. */
const field = ({ x = 300_000, bands = 3, epsg = 32615, metadata = '', colour = [40, 100, 160] }: Field = {}): Buffer =>
  Buffer.from(
    makeTiff({
      width: 70,
      height: 60,
      bands,
      sampleType: bands === 1 ? 'float32' : 'uint8',
      photometric: bands === 1 ? 1 : 2,
      valueAt: (column, _row, band) => (bands === 1 ? 340 + column / 100 : (colour[band] ?? 0) + column),
      scale: [0.2, 0.2, 0],
      metadata,
      tiepoint: [0, 0, 0, x, 4_900_012, 0],
      ...(epsg > 0 && { keys: { 1024: 1, 1025: 1, 3072: epsg } }),
    }),
  )

/** Attaches files to a report of a customer, and returns the ids of its maps. */
async function mapsOf(files: Record<string, Buffer>, { of = customer, publish = true } = {}): Promise<string[]> {
  const { analysisRequestId: id } = await submitArchive(server, of)
  for (const [fileName, content] of Object.entries(files))
    await attachReportFile(server, staff, { id, fileName, content, publish: 'false' })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  if (publish) await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
  const { body } = await server.call('listMaps', { token: staff.token, query: { analysisRequestId: id } })
  return body.data.map(({ mapId }) => mapId)
}

/** A map that is attached to a report after its publication. */
async function draftBesidePublished(): Promise<string> {
  const { analysisRequestId: id } = await submitArchive(server, customer)
  await attachReportFile(server, staff, { id, fileName: 'first.tif', content: field() })
  await attachReportFile(server, staff, { id, fileName: 'later.tif', content: field(), publish: 'false' })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body } = await server.call('listMaps', { token: staff.token, query: { analysisRequestId: id } })
  return body.data.find(({ fileName }) => fileName === 'later.tif')?.mapId ?? ''
}

async function makeTrial(about: object = {}, person: TestUser = customer): Promise<string> {
  const { body } = await server.call('createTrial', { token: person.token, body: { name: 'Field 7', ...about } })
  return body.data.trialId
}

const addFlight = (trialId: string, maps: object, { takenOn = '2026-07-01', person = customer } = {}) =>
  server.call('addTrialFlight', {
    token: person.token,
    body: { trialId, takenOn, orthomosaicMapId: '', ...maps },
  })

const trialOf = async (trialId: string, person: TestUser = customer) =>
  (await server.call('getTrial', { token: person.token, query: { trialId } })).body.data

const actionsOf = async (trialId: string) => {
  const query = { subject: `trial:${trialId}` }
  const { body } = await server.call('listActivity', { token: staff.token, query })
  return body.data.map(({ action }) => action).toReversed()
}

describe('a trial', () => {
  test('belongs to its customer, also when staff make it, and both change it', async () => {
    const trialId = await makeTrial({ userId: customer.id, projectType: 'Soybean Trial' }, staff)
    expect(await trialOf(trialId)).toMatchObject({ name: 'Field 7', userId: customer.id, projectType: 'Soybean_Trial' })
    const change = (person: TestUser, what: object) =>
      server.call('changeTrial', { token: person.token, body: { trialId, ...what } })
    expect((await change(customer, { crop: 'Soybean', plantingDate: '2026-05-10' })).status).toBe(200)
    expect((await change(staff, { name: 'Field 8', projectType: null })).status).toBe(200)
    const expected = { name: 'Field 8', crop: 'Soybean', plantingDate: '2026-05-10', projectType: null }
    expect(await trialOf(trialId)).toMatchObject(expected)
    expect(await actionsOf(trialId)).toEqual(['trial.created', 'trial.changed', 'trial.changed'])
    const { body } = await server.call('listActivity', { token: staff.token, query: { subject: `trial:${trialId}` } })
    expect(body.data[0]?.about).toBe('Field 8 of Test Person')
  })

  test('is listed for its customer and for staff, newest first', async () => {
    const person = await createUser(server)
    const [first, second] = [await makeTrial({}, person), await makeTrial({ name: 'Field 9' }, person)]
    const listed = async (token: string, query: object) =>
      (await server.call('listTrials', { token, query })).body.data.map(({ trialId }) => trialId)
    expect(await listed(person.token, {})).toEqual([second, first])
    expect(await listed(staff.token, { userId: person.id })).toEqual([second, first])
    expect(await listed(person.token, { userId: customer.id })).toEqual([])
    const page = await server.call('listTrials', { token: person.token, query: { pageSize: '1' } })
    expect(await listed(person.token, { after: page.body.next ?? '' })).toEqual([first])
  })

  test('is made by staff only for a customer, and only in a project of theirs', async () => {
    const make = (body: object) =>
      server.call('createTrial', { token: staff.token, body: { name: 'Field 7', ...body } })
    expect((await make({})).body.errors).toEqual([{ field: 'userId', message: 'Choose the customer of this trial' }])
    expect((await make({ userId: staff.id })).status).toBe(404)
    expect((await make({ userId: customer.id, projectType: 'Vineyard' })).body.message).toContain('not assigned')
    const waiting = await createUser(server, { status: 'PENDING' })
    expect((await make({ userId: waiting.id })).body.message).toContain('not approved')
  })

  test('keeps its project, which is taken away from the customer', async () => {
    const person = await createUser(server, { projectTypes: ['Barley'] })
    const trialId = await makeTrial({ projectType: 'Barley' }, person)
    const body = { userId: person.id, status: 1 as const, projectTypes: ['Oats'] }
    expect((await server.call('verifyUser', { token: staff.token, body })).status).toBe(200)
    expect(await trialOf(trialId, staff)).toMatchObject({ projectType: 'Barley', isClosed: false })
    // Who had it reads it; staff change it.
    expect(await trialOf(trialId, person)).toMatchObject({ projectType: 'Barley', isClosed: true })
    const change = ({ token }: TestUser) =>
      server.call('changeTrial', { token, body: { trialId, name: 'Barley, north' } })
    const refused = await change(person)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('no longer assigned to you')])
    const query = { trialId }
    expect((await server.call('deleteTrial', { token: person.token, query })).status).toBe(409)
    expect((await change(staff)).status).toBe(200)
    await server.call('verifyUser', { token: staff.token, body: { ...body, projectTypes: ['Barley'] } })
    expect((await change(person)).status).toBe(200)
  })

  test('is removed with all that is in it; its maps stay', async () => {
    const trialId = await makeTrial()
    const [map = ''] = await mapsOf({ 'a.tif': field() })
    await addFlight(trialId, { orthomosaicMapId: map })
    await server.call('savePlots', { token: customer.token, body: { trialId, geojson: EXAMPLE_PLOTS } })
    const { db } = server.deps
    await db.transaction().execute((trx) => removeTrial(trx, server.deps, trialId))
    expect((await server.call('getTrial', { token: customer.token, query: { trialId } })).status).toBe(404)
    expect(await db.selectFrom('trialPlots').select('version').where('trialId', '=', trialId).execute()).toEqual([])
    expect(await db.selectFrom('maps').select('fileId').where('fileId', '=', map).execute()).toHaveLength(1)
  })
})

describe('a flight of a trial', () => {
  test('takes maps of the customer, and counts days from planting', async () => {
    const trialId = await makeTrial({ plantingDate: '2026-05-10' })
    const [orthomosaicMapId, elevationMapId] = await mapsOf({ 'ortho.tif': field(), 'dsm.tif': field({ bands: 1 }) })
    expect((await addFlight(trialId, { orthomosaicMapId, elevationMapId })).body.message).toBe('Flight added')
    expect((await trialOf(trialId)).flights).toMatchObject([
      {
        takenOn: '2026-07-01',
        daysAfterPlanting: 52,
        orthomosaic: { mapId: orthomosaicMapId, fileName: 'ortho.tif', isPublished: true },
        elevation: { mapId: elevationMapId, fileName: 'dsm.tif' },
        bareGround: null,
      },
    ])
  })

  test('a date twice, another place, and maps of another kind are refused with what to do', async () => {
    const trialId = await makeTrial()
    const [ortho = '', dsm = '', far = '', nowhere = '', table = ''] = await mapsOf({
      'ortho.tif': field(),
      'dsm.tif': field({ bands: 1 }),
      'far.tif': field({ x: 310_000 }),
      'nowhere.tif': field({ epsg: 0 }),
      'plots.csv': Buffer.from('plot'),
    })
    const refused = async (maps: object, takenOn = '2026-07-08') => {
      const { status, body } = await addFlight(trialId, maps, { takenOn })
      return `${status} ${body.message}`
    }
    expect((await addFlight(trialId, { orthomosaicMapId: ortho })).status).toBe(200)
    expect(await refused({ orthomosaicMapId: ortho }, '2026-07-01')).toMatch(
      /^409 This trial has a flight on 1 Jul 2026/,
    )
    expect(await refused({ orthomosaicMapId: far })).toMatch(/^409 far.tif lies somewhere else than the other flights/)
    expect(await refused({ orthomosaicMapId: dsm })).toMatch(/^409 dsm.tif is an elevation map/)
    expect(await refused({ orthomosaicMapId: ortho, elevationMapId: ortho })).toMatch(/^409 ortho.tif is no elevation/)
    expect(await refused({ orthomosaicMapId: nowhere })).toMatch(
      /^409 nowhere.tif can't be used. It has no place: .* Then add it again/,
    )
    expect(await refused({ orthomosaicMapId: table })).toMatch(/^409 plots.csv is not a map/)
    expect(await refused({ orthomosaicMapId: ortho }, '2999-01-01')).toMatch(/^409 This date lies in the future/)
    expect((await trialOf(trialId)).flights).toHaveLength(1)
    const planted = await makeTrial()
    await server.call('savePlots', { token: customer.token, body: { trialId: planted, geojson: EXAMPLE_PLOTS } })
    expect((await addFlight(planted, { orthomosaicMapId: far })).body.message).toMatch(
      /^far.tif shows none of the plots/,
    )
  })

  test('takes drafts from staff only, and maps of other customers from nobody', async () => {
    const trialId = await makeTrial()
    const [draft = ''] = await mapsOf({ 'draft.tif': field() }, { publish: false })
    const [foreign = ''] = await mapsOf({ 'foreign.tif': field() }, { of: await createUser(server) })
    const later = await draftBesidePublished()
    expect((await addFlight(trialId, { orthomosaicMapId: draft })).status).toBe(404)
    expect((await addFlight(trialId, { orthomosaicMapId: later })).status).toBe(404)
    expect((await addFlight(trialId, { orthomosaicMapId: foreign })).status).toBe(404)
    expect((await addFlight(trialId, { orthomosaicMapId: foreign }, { person: staff })).status).toBe(404)
    expect((await addFlight(trialId, { orthomosaicMapId: draft }, { person: staff })).status).toBe(200)
    expect((await trialOf(trialId)).flights[0]?.orthomosaic.isPublished).toBe(false)
  })

  test('is removed, and its map that was removed leaves its name', async () => {
    const trialId = await makeTrial()
    const [map = ''] = await mapsOf({ 'a.tif': field() })
    const { body } = await addFlight(trialId, { orthomosaicMapId: map })
    await server.deps.db.deleteFrom('files').where('id', '=', map).execute()
    expect((await trialOf(trialId)).flights[0]?.orthomosaic).toEqual({
      mapId: null,
      analysisRequestId: null,
      fileName: 'a.tif',
      isPublished: false,
      madeBy: null,
      bounds: null,
      looksNearInfrared: false,
    })
    const { trialFlightId } = body.data
    const remove = () => server.call('removeTrialFlight', { token: customer.token, query: { trialFlightId } })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await trialOf(trialId)).flights).toEqual([])
  })

  test('is suggested by its place, unless it is used already', async () => {
    const person = await createUser(server)
    const trialId = await makeTrial({}, person)
    const maps = { 'b 2026-07-08.tif': field(), 'a 2026-07-01.tif': field(), 'far.tif': field({ x: 310_000 }) }
    const [, used = ''] = await mapsOf(maps, { of: person })
    const suggested = async () => {
      const { body } = await server.call('suggestMaps', { token: person.token, query: { trialId } })
      return body.data.map(({ fileName, takenOn }) => `${fileName}, ${takenOn}`)
    }
    expect(await suggested()).toEqual(['far.tif, null', 'a 2026-07-01.tif, 2026-07-01', 'b 2026-07-08.tif, 2026-07-08'])
    await addFlight(trialId, { orthomosaicMapId: used }, { person })
    expect(await suggested()).toEqual(['b 2026-07-08.tif, 2026-07-08'])
  })
})

const addAll = (
  trialId: string,
  flights: { takenOn: string; layers: { mapId: string; kind: 'rgb' | 'elevation' }[] }[],
) => server.call('addTrialFlights', { token: customer.token, body: { trialId, flights } })

const change = (body: {
  flightId: string
  takenOn?: string
  layers?: { mapId: string; kind: 'rgb' | 'multispectral' }[]
}) => server.call('changeTrialFlight', { token: customer.token, body })

describe('several flights', () => {
  test('are added by one call', async () => {
    const [first = '', second = '', dsm = ''] = await mapsOf({
      'a.tif': field(),
      'b.tif': field(),
      'b_dsm.tif': field({ bands: 1 }),
    })
    const trialId = await makeTrial()
    const { body } = await addAll(trialId, [
      {
        takenOn: '2026-07-08',
        layers: [
          { mapId: second, kind: 'rgb' },
          { mapId: dsm, kind: 'elevation' },
        ],
      },
      { takenOn: '2026-07-01', layers: [{ mapId: first, kind: 'rgb' }] },
    ])
    expect(body.data.map(({ takenOn, layers }) => [takenOn, layers.length])).toEqual([
      ['2026-07-01', 1],
      ['2026-07-08', 2],
    ])
    expect((await trialOf(trialId)).flights).toEqual(body.data)
    expect(await actionsOf(trialId)).toEqual(['trial.created', 'trial.flight-added', 'trial.flight-added'])
  })

  test('are all refused when one is, each with its date and reason', async () => {
    const [photo = '', dsm = ''] = await mapsOf({ 'a.tif': field(), 'a_dsm.tif': field({ bands: 1 }) })
    const trialId = await makeTrial()
    const refused = await addAll(trialId, [
      { takenOn: '2026-07-01', layers: [{ mapId: photo, kind: 'rgb' }] },
      { takenOn: '2026-07-01', layers: [{ mapId: photo, kind: 'rgb' }] },
      { takenOn: '2026-07-02', layers: [{ mapId: dsm, kind: 'rgb' }] },
      { takenOn: '2026-07-03', layers: [{ mapId: dsm, kind: 'elevation' }] },
    ])
    expect(refused.status).toBe(409)
    expect(refused.body.errors).toEqual([
      { field: 'flights.1', message: expect.stringContaining('a flight on 1 Jul 2026 already') },
      { field: 'flights.2', message: expect.stringContaining('a_dsm.tif is an elevation map') },
      { field: 'flights.3', message: expect.stringContaining('A flight needs a photo') },
    ])
    expect((await trialOf(trialId)).flights).toEqual([])
  })
})

describe('a flight that is edited', () => {
  test('keeps what is not sent, and is refused another flight its day or a map twice', async () => {
    const [first = '', second = ''] = await mapsOf({ 'a.tif': field(), 'b.tif': field() })
    const trialId = await makeTrial()
    const added = (await addFlight(trialId, { orthomosaicMapId: first })).body.data
    await addFlight(trialId, { orthomosaicMapId: second }, { takenOn: '2026-07-08' })
    const flightId = added.trialFlightId
    expect((await change({ flightId, takenOn: '2026-07-08' })).body.message).toContain('already')
    expect((await change({ flightId, takenOn: '2999-01-01' })).status).toBe(409)
    const twice = [
      { mapId: first, kind: 'rgb' as const },
      { mapId: first, kind: 'multispectral' as const },
    ]
    expect((await change({ flightId, layers: twice })).body.message).toContain('chosen twice')
    const { measureAgain, ...changed } = (await change({ flightId, takenOn: '2026-07-02' })).body.data
    expect([measureAgain, changed]).toEqual([[], { ...added, takenOn: '2026-07-02', moment: '2026-07-02' }])
    expect((await actionsOf(trialId)).at(-1)).toBe('trial.flight-changed')
  })
})

describe('the elevation of a flight', () => {
  test('may be the bare ground of others, and not its own', async () => {
    const person = await createUser(server)
    const trialId = await makeTrial({}, person)
    const copy = field({ bands: 1, x: 300_001 })
    const files = {
      'a.tif': field(),
      'a dsm.tif': field({ bands: 1 }),
      'b.tif': field({ x: 300_001 }),
      'b dsm.tif': copy,
      'copy dsm.tif': copy,
    }
    const [a = '', first = '', b = '', second = '', again = ''] = await mapsOf(files, { of: person })
    await addFlight(trialId, { orthomosaicMapId: a, elevationMapId: first, takenOn: '2026-06-01' }, { person })
    const { body } = await server.call('suggestMaps', { token: person.token, query: { trialId } })
    const offered = body.data.map(({ fileName, isElevationOfFlight }) => [fileName, isElevationOfFlight] as const)
    expect(offered.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual([
      ['a dsm.tif', true],
      ['b dsm.tif', false],
      ['b.tif', false],
      ['copy dsm.tif', false],
    ])
    const later = { orthomosaicMapId: b, elevationMapId: second, takenOn: '2026-07-01' }
    for (const bareGroundMapId of [second, again]) {
      const refused = await addFlight(trialId, { ...later, bareGroundMapId }, { person })
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        409,
        expect.stringContaining(
          'is the elevation of this flight itself, so all plants would be 0 m high. Choose the elevation of a flight before',
        ),
      ])
    }
    expect((await addFlight(trialId, { ...later, bareGroundMapId: first }, { person })).status).toBe(200)
  })

  test('whose plants look red says so where its traits are chosen', async () => {
    const person = await createUser(server)
    const trialId = await makeTrial({}, person)
    const [a = '', red = ''] = await mapsOf(
      { 'a.tif': field(), 'red.tif': field({ colour: [150, 90, 130] }) },
      { of: person },
    )
    await addFlight(trialId, { orthomosaicMapId: a, takenOn: '2026-06-01' }, { person })
    await addFlight(trialId, { orthomosaicMapId: red, takenOn: '2026-07-01' }, { person })
    const { body } = await server.call('getTrial', { token: person.token, query: { trialId } })
    const warned = body.data.flights.map(
      ({ takenOn, orthomosaic }) => [takenOn, orthomosaic.looksNearInfrared] as const,
    )
    expect(new Map(warned)).toEqual(
      new Map([
        ['2026-06-01', false],
        ['2026-07-01', true],
      ]),
    )
  })

  test.each([
    ['NOT_GOOD_FOR', 'plant heights'],
    ['ACCURACY', 'preview, GPS accuracy'],
  ])('is refused and not offered where the map says %s: %s', async (name, value) => {
    const person = await createUser(server)
    const trialId = await makeTrial({}, person)
    const metadata = `<GDALMetadata><Item name="${name}">${value}</Item></GDALMetadata>`
    const files = { 'a.tif': field(), 'dsm.tif': field({ bands: 1, metadata }), 'ground dsm.tif': field({ bands: 1 }) }
    const [a = '', preview = '', ground = ''] = await mapsOf(files, { of: person })
    const { body } = await server.call('suggestMaps', { token: person.token, query: { trialId } })
    expect(body.data.map(({ fileName }) => fileName).toSorted()).toEqual(['a.tif', 'ground dsm.tif'])
    const flight = { orthomosaicMapId: a, takenOn: '2026-06-01' }
    for (const maps of [{ elevationMapId: preview }, { elevationMapId: ground, bareGroundMapId: preview }]) {
      const refused = await addFlight(trialId, { ...flight, ...maps }, { person })
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        409,
        expect.stringContaining('dsm.tif says that it has no plant heights'),
      ])
    }
  })

  test.each([
    ['by its metadata', 'ground dsm.tif', '<Item name="NOT_GOOD_FOR">plant tops</Item>'],
    ['by its band', 'ground dsm.tif', '<Item name="DESCRIPTION" sample="0" role="description">DTM</Item>'],
    ['by its name', 'Feld-DGM.tif', ''],
  ])('of the ground without plants, %s, may be bare ground only', async (_, name, item) => {
    const person = await createUser(server)
    const trialId = await makeTrial({}, person)
    const terrain = field({ bands: 1, metadata: `<GDALMetadata>${item}</GDALMetadata>` })
    const files = { 'a.tif': field(), 'dsm.tif': field({ bands: 1, x: 300_001 }), [name]: terrain }
    const [a = '', surface = '', ground = ''] = await mapsOf(files, { of: person })
    const { body } = await server.call('suggestMaps', { token: person.token, query: { trialId } })
    const offered = body.data.map(({ mapId, isOnlyGround }) => [mapId, isOnlyGround] as const)
    expect(new Map(offered)).toEqual(
      new Map([
        [a, false],
        [surface, false],
        [ground, true],
      ]),
    )
    const flight = { orthomosaicMapId: a, takenOn: '2026-06-01' }
    const refused = await addFlight(trialId, { ...flight, elevationMapId: ground }, { person })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining(`${name} is a terrain model`),
    ])
    const both = { ...flight, elevationMapId: surface, bareGroundMapId: ground }
    expect((await addFlight(trialId, both, { person })).status).toBe(200)
  })
})
