import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { flightPhotosOf } from '#imagery/flights/flight-photos.ts'
import { makeFlight } from '#imagery/flights/testing/make-flight.ts'
import { packPhotos, unpackPhotos } from '#server/compute/photos/packed-photos.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { photoAt } from '#server/testing/server/flights.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
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

async function submitted(content: Buffer) {
  const { analysisRequestId } = await submitArchive(server, customer, { content })
  for (const job of ['check-file', 'describe-flight']) await waitForJobs(server, job)
  return analysisRequestId
}
const photosOf = async (analysisRequestId: string, { token }: TestUser = customer) =>
  (await server.call('listFlightPhotos', { token, query: { analysisRequestId } })).body.data

test('each photo of an archive is a row, read or not', async () => {
  const whole = photoAt({ place: 1, height: 40 })
  const archive = makeZip([
    whole,
    { name: 'torn.jpg', content: whole.content.slice(0, -2) },
    { name: 'empty.jpg', content: new Uint8Array(10) },
  ])
  const id = await submitted(Buffer.from(archive))
  const photos = await photosOf(id)
  expect(photos.map(({ name, state }) => `${name}: ${state}`)).toEqual([
    'empty.jpg: unreadable',
    'DJI_0001.JPG: read',
    'torn.jpg: damaged',
  ])
  expect(photos[1]).toEqual({
    name: 'DJI_0001.JPG',
    takenAt: '2026-06-23T10:00:01',
    lon: 10.5,
    lat: expect.closeTo(51.5 + 7.5 / 110_574, 7),
    altitude: null,
    heightMetres: 40,
    yaw: null,
    pitch: -90,
    roll: null,
    camera: 'DJI FC6310S',
    band: null,
    exposureSeconds: null,
    iso: null,
    rtkFlag: null,
    sharpness: null,
    brightness: null,
    state: 'read',
  })
  expect(photos[0]).toMatchObject({ takenAt: null, lon: null, camera: null })
  expect(await photosOf(id, staff)).toEqual(photos)
})

test('photos come as CSV, too, and no name is a formula', async () => {
  const id = await submitted(Buffer.from(makeZip([{ ...photoAt({ place: 1, height: 40 }), name: '=1+1.JPG' }])))
  const answer = await server.inject({
    method: 'GET',
    url: `/api/flights/photos?analysisRequestId=${id}&format=csv`,
    headers: { authorization: `Bearer ${customer.token}` },
  })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, row] = answer.body.split('\r\n')
  expect(head).toBe(
    '\uFEFFname,taken_at,lon,lat,altitude_m,height_m,yaw,pitch,roll,camera,band,exposure_s,iso,rtk_flag,sharpness,brightness,state',
  )
  expect(row).toMatch(/^'=1\+1\.JPG,2026-06-23T10:00:01,10\.5,51\.5\d+,,40,,-90,,DJI FC6310S,,,,,,,read$/)
})

test('an archive without a word has no photos', async () => {
  expect(await photosOf(await submitted(Buffer.from('no archive')))).toEqual([])
})

test('a receiver without satellites gives no place, and a camera without a name is none', () => {
  const [photo] = flightPhotosOf(
    makeFlight(() => ({ position: { lon: 0, lat: 0 }, make: null, model: null }), { lines: 1, shots: 1 }),
  )
  expect(photo).toMatchObject({ lon: null, lat: null, altitude: null, camera: null })
})

test('20,000 photos take less than two megabytes, and come in batches', async () => {
  const photos = flightPhotosOf(makeFlight(() => ({}), { lines: 100, shots: 200 }))
  const packed = packPhotos(photos)
  expect(packed.length).toBeLessThan(2_000_000)
  const batches = []
  for await (const batch of unpackPhotos(packed)) batches.push(batch)
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(500)
  expect(batches.flat()).toEqual(photos)
  const none = []
  for await (const batch of unpackPhotos(packPhotos([]))) none.push(...batch)
  expect(none).toEqual([])
})
