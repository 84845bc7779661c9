import { afterAll, beforeAll, expect, test } from 'vitest'
import { FLIGHT_MAKER } from '#domain/flights.ts'
import { days } from '#domain/units.ts'
import { emailsTo, waitForJobs } from '#server/testing/server/emails.ts'
import { flightArchive } from '#server/testing/server/flights.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createTrial } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { describeFlightOf } from './describe-flight-of.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

/** 60 x 45 m of ground each: overlaps of 83 and 75 %. */
const GOOD = flightArchive({ lines: 4, shots: 6, height: 40 })
const FEW = flightArchive({ lines: 2, shots: 5, height: 40 })
const elsewhere = { lon: 10.6, lat: 51.5 }

async function submitted(person: TestUser, content = GOOD, id = '') {
  const { analysisRequestId } = await submitArchive(server, person, { content, start: { id } })
  for (const job of ['check-file', 'describe-flight', 'send-email']) await waitForJobs(server, job)
  return analysisRequestId
}
const flightOf = async (analysisRequestId: string, { token }: TestUser) =>
  (await server.call('getFlight', { token, query: { analysisRequestId } })).body.data
const listed = async (userId: string) =>
  (await server.call('listAllAnalyses', { token: staff.token, query: { userId } })).body.data.map(
    ({ flight }) => flight,
  )
const subjectsTo = async ({ email }: TestUser) =>
  (await server.deps.db.selectFrom('emails').select('subject').where('toEmail', '=', email).execute())
    .map(({ subject }) => subject)
    .toSorted()
const reject = (id: string) =>
  server.call('changeStatus', { token: staff.token, body: { analysisRequestId: id, fileStatus: 'REJECTED' } })

test('the list of requests says how many findings are open, and as bad as the worst', async () => {
  const person = await createUser(server)
  const good = await submitted(person)
  const few = await submitted(person, FEW)
  await submitted(person, Buffer.from('no archive'))
  const query = { userId: person.id }
  const { body } = await server.call('listAllAnalyses', { token: staff.token, query })
  const found = new Map(body.data.map(({ analysisRequestId, flight }) => [analysisRequestId, flight]))
  expect([...found.values()]).toEqual([null, { worst: 'warn', open: 1 }, { worst: null, open: 0 }])
  expect(found.get(good)).toEqual({ worst: null, open: 0 })
  const single = await server.call('getAnalysis', { token: staff.token, query: { analysisRequestId: few } })
  expect(single.body.data.flight).toEqual({ worst: 'warn', open: 1 })

  const [finding] = (await flightOf(few, staff)).checks
  await server.call('acknowledgeFinding', {
    token: staff.token,
    body: {
      analysisRequestId: few,
      check: finding?.id ?? 'few-photos',
      message: finding?.message ?? '',
      acknowledged: true,
    },
  })
  expect(await listed(person.id)).toEqual([null, { worst: null, open: 0 }, { worst: null, open: 0 }])
})

test('of a request with a further archive, the newest one counts', async () => {
  const person = await createUser(server)
  const id = await submitted(person, FEW)
  await reject(id)
  await submitted(person, GOOD, id)
  expect(await listed(person.id)).toEqual([{ worst: null, open: 0 }])
})

test('a customer gets an email about an archive whose photos are in doubt, once', async () => {
  const person = await createUser(server)
  const id = await submitted(person, FEW)
  const emails = await emailsTo(server, person.email, 2)
  const found = emails.find(({ subject }) => subject === 'What we found in your images')
  expect(found?.text).toContain('DJI FC6310S on 2026-06-23, 40 m high, 1.5 cm a pixel')
  expect(found?.text).toContain('Warning: There are 10 photos.')
  expect(found?.text).toContain(`/my-dashboard/requests/${id}`)
  expect(found?.text).toContain('/account')
  await server.call('answerFlight', { token: person.token, body: { analysisRequestId: id, heightMetres: 50 } })
  for (const job of ['describe-flight', 'send-email']) await waitForJobs(server, job)
  expect(await subjectsTo(person)).toEqual(['We received your images', 'What we found in your images'])

  await reject(id)
  await submitted(person, FEW, id)
  expect((await subjectsTo(person)).filter((subject) => subject === 'What we found in your images')).toHaveLength(2)
})

