import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { FLIGHT_MAKER } from '#domain/flights.ts'
import { hours } from '#domain/units.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { flightArchive, photoAt } from '#server/testing/server/flights.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { backfillFiles } from '../files/backfill-files.ts'
import { describeFlightOf } from './describe-flight-of.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

const ARCHIVE = flightArchive({ height: 40 })

async function submitted(content: Buffer, fileName = 'flight.zip') {
  const { analysisRequestId } = await submitArchive(server, customer, { content, start: { fileName } })
  for (const job of ['check-file', 'describe-flight']) await waitForJobs(server, job)
  return analysisRequestId
}
const flightOf = async (analysisRequestId: string, { token }: TestUser) =>
  (await server.call('getFlight', { token, query: { analysisRequestId } })).body.data

test('customer and staff see what the photos of an archive say', async () => {
  const id = await submitted(ARCHIVE)
  const flight = await flightOf(id, customer)
  expect(flight).toMatchObject({
    state: 'READY',
    reason: null,
    photos: 5,
    readable: 5,
    heightMetres: 40,
    heightSource: 'photos',
    sideOverlap: null,
    cameras: [{ name: 'DJI FC6310S', photos: 5 }],
    takenFrom: '2026-06-23T10:00:00',
    takenTo: '2026-06-23T10:00:04',
    bands: [],
    answers: { heightMetres: null, controlPointsEpsg: [] },
  })
  expect(flight.footprintMetres?.width).toBeCloseTo(60, 6)
  expect(flight.footprintMetres?.height).toBeCloseTo(45, 6)
  // 13.2 mm of sensor, 8.8 mm of lens: 60 x 45 m of ground.
  expect(flight.gsdCm).toBeCloseTo(1.5, 6)
  expect(flight.frontOverlap).toBeCloseTo(1 - 7.5 / 45, 2)
  expect(flight.checks.map(({ id: check, severity }) => `${check}: ${severity}`)).toEqual(['few-photos: warn'])
  expect(flight.positions.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((place) => `DJI_000${place}.JPG`))
  expect(await flightOf(id, staff)).toEqual(flight)
})

test('photos of an archive that claims far more than its size are not looked at', async () => {
  const photo = photoAt({ place: 0 })
  const zip = makeZip([photo, { ...photo, name: 'DJI_0002.JPG', from: 0 }])
  const overlapping = await submitted(Buffer.from(zip))
  expect(await flightOf(overlapping, customer)).toMatchObject({
    state: 'UNREADABLE',
    reason: expect.stringContaining('lies on top of itself'),
  })
})

test('what is no ZIP archive, or a damaged one, says nothing, and why', async () => {
  const other = await flightOf(await submitted(Buffer.from('an archive of raw images'), 'flight.7z'), customer)
  expect(other).toMatchObject({
    state: 'UNREADABLE',
    reason: 'Only photos in a ZIP archive, or in a TAR that is not compressed, can be looked at.',
    photos: 0,
  })
  const damaged = Buffer.from(makeZip([photoAt({ place: 0 })], { directoryStart: 7, directoryBytes: 3 }))
  expect(await flightOf(await submitted(damaged), customer)).toMatchObject({
    state: 'UNREADABLE',
    reason: "The archive is damaged, incomplete or one part of several, so its photos can't be looked at.",
    gsdCm: null,
  })
})

test('before anything has looked, the flight waits', async () => {
  const id = await submitted(ARCHIVE)
  await server.deps.db
    .deleteFrom('flights')
    .where('fileId', 'in', (files) => files.selectFrom('files').select('id').where('analysisId', '=', id))
    .execute()
  expect(await flightOf(id, customer)).toMatchObject({ state: 'WAITING', reason: null, photos: 0, heightMetres: null })
})

test('an archive that no version has looked at is looked at in the night, and only once', async () => {
  const id = await submitted(ARCHIVE)
  const file = await server.deps.db
    .selectFrom('files')
    .select('id')
    .where('analysisId', '=', id)
    .executeTakeFirstOrThrow()
  await server.deps.db
    .updateTable('flights')
    .set({ maker: FLIGHT_MAKER - 1 })
    .where('fileId', '=', file.id)
    .execute()
  server.advance(hours(25))
  await backfillFiles(server.deps)
  await waitForJobs(server, 'describe-flight')
  const row = () =>
    server.deps.db.selectFrom('flights').selectAll().where('fileId', '=', file.id).executeTakeFirstOrThrow()
  expect((await row()).maker).toBe(FLIGHT_MAKER)
  await server.deps.db.updateTable('flights').set({ reason: 'kept' }).where('fileId', '=', file.id).execute()
  await describeFlightOf(server.deps, { fileId: file.id })
  expect((await row()).reason).toBe('kept')
})
