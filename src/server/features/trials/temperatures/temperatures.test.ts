import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { insertFlight } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

const makeTrial = async (): Promise<string> =>
  (await server.call('createTrial', { token: customer.token, body: { name: 'Field 7', plantingDate: '2026-05-01' } }))
    .body.data.trialId

type Days = { date: string; mean: number }[]
const DAYS: Days = [
  { date: '2026-05-01', mean: 15 },
  { date: '2026-05-02', mean: 20 },
]
const save = (trialId: string, days: Days | null, { person = customer, upper = 30 } = {}) =>
  server.call('saveTemperatures', {
    token: person.token,
    body: { trialId, temperatures: days && { base: 10, upper, days } },
  })
const temperaturesOf = async (trialId: string) =>
  (await server.call('getTrial', { token: customer.token, query: { trialId } })).body.data.temperatures

test('temperatures are kept with a trial, replaced as a whole, removed, and all of it is logged', async () => {
  const trialId = await makeTrial()
  expect(await temperaturesOf(trialId)).toBeNull()
  expect((await save(trialId, DAYS)).status).toBe(200)
  expect((await save(trialId, DAYS.slice(1), { person: staff })).status).toBe(200)
  expect(await temperaturesOf(trialId)).toMatchObject({ base: 10, upper: 30, days: [{ date: '2026-05-02', mean: 20 }] })
  expect((await save(trialId, null)).status).toBe(200)
  expect(await temperaturesOf(trialId)).toBeNull()
  const { body } = await server.call('listActivity', { token: staff.token, query: {} })
  expect(body.data.slice(0, 3).map(({ action }) => action)).toEqual([
    'trial.temperatures-removed',
    'trial.temperatures-saved',
    'trial.temperatures-saved',
  ])
})

test('what is no season of temperatures is refused, and changes nothing', async () => {
  const trialId = await makeTrial()
  await save(trialId, DAYS)
  const many = Array.from({ length: 801 }, (_, at) => ({
    date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    mean: 10,
  }))
  const wrong: [Days, number?][] = [
    [[...DAYS, ...DAYS]],
    [many],
    [[]],
    [[{ date: '2026-05-01', mean: 90 }]],
    [[{ date: '2026-02-30', mean: 9 }]],
    [DAYS, 10],
  ]
  for (const [days, upper = 30] of wrong) expect((await save(trialId, days, { upper })).status).toBe(400)
  expect(await temperaturesOf(trialId)).toMatchObject({ days: DAYS })
  expect((await save(trialId, many.slice(0, 800))).status).toBe(200)
})

test('each flight has its degree-days, and none where a day is missing', async () => {
  const trialId = await makeTrial()
  await save(trialId, DAYS)
  const at = server.deps.now()
  for (const takenOn of ['2026-05-03', '2026-05-05'])
    await insertFlight(server.deps.db, { id: randomUUID(), trialId, takenOn, createdAt: at })
  const { body } = await server.call('getTrial', { token: customer.token, query: { trialId } })
  expect(body.data.flights.map(({ degreeDays, missingTemperatures }) => [degreeDays, missingTemperatures])).toEqual([
    [15, 0],
    [null, 2],
  ])
})