test('nobody gets an email about a good flight, about an old one, or when they want none', async () => {
  const [good, quiet] = [await createUser(server), await createUser(server)]
  await submitted(good)
  expect(await subjectsTo(good)).toEqual(['We received your images'])
  await server.call('changeEmailSetting', { token: quiet.token, body: { topic: 'request-status', choice: 'OFF' } })
  await submitted(quiet, FEW)
  expect(await subjectsTo(quiet)).toEqual([])

  const old = await createUser(server)
  const id = await submitted(old, Buffer.from('no archive'))
  const { db } = server.deps
  const file = await db.selectFrom('files').selectAll().where('analysisId', '=', id).executeTakeFirstOrThrow()
  const { storageKey, bytes } = await db
    .selectFrom('files')
    .select(['storageKey', 'bytes'])
    .where('bytes', '=', FEW.length)
    .executeTakeFirstOrThrow()
  await db.updateTable('files').set({ storageKey, bytes }).where('id', '=', file.id).execute()
  await db
    .updateTable('flights')
    .set({ maker: FLIGHT_MAKER - 1 })
    .where('fileId', '=', file.id)
    .execute()
  const later = new Date(server.deps.now().getTime() + days(3))
  await describeFlightOf({ ...server.deps, now: () => later }, { fileId: file.id })
  expect((await flightOf(id, old)).checks).not.toEqual([])
  expect(await subjectsTo(old)).toEqual(['We received your images'])
})

test('the same field of the same customer is found, with a link to its request', async () => {
  const [person, neighbour] = [await createUser(server), await createUser(server)]
  await submitted(neighbour)
  const first = await submitted(person)
  expect((await flightOf(first, person)).sameField).toBeNull()
  const other = await submitted(person, flightArchive({ lines: 4, shots: 6, height: 40, from: elsewhere }))
  expect((await flightOf(other, person)).sameField).toBeNull()
  const again = await submitted(person, flightArchive({ lines: 4, shots: 7, height: 40 }))
  const found = await flightOf(again, person)
  expect(found.sameField).toEqual({ analysisRequestId: first, trialId: null, name: 'Soybean Trial' })
  expect(found.checks).toMatchObject([
    {
      id: 'same-field',
      severity: 'inform',
      message:
        'This is the field of an earlier request for Soybean Trial, flown on 2026-06-23: 83 % of the ground is the same. A trial of both flights compares its plots over time.',
    },
  ])
  expect((await flightOf(again, staff)).sameField).toEqual(found.sameField)
  // The earlier one doesn't name the later one.
  expect((await flightOf(first, person)).sameField).toBeNull()
  const [finding] = found.checks
  const acknowledged = await server.call('acknowledgeFinding', {
    token: staff.token,
    body: { analysisRequestId: again, check: 'same-field', message: finding?.message ?? '', acknowledged: true },
  })
  expect(acknowledged.status).toBe(200)
  expect((await flightOf(again, person)).checks[0]?.acknowledged).not.toBeNull()
})

test('where the maps of that request are in a trial, the link is to the trial', async () => {
  const person = await createUser(server)
  const first = await submitted(person)
  await attachReportFile(server, staff, { id: first, content: Buffer.from('a map'), fileName: 'ortho.tif' })
  const map = server.deps.db
    .selectFrom('files')
    .select('id')
    .where('analysisId', '=', first)
    .where('kind', '=', 'REPORT')
  const { id: mapId } = await map.executeTakeFirstOrThrow()
  const { trialId } = await createTrial(server, { owner: person, mapId })
  const again = await submitted(person)
  const { name } = await server.deps.db
    .selectFrom('trials')
    .select('name')
    .where('id', '=', trialId)
    .executeTakeFirstOrThrow()
  expect((await flightOf(again, person)).sameField).toEqual({ analysisRequestId: first, trialId, name })
})
