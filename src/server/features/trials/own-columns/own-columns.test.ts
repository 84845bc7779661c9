import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
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
  (await server.call('createTrial', { token: customer.token, body: { name: 'Field 7' } })).body.data.trialId

type Values = { plotId: string; value: number | string | null }[]
type More = { person?: TestUser; unit?: string; takenOn?: string }
const save = (trialId: string, values: Values, { person = customer, ...more }: More = {}) =>
  server.call('saveOwnColumn', { token: person.token, body: { trialId, name: 'Yield', values, ...more } })

const columnsOf = async (trialId: string) =>
  (await server.call('listOwnColumns', { token: customer.token, query: { trialId } })).body.data

test('values of people are kept by plot: what is sent again changes, null takes one away, the others stay', async () => {
  const trialId = await makeTrial()
  const first: Values = [
    { plotId: '101', value: 3200.5 },
    { plotId: '102', value: 'lodged' },
    { plotId: '__proto__', value: 1 },
  ]
  const { body } = await save(trialId, first, { unit: 'kg/ha' })
  const again = await save(
    trialId,
    [
      { plotId: '101', value: 3100 },
      { plotId: '__proto__', value: null },
      { plotId: '103', value: -2 },
    ],
    { person: staff },
  )
  expect(again.body.data.columnId).toBe(body.data.columnId)
  const [column, ...others] = await columnsOf(trialId)
  expect(others).toEqual([])
  expect(column).toMatchObject({ name: 'Yield', unit: 'kg/ha', takenOn: null })
  expect(column?.values.toSorted((a, b) => a.plotId.localeCompare(b.plotId))).toEqual([
    { plotId: '101', value: 3100 },
    { plotId: '102', value: 'lodged' },
    { plotId: '103', value: -2 },
  ])
  const { data } = (await server.call('listActivity', { token: staff.token, query: { subject: `trial:${trialId}` } }))
    .body
  expect(data[0]).toMatchObject({ action: 'trial.column-saved', after: { name: 'Yield', plots: 3 } })
})

test('a name has a column for each date, and each one is deleted by itself', async () => {
  const trialId = await makeTrial()
  await save(trialId, [{ plotId: '101', value: 3 }], { takenOn: '2026-07-01' })
  await save(trialId, [{ plotId: '101', value: 5 }], { takenOn: '2026-07-15' })
  const [first] = await columnsOf(trialId)
  const remove = () =>
    server.call('deleteOwnColumn', { token: customer.token, query: { columnId: first?.columnId ?? '' } })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect((await columnsOf(trialId)).map(({ takenOn, values }) => [takenOn, values[0]?.value])).toEqual([
    ['2026-07-15', 5],
  ])
})

test('a trial has at most 100 columns, and a column too many leaves nothing behind', async () => {
  const trialId = await makeTrial()
  const rows = Array.from({ length: 100 }, (_, at) => ({
    id: `${trialId}-${at}`,
    trialId,
    name: `Score ${at}`,
    unit: null,
    takenOn: null,
    plotValues: '{}',
    authorId: customer.id,
    changedAt: server.deps.now(),
  }))
  await server.deps.db.insertInto('trialColumns').values(rows).execute()
  const refused = await save(trialId, [{ plotId: '101', value: 1 }])
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A trial has at most 100 own columns. Delete one first.',
  ])
  expect(await columnsOf(trialId)).toHaveLength(100)
  for (const value of ['x'.repeat(101), 1e300, -1e13])
    expect((await save(trialId, [{ plotId: '101', value }])).status).toBe(400)
})
