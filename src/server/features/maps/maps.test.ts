import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MapItem } from '#contract/maps.ts'
import { hours } from '#domain/units.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { reportEmailsTo, waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { derivedKeys } from '../files/derived.ts'
import { isStored } from '../files/store-derived.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

const SIZE = { width: 700, height: 600 }
const meadow = (background = '#5fa657') =>
  sharp({ create: { ...SIZE, channels: 3, background } })
    .tiff()
    .toBuffer()
/** Pixels of 2 cm near Lamberton, Minnesota. */
const WORLD_FILE = '0.02\n0\n0\n-0.02\n300000.01\n4900011.99\n'
const UTM_15_NORTH =
  'PROJCS["WGS 84 / UTM zone 15N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-93],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32615"]]'

const prepared = async () => {
  await waitForJobs(server, 'check-file')
  await waitForJobs(server, 'prepare-map')
}

const attach = async (id: string, files: Record<string, Buffer | string>) => {
  for (const [fileName, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const totalChunks = Math.ceil(content.length / 65_536)
    await attachReportFile(server, staff, { id, fileName, content, totalChunks, publish: 'false' })
  }
  await prepared()
}

const mapsOf = async (id: string, person: TestUser = staff) => {
  const { body } = await server.call('listMaps', { token: person.token, query: { analysisRequestId: id } })
  return body.data
}

async function report(files: Record<string, Buffer | string>) {
  const { analysisRequestId: id } = await submitArchive(server, customer)
  await attach(id, files)
  return { id, maps: await mapsOf(id) }
}

const describeMap = (map: MapItem | undefined, changes: object, { token } = staff) =>
  server.call('describeMap', { token, body: { mapId: map?.mapId ?? '', ...changes } })

const read = async (url: string | null | undefined, range = 'bytes=0-15') => fetch(url ?? '', { headers: { range } })

describe('a file of a report as a map', () => {
  test('a GeoTIFF gets what it says, a cloud-optimised copy, and pictures', async () => {
    const { id, maps } = await report({
      'Field 7.tfw': WORLD_FILE,
      'Field 7.prj': UTM_15_NORTH,
      'Field 7.tif': await meadow(),
    })
    const map = maps.find(({ fileName }) => fileName === 'Field 7.tif')
    expect(map).toMatchObject({
      state: 'READY',
      reason: null,
      ...SIZE,
      kind: 'orthomosaic',
      bands: ['red', 'green', 'blue'],
      epsg: 32615,
      nodata: null,
    })
    expect(map?.gsdCm).toBeCloseTo(2, 2)
    const [west = 0, south = 0, east = 0, north = 0] = map?.bounds ?? []
    expect([west, south, east, north].map((degree) => degree.toFixed(2))).toEqual([
      '-95.50',
      '44.23',
      '-95.50',
      '44.23',
    ])
    const head = await read(map?.url)
    expect(head.status).toBe(206)
    expect(head.headers.get('cache-control')).toMatch(/^private, max-age=\d+/)
    // A BigTIFF, which the original is not.
    expect(Buffer.from(await head.arrayBuffer()).toString('hex')).toMatch(/^49492b00/)
    expect(head.headers.get('content-range')).toBe(`bytes 0-15/${map?.bytes}`)
    const { body } = await server.call('getReport', { token: staff.token, query: { analysisRequestId: id } })
    const file = body.data?.files.find(({ fileName }) => fileName === 'Field 7.tif')
    expect(file).toMatchObject({ pixels: SIZE, isChecking: false })
    const picture = await sharp(await (await fetch(file?.thumbnailUrl ?? '')).arrayBuffer()).metadata()
    expect(picture).toMatchObject({ format: 'webp', width: 320 })
  })

  test('files that say where it lies may come after it', async () => {
    const { id, maps } = await report({ 'a.tif': await meadow() })
    expect(maps[0]).toMatchObject({ state: 'READY', epsg: null, bounds: null, gsdCm: null })
    await attach(id, { 'a.tfw': WORLD_FILE, 'a.prj': UTM_15_NORTH })
    expect((await mapsOf(id))[0]).toMatchObject({ state: 'READY', epsg: 32615 })
  })

  test('a .prj file in the words of Esri, without a code, says where it lies', async () => {
    const prj =
      'PROJCS["Israel_TM_Grid",GEOGCS["GCS_Israel",DATUM["D_Israel",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",219529.584],PARAMETER["False_Northing",626907.39],PARAMETER["Central_Meridian",35.2045169444444],PARAMETER["Scale_Factor",1.0000067],PARAMETER["Latitude_Of_Origin",31.7343936111111],UNIT["Meter",1.0]]'
    const tfw = '0.02\n0\n0\n-0.02\n219529.6\n626907.4\n'
    const { maps } = await report({ 'field.tif': await meadow(), 'field.tfw': tfw, 'field.prj': prj })
    expect(maps[0]).toMatchObject({ epsg: 2039, reason: null })
    // `gdaltransform -s_srs EPSG:2039 -t_srs EPSG:4326` of the upper left corner.
    expect(maps[0]?.bounds?.[0]).toBeCloseTo(35.205214, 4)
    expect(maps[0]?.bounds?.[3]).toBeCloseTo(31.734763, 4)
  })

  test('what is no map says what it is, and what is broken says why', async () => {
    const whole = await meadow()
    const { maps } = await report({
      'plots.csv': 'plot,height',
      'named.tif': 'no picture at all',
      'cut off.tif': whole.subarray(0, Math.floor(whole.length / 2)),
    })
    expect(maps.map(({ fileName, state, reason }) => [fileName, state, reason])).toEqual([
      ['plots.csv', 'NOT_A_MAP', 'This is a table, not a map.'],
      ['named.tif', 'NOT_A_MAP', expect.stringContaining('not a')],
      ['cut off.tif', 'FAILED', expect.stringContaining('damaged or was cut off')],
    ])
    expect(maps.every(({ url }) => url === null)).toBe(true)
  })

  test('is shown to its customer once it is published, and to no other', async () => {
    const { id } = await report({ 'a.tif': await meadow() })
    const stranger = await createUser(server)
    expect(await mapsOf(id, customer)).toEqual([])
    await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
    expect(await mapsOf(id, customer)).toMatchObject([{ fileName: 'a.tif', state: 'READY' }])
    const query = { analysisRequestId: id }
    expect((await server.call('listMaps', { token: stranger.token, query })).status).toBe(404)
  })

  test('its picture comes with the email of the report', async () => {
    const reader = await createUser(server)
    const { analysisRequestId: id } = await submitArchive(server, reader)
    await attach(id, { 'a.tif': await meadow(), 'b.csv': 'plot' })
    await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
    const [email] = await reportEmailsTo(server, reader.email)
    const message = await server.deps.emailFolder?.read(email?.id ?? '')
    expect(message).toContain('Content-Type: image/jpeg; name=a.tif.jpg')
    expect(message).not.toContain('b.csv.jpg')
    const { body } = await server.call('listMyAnalyses', { token: reader.token })
    const thumbnails = body.data[0]?.mapThumbnails ?? []
    expect(thumbnails).toHaveLength(1)
    expect((await fetch(thumbnails[0] ?? '')).headers.get('content-type')).toBe('image/webp')
  })
})

describe('what people state of a map', () => {
  test('three bands without names are assumed to be red, green and blue until their customer says otherwise', async () => {
    const three = makeTiff({ width: 40, height: 30, bands: 3, sampleType: 'uint16', valueAt: (x) => 100 * x })
    const { id, maps } = await report({ 'three.tif': Buffer.from(three) })
    const [map] = maps
    expect(map).toMatchObject({ bands: ['red', 'green', 'blue'], areBandsAssumed: true })
    const changes = { bands: ['nir', 'red', 'green'], standsForOne: 10_000 }
    // A draft.
    expect((await describeMap(map, changes, customer)).status).toBe(404)
    await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
    expect((await describeMap(map, changes, await createUser(server))).status).toBe(404)
    const { body } = await describeMap(map, changes, customer)
    expect(body.data).toMatchObject({ ...changes, areBandsAssumed: false, reflectance: true, runId: null })
    expect(body.data.scalings).toEqual([
      [0.0001, 0],
      [0.0001, 0],
      [0.0001, 0],
    ])
    expect(body.data.ranges?.[0]?.[1]).toBeCloseTo((map?.ranges?.[0]?.[1] ?? 0) / 10_000, 9)
    const back = await describeMap(map, { standsForOne: null }, customer)
    expect(back.body.data).toMatchObject({ standsForOne: null, scalings: [null, null, null], reflectance: true })
    expect((await describeMap(map, { reflectance: false, standsForOne: 1 }, customer)).status).toBe(409)
    expect((await describeMap(map, { standsForOne: 0 }, customer)).status).toBe(400)
  })

  test('a map whose plants look red carries a warning until someone says that a band is near infrared', async () => {
    const files = { 'converted.tif': await meadow('#a56e96'), 'red soil.tif': await meadow('#a06446') }
    const { maps } = await report(files)
    const warned = maps.map(({ fileName, looksNearInfrared }) => [fileName, looksNearInfrared] as const)
    expect(new Map(warned)).toEqual(
      new Map([
        ['converted.tif', true],
        ['red soil.tif', false],
      ]),
    )
    const map = maps.find(({ fileName }) => fileName === 'converted.tif')
    const asThey = await describeMap(map, { bands: ['red', 'green', 'blue'] })
    expect(asThey.body.data.looksNearInfrared).toBe(true)
    expect((await describeMap(map, { bands: ['nir', 'green', 'blue'] })).body.data.looksNearInfrared).toBe(false)
  })

  test('wins over what the file says, and is recorded', async () => {
    const { id, maps } = await report({ 'ortho 2026-06-30.tif': await meadow(), 'ortho 2026-06-30.tfw': WORLD_FILE })
    const [map] = maps
    expect(map).toMatchObject({ takenOn: '2026-06-30', epsg: null, bounds: null })
    const changes = { takenOn: '2026-06-29', epsg: 32615, bands: ['nir', 'red', 'green'], reflectance: true }
    const { body } = await describeMap(map, changes)
    expect(body.data).toMatchObject({ ...changes, kind: 'orthomosaic', crs: { epsg: 32615, metresPerUnit: 1 } })
    expect(body.data.gsdCm).toBeCloseTo(2, 2)
    await describeMap(map, { kind: 'other' })
    expect((await mapsOf(id))[0]).toMatchObject({ ...changes, kind: 'other' })
    const query = { subject: `analysis:${id}` }
    const log = await server.call('listActivity', { token: staff.token, query })
    expect(log.body.data.filter(({ action }) => action === 'map.described')).toHaveLength(2)
  })

  test('is refused when it does not fit', async () => {
    const [map] = (await report({ 'a.tif': await meadow() })).maps
    expect((await describeMap(map, { bands: ['red'] })).body.message).toBe('This map has 3 bands, not 1')
    expect((await describeMap(map, { epsg: 5701 })).status).toBe(409)
    const [table] = (await report({ 'a.csv': 'plot' })).maps
    expect((await describeMap(table, { takenOn: '2026-06-29' })).status).toBe(409)
  })
})

const removeFile = async (id: string) => {
  const { body } = await server.call('getReport', { token: staff.token, query: { analysisRequestId: id } })
  const query = { analysisRequestId: id, storedName: body.data?.files[0]?.storedName ?? '' }
  await server.call('removeReportFile', { token: staff.token, query })
  await waitForJobs(server, 'remove-object')
}

const keysOf = (content: Buffer) => derivedKeys(createHash('sha256').update(content).digest('hex'))

const storedOf = async (content: Buffer) => {
  const keys = keysOf(content)
  const there = await Promise.all(keys.map((key) => isStored(server.deps.storage, key)))
  return keys.filter((_, index) => there[index])
}

describe('the copy of a map', () => {
  test('is made again when it was thrown away', async () => {
    const content = await meadow('#2b8c5a')
    const { id } = await report({ 'a.tif': content })
    for (const key of keysOf(content)) await server.deps.storage.remove({ key })
    expect(await mapsOf(id)).toMatchObject([{ state: 'PREPARING', url: null }])
    await prepared()
    const [map] = await mapsOf(id)
    expect(map?.state).toBe('READY')
    expect((await read(map?.url)).status).toBe(206)
  })

  test('of a file from before there were maps is made when somebody looks', async () => {
    const { id } = await report({ 'a.tif': await meadow() })
    await server.deps.db.deleteFrom('maps').execute()
    expect(await mapsOf(id)).toMatchObject([{ state: 'PREPARING' }])
    await prepared()
    expect(await mapsOf(id)).toMatchObject([{ state: 'READY' }])
  })

  test('is deleted with the last file of its content', async () => {
    const content = await meadow('#0b4f5c')
    const [first, second] = [await report({ 'a.tif': content }), await report({ 'b.tif': content })]
    expect(await storedOf(content)).toHaveLength(4)
    await removeFile(first.id)
    expect(await storedOf(content)).toHaveLength(4)
    await removeFile(second.id)
    expect(await storedOf(content)).toHaveLength(0)
  })
})

test('the link of a map grants its copy only, unchanged, for an hour', async () => {
  const { maps } = await report({ 'a.tif': await meadow('#c9c873') })
  const url = maps[0]?.url ?? ''
  expect((await read(url)).status).toBe(206)
  expect((await read(url.replace('fileName=map.tif', 'fileName=other.tif'))).status).toBe(403)
  expect((await read(url.replace('/map-', '/other-'))).status).toBe(403)
  server.advance(hours(1) + 1)
  expect((await read(url)).status).toBe(403)
})
