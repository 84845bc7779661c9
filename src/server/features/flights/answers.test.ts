import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { flightArchive } from '#server/testing/server/flights.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive, submitArchive } from '#server/testing/server/uploads.ts'
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

/** Its photos don't say how high they were taken. */
const ARCHIVE = flightArchive({ lines: 2 })
const UTM = { file: 'field/gcp.txt', epsg: 32_632 }

async function submitted(start: Partial<BodyIn<'startUpload'>> = {}, content = ARCHIVE) {
  const { analysisRequestId } = await submitArchive(server, customer, { content, start })
  await lookedAt()
  return analysisRequestId
}
const lookedAt = async () => {
  for (const job of ['check-file', 'describe-flight']) await waitForJobs(server, job)
}
const flightOf = async (analysisRequestId: string, { token }: TestUser = customer) =>
  (await server.call('getFlight', { token, query: { analysisRequestId } })).body.data
const answer = async (body: BodyIn<'answerFlight'>, { token }: TestUser = customer) =>
  server.call('answerFlight', { token, body })
const checksOf = (flight: Awaited<ReturnType<typeof flightOf>>) => flight.checks.map(({ id }) => id)

test('a height that is entered with an upload counts where the photos say none, and is kept with the request', async () => {
  const flight = { heightMetres: 40, controlPointsEpsg: [UTM] }
  const found = await flightOf(await submitted({ flight }))
  expect(found).toMatchObject({ state: 'READY', heightMetres: 40, heightSource: 'entered', answers: flight })
  expect(found.gsdCm).toBeCloseTo(1.5, 6)
  expect(checksOf(found)).not.toContain('height')
  const stated = await flightOf(await submitted({ flight }, flightArchive({ height: 60 })))
  expect(stated).toMatchObject({ heightMetres: 60, heightSource: 'photos', answers: { heightMetres: 40 } })
})

test('a height that is entered later has the photos looked at again; what is left out stays', async () => {
  const id = await submitted()
  const before = await flightOf(id)
  expect(before).toMatchObject({ heightMetres: null, gsdCm: null, footprintMetres: null })
  expect(checksOf(before)).toContain('height')
  expect((await answer({ analysisRequestId: id, heightMetres: 80 })).status).toBe(200)
  await lookedAt()
  const after = await flightOf(id)
  expect(after).toMatchObject({ state: 'READY', heightMetres: 80, heightSource: 'entered' })
  expect(after.gsdCm).toBeCloseTo(3, 6)
  expect(after.footprintMetres?.width).toBeCloseTo(120, 6)

  await answer({ analysisRequestId: id, controlPointsEpsg: [UTM] }, staff)
  await lookedAt()
  expect((await flightOf(id, staff)).answers).toEqual({ heightMetres: 80, controlPointsEpsg: [UTM] })
  await answer({ analysisRequestId: id, heightMetres: null })
  await lookedAt()
  expect(await flightOf(id)).toMatchObject({
    heightMetres: null,
    answers: { heightMetres: null, controlPointsEpsg: [UTM] },
  })
  const { body } = await server.call('listActivity', { token: staff.token, query: { subject: `analysis:${id}` } })
  expect(body.data.filter(({ action }) => action === 'flight.answered')).toHaveLength(3)
})

test('until the photos are looked at with the newest answer, the flight waits; a lost job is made up for in the night', async () => {
  const id = await submitted()
  const { deps } = server
  await deps.db
    .updateTable('analyses')
    .set({ flightAnswers: '{"heightMetres": 50, "controlPointsEpsg": []}' })
    .where('id', '=', id)
    .execute()
  expect(await flightOf(id)).toMatchObject({ state: 'WAITING', photos: 0, answers: { heightMetres: 50 } })
  await backfillFiles({ ...deps, now: () => new Date(deps.now().getTime() + 86_400_001) })
  await lookedAt()
  expect(await flightOf(id)).toMatchObject({ state: 'READY', heightMetres: 50 })
})

