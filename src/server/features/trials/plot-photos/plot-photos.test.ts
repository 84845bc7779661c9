import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import type { CameraFile } from '#imagery/plot-photos/camera-file.ts'
import { selectFlights } from '#server/features/trials/flights/layers.ts'
import { mainMapOf, mapsOfFlights } from '#server/features/trials/flights/maps-of-customer.ts'
import { hashOfMap } from '#server/features/trials/shifts/hash-of-map.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff } from '#server/testing/server/measured-trials.ts'
import { createTestEngine, product } from '#server/testing/server/test-engine.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { EXAMPLE_PLOTS, inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

/** Straight down from 20 m above the middle of the field, 2.5 cm to a pixel; the second one sees its right side only. */
const [WIDTH, HEIGHT, PIXEL] = [800, 600, 0.025]
const CAMERAS: CameraFile = {
  says: '',
  epsg: 32_615,
  origin: [300_000, 4_900_000],
  cameras: [{ width: WIDTH, height: HEIGHT, lens: { focal: 800, x: 400, y: 300, k1: 0, k2: 0, p1: 0, p2: 0 } }],
  photos: [
    { name: 'flight/DJI_0002.JPG', camera: 0, rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1], centre: [16.5, 6, 320] },
    { name: 'flight/DJI_0001.JPG', camera: 0, rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1], centre: [7, 6, 320] },
  ],
  ground: { west: 0, north: 12, cell: 7, width: 2, height: 2, heights: [300, 300, 300, 300] },
}

/** Redder to the east, greener to the north. */
function photoFrom(x: number, y: number): Promise<Buffer> {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const east = x + ((at % WIDTH) + 0.5 - WIDTH / 2) * PIXEL
    const north = y - (Math.floor(at / WIDTH) + 0.5 - HEIGHT / 2) * PIXEL
    rgb.set([Math.round(Math.max(0, east * 15)), Math.round(Math.max(0, north * 15)), 40], at * 3)
  }
  return sharp(rgb, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

let server: TestServer
let staff: TestUser
let owner: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  owner = await createUser(server)
})
afterAll(() => server.close())