test('an answer that comes while the photos are looked at is not lost', async () => {
  const id = await submitted()
  const { id: fileId } = await fileOf(id).executeTakeFirstOrThrow()
  await server.deps.db.updateTable('flights').set({ maker: 0 }).where('fileId', '=', fileId).execute()
  const { storage } = server.deps
  const read: typeof storage.read = async function* (range) {
    await answer({ analysisRequestId: id, heightMetres: 70 })
    yield* storage.read(range)
  }
  await describeFlightOf({ ...server.deps, storage: { ...storage, read } }, { fileId })
  await lookedAt()
  expect(await flightOf(id)).toMatchObject({ state: 'READY', heightMetres: 70 })
})

test('the same answer again changes nothing', async () => {
  const id = await submitted({ flight: { heightMetres: 40, controlPointsEpsg: [] } })
  await answer({ analysisRequestId: id, heightMetres: 40 })
  expect(await flightOf(id)).toMatchObject({ state: 'READY' })
  const { body } = await server.call('listActivity', { token: staff.token, query: { subject: `analysis:${id}` } })
  expect(body.data.filter(({ action }) => action === 'flight.answered')).toEqual([])
})

test.each([
  [{ heightMetres: 0.5 }, 400, 'The height above the ground is 1 to 500 m'],
  [{ heightMetres: 501 }, 400, 'The height above the ground is 1 to 500 m'],
  [
    { controlPointsEpsg: Array.from({ length: 51 }, (_, at) => ({ file: `${at}.txt`, epsg: 4326 })) },
    400,
    'At most 50 files of ground control points',
  ],
  [
    { controlPointsEpsg: [{ file: 'gcp.txt', epsg: 9999 }] },
    409,
    'EPSG:9999 is not a coordinate system that is known here',
  ],
])('an answer that cannot be is refused: %j', async (wrong, status, message) => {
  const id = await submitted()
  const answered = await answer({ analysisRequestId: id, ...wrong })
  expect([answered.status, answered.body.message]).toEqual([status, message])
  const flight = { heightMetres: null, controlPointsEpsg: [], ...wrong }
  const started = await startArchive(server, customer, { content: ARCHIVE, start: { flight, fileName: 'other.zip' } })
  expect([started.status, started.body.message]).toEqual([status, message])
})

test('a new archive for a rejected request comes with answers of its own', async () => {
  const id = await submitted({ flight: { heightMetres: 40, controlPointsEpsg: [] } })
  const reject = () =>
    server.call('changeStatus', { token: staff.token, body: { analysisRequestId: id, fileStatus: 'REJECTED' } })
  await reject()
  const again = { heightMetres: 60, controlPointsEpsg: [] }
  await startArchive(server, customer, { content: ARCHIVE, start: { id, flight: again } })
  expect(await flightOf(id)).toMatchObject({ heightMetres: 40, answers: { heightMetres: 40 } })
  // The same start again, without a word: what was said stays.
  await submitArchive(server, customer, { content: ARCHIVE, start: { id } })
  await lookedAt()
  expect(await flightOf(id)).toMatchObject({ heightMetres: 60, answers: again })
  await reject()
  await submitArchive(server, customer, { content: ARCHIVE, start: { id } })
  await lookedAt()
  expect(await flightOf(id)).toMatchObject({ heightMetres: null, answers: { heightMetres: null } })
})

test('an upload that is started again takes what is said of its flight now', async () => {
  const person = await createUser(server)
  const fingerprint = '4'.repeat(64)
  const start = (flight: BodyIn<'startUpload'>['flight'], id = '') =>
    startArchive(server, person, { content: ARCHIVE, start: { fingerprint, flight, id } })
  const { id } = (await start({ heightMetres: 40, controlPointsEpsg: [] })).body.data
  await start({ heightMetres: 50, controlPointsEpsg: [] })
  await start(undefined)
  const kept = () =>
    server.deps.db.selectFrom('analyses').select('flightAnswers').where('id', '=', id).executeTakeFirst()
  expect((await kept())?.flightAnswers?.heightMetres).toBe(50)
  await start({ heightMetres: 60, controlPointsEpsg: [] }, id)
  expect((await kept())?.flightAnswers?.heightMetres).toBe(60)
})