type Person = Pick<TestUser, 'token'>
const ofPlot = (trialFlightId: string, plotId: string) => ({ trialFlightId, plotId })
const listOf = ({ token }: Person, query: ReturnType<typeof ofPlot>) => server.call('listPlotPhotos', { token, query })
const pictureOf = async ({ token }: Person, query: ReturnType<typeof ofPlot> & { photo: string }) => {
  const url = `${server.url}${pathOf(api.getPlotPhoto)}?${new URLSearchParams(query).toString()}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes, said: response.ok ? '' : bytes.toString() }
}

/** A map of two photos that our engine made, and two plots and one outside. */
async function trialOfPhotos(products: (map: Buffer) => ReturnType<typeof product>[]) {
  const map = fieldTiff({ pixel: 0.02, width: 700, height: 600, bands: 3, photometric: 2, valueAt: () => 90 })
  server.deps.engines.preview = createTestEngine(async ({ keep }) => {
    for (const one of products(map)) await keep(one)
  })
  const archive = makeZip([
    { name: 'flight/DJI_0001.JPG', content: await photoFrom(7, 6) },
    { name: 'flight\\DJI_0002.JPG', content: await photoFrom(16.5, 6) },
  ])
  const content = Buffer.from(archive)
  const { analysisRequestId } = await submitArchive(server, owner, {
    content,
    start: { totalChunks: Math.ceil(content.length / 65_536) },
  })
  const { token } = staff
  const started = await server.call('startRun', { token, body: { analysisRequestId, engine: 'preview' } })
  const { runId } = started.body.data
  await vi.waitFor(
    async () => {
      const { body } = await server.call('listRuns', { token, query: { analysisRequestId } })
      expect(body.data[0]).toMatchObject({ state: 'DONE', reason: null })
    },
    { timeout: 60_000, interval: 20 },
  )
  await server.call('attachProducts', { token, body: { runId } })
  await server.call('publishReport', { token, body: { analysisRequestId } })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  return { analysisRequestId, ...(await trialOn(analysisRequestId)) }
}

async function trialOn(analysisRequestId: string) {
  const { token } = owner
  const maps = (await server.call('listMaps', { token, query: { analysisRequestId } })).body.data
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'Field 7' } })).body.data
  const added = await server.call('addTrialFlight', {
    token,
    body: { trialId, takenOn: '2026-07-01', orthomosaicMapId: maps[0]?.mapId ?? '' },
  })
  expect([added.status, added.body.message]).toEqual([200, 'Flight added'])
  const geojson = inUtm([...EXAMPLE_PLOTS.features, polygon({ plot_id: '900' }, square(400, 400, 4))])
  const saved = await server.call('savePlots', { token, body: { trialId, geojson } })
  expect(saved.status).toBe(200)
  return { trialId, trialFlightId: added.body.data.trialFlightId }
}

const withCameras = (map: Buffer) => [
  product('orthomosaic.tif', map, 'orthomosaic'),
  product('cameras.json', JSON.stringify(CAMERAS), 'cameras'),
]

test('a plot is shown as each photo of its flight shows it, in its place; to its owner and staff', async () => {
  const { trialFlightId, analysisRequestId } = await trialOfPhotos(withCameras)
  const plot = ofPlot(trialFlightId, '102')
  const { status, body } = await listOf(owner, plot)
  expect(status).toBe(200)
  const { photos, width, height, outline, pixelCm } = body.data
  expect(photos.map(({ name, isWhole, degrees }) => [name, isWhole, Math.round(degrees)])).toEqual([
    ['flight/DJI_0001.JPG', true, 9],
    ['flight/DJI_0002.JPG', false, 24],
  ])
  expect([pixelCm, width * pixelCm, height * pixelCm].map((one) => Number(one.toFixed(1)))).toEqual([2.5, 600, 600])
  expect(outline[0]?.map((point) => point.map((part) => Number(part.toFixed(3))))).toEqual(
    expect.arrayContaining([
      [0.167, 0.833],
      [0.833, 0.167],
    ]),
  )
  const picture = await pictureOf(owner, { ...plot, photo: 'flight/DJI_0001.JPG' })
  expect(picture.status).toBe(200)
  const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([width, height])
  const colourAt = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 2)]
  // 5 m to 11 m east, 6 m to 0 m north.
  for (const [x, y] of [
    [20, 20],
    [120, 120],
    [200, 60],
  ] as const) {
    const [red = 0, green = 0] = colourAt(x, y)
    expect(Math.abs(red - (5 + (x + 0.5) * PIXEL) * 15)).toBeLessThan(4)
    expect(Math.abs(green - (6 - (y + 0.5) * PIXEL) * 15)).toBeLessThan(4)
  }
  const partly = await pictureOf(staff, { ...plot, photo: 'flight/DJI_0002.JPG' })
  expect(partly.status).toBe(200)

  expect((await pictureOf(owner, { ...plot, photo: 'flight/DJI_0003.JPG' })).status).toBe(404)
  expect((await listOf(owner, ofPlot(trialFlightId, '900'))).body.data.photos).toEqual([])
  expect((await listOf(owner, ofPlot(trialFlightId, '103'))).status).toBe(404)
  const stranger = await createUser(server)
  expect((await listOf(stranger, plot)).status).toBe(404)
  expect((await pictureOf(stranger, { ...plot, photo: 'flight/DJI_0001.JPG' })).status).toBe(404)

  const gone = await server.call('deleteSubject', {
    token: owner.token,
    query: { kind: 'archive', id: analysisRequestId },
  })
  expect(gone.status).toBe(200)
  const refused = await listOf(owner, plot)
  const reason = 'The raw images of this flight are not kept any longer, so its photos can’t be shown.'
  expect([refused.status, refused.body.message]).toEqual([409, reason])
  const cut = await pictureOf(owner, { ...plot, photo: 'flight/DJI_0001.JPG' })
  expect([cut.status, cut.said]).toEqual([409, expect.stringContaining(reason)])
})

test('a plot lies where it was measured: moved by the shift of its flight, unless its map has changed since', async () => {
  const { trialFlightId } = await trialOfPhotos(withCameras)
  const { db, now } = server.deps
  const plot = ofPlot(trialFlightId, '102')
  const degreesOf = async () => Number((await listOf(owner, plot)).body.data.photos[0]?.degrees.toFixed(1))
  // Its middle lies 1 m east and 3 m south of the first photo, which is 20 m high.
  expect(await degreesOf()).toBe(9)
  const flight = await selectFlights(db).where('id', '=', trialFlightId).executeTakeFirstOrThrow()
  const flightMap = hashOfMap(mainMapOf(flight, await mapsOfFlights(db, [flight]))) ?? ''
  const shift = { eastMetres: 1, northMetres: 0, flightMap, authorId: owner.id, appliedAt: now() }
  await db
    .insertInto('appliedShifts')
    .values({ flightId: trialFlightId, ...shift })
    .execute()
  expect(await degreesOf()).toBe(10.2)
  await db.updateTable('appliedShifts').set({ flightMap: 'another' }).where('flightId', '=', trialFlightId).execute()
  const { status, body } = await listOf(owner, plot)
  expect([status, body.message]).toEqual([409, expect.stringContaining('was measured before its map changed')])
})

test('of a draft, staff see the photos, and its customer does not', async () => {
  const { trialFlightId, analysisRequestId } = await trialOfPhotos(withCameras)
  const drafts = server.deps.db.updateTable('files').set({ publishedAt: null })
  await drafts.where('analysisId', '=', analysisRequestId).execute()
  const plot = ofPlot(trialFlightId, '102')
  expect((await listOf(staff, plot)).status).toBe(200)
  const { status, body } = await listOf(owner, plot)
  expect([status, body.message]).toEqual([409, expect.stringContaining('is a draft')])
  expect((await pictureOf(owner, { ...plot, photo: 'flight/DJI_0001.JPG' })).status).toBe(409)
})

test('without the places of the photos it is said what to do', async () => {
  const { trialFlightId } = await trialOfPhotos((map) => [product('orthomosaic.tif', map, 'orthomosaic')])
  const { status, body } = await listOf(owner, ofPlot(trialFlightId, '101'))
  expect([status, body.message]).toEqual([409, expect.stringContaining('made once more from the raw images')])

  const { analysisRequestId: id } = await submitArchive(server, owner)
  const content = fieldTiff({ pixel: 0.02, width: 700, height: 600, bands: 3, photometric: 2, valueAt: () => 90 })
  await attachReportFile(server, staff, { id, fileName: 'other.tif', content })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const other = await trialOn(id)
  const elsewhere = await listOf(owner, ofPlot(other.trialFlightId, '101'))
  expect([elsewhere.status, elsewhere.body.message]).toEqual([409, expect.stringContaining('made elsewhere')])
})