test('staff acknowledge a finding; it counts while the finding says the same, and names them to staff only', async () => {
  const id = await submitted()
  const [check, message] = await heightFinding(id)
  const acknowledge = (body: Partial<BodyIn<'acknowledgeFinding'>> = {}) =>
    server.call('acknowledgeFinding', {
      token: staff.token,
      body: { analysisRequestId: id, check, message, acknowledged: true, ...body },
    })
  expect((await acknowledge({ message: 'Something else' })).status).toBe(409)
  expect((await acknowledge({ check: 'rtk' })).status).toBe(409)
  expect((await acknowledge()).status).toBe(200)
  expect((await acknowledge()).status).toBe(200)
  const found = async (person: TestUser) =>
    (await flightOf(id, person)).checks.find((one) => one.id === check)?.acknowledged
  expect(await found(staff)).toEqual({ at: expect.stringMatching(/Z$/), by: staff.fullName })
  expect(await found(customer)).toEqual({ at: expect.stringMatching(/Z$/), by: null })

  // It is kept when the photos are looked at again, and counts again once the finding does.
  await answer({ analysisRequestId: id, heightMetres: 40 })
  await lookedAt()
  expect(checksOf(await flightOf(id))).not.toContain('height')
  await answer({ analysisRequestId: id, heightMetres: null })
  await lookedAt()
  expect(await found(customer)).not.toBeNull()
  await server.deps.db
    .updateTable('flights')
    .set({ flight: JSON.stringify(await changedMessage(id, check)) })
    .where('fileId', 'in', fileOf(id))
    .execute()
  expect(await found(customer)).toBeNull()
  const activity = await server.call('listActivity', { token: staff.token, query: { subject: `analysis:${id}` } })
  expect(activity.body.data.filter(({ action }) => action === 'flight.finding-acknowledged')).toHaveLength(1)
})

test('an acknowledgement can be taken back, and is not that of a later archive', async () => {
  const id = await submitted()
  const [check, message] = await heightFinding(id)
  const acknowledge = (acknowledged: boolean) =>
    server.call('acknowledgeFinding', {
      token: staff.token,
      body: { analysisRequestId: id, check, message, acknowledged },
    })
  const isAcknowledged = async () => (await flightOf(id)).checks.find((one) => one.id === check)?.acknowledged !== null
  await acknowledge(true)
  expect(await isAcknowledged()).toBe(true)
  await acknowledge(false)
  expect(await isAcknowledged()).toBe(false)
  await acknowledge(true)
  await server.call('changeStatus', { token: staff.token, body: { analysisRequestId: id, fileStatus: 'REJECTED' } })
  await submitArchive(server, customer, { content: ARCHIVE, start: { id } })
  await lookedAt()
  expect(await isAcknowledged()).toBe(false)
})

async function heightFinding(id: string) {
  const found = (await flightOf(id)).checks.find((check) => check.id === 'height')
  return [found?.id ?? 'height', found?.message ?? ''] as const
}

const fileOf = (id: string) => server.deps.db.selectFrom('files').select('id').where('analysisId', '=', id)

async function changedMessage(id: string, check: string) {
  const { flight } = await server.deps.db
    .selectFrom('flights')
    .select('flight')
    .where('fileId', 'in', fileOf(id))
    .executeTakeFirstOrThrow()
  return { ...flight, checks: flight?.checks.map((one) => (one.id === check ? { ...one, message: 'Worse' } : one)) }
}
