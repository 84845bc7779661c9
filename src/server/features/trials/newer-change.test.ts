import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture, createTrialFixture } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { EXAMPLE_PLOTS } from '#server/testing/server/trials.ts'
import { addMember, createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let ann: TestUser
let ben: TestUser
let trialId: string
beforeAll(async () => {
  server = await openTestServer()
  ann = await createUser(server, { fullName: 'Ann' })
  ben = await createUser(server, { fullName: 'Ben' })
  await addMember(server, { accountId: ann.id, person: ben, role: 'editor' })
  const mapId = (await createFixture(server, 'map', { owner: ann, staff: await createStaff(server) })).id
  trialId = (await createTrialFixture(server, 'trial', { owner: ann, mapId })).id
})
afterAll(() => server.close())

const trial = async ({ token }: TestUser) => (await server.call('getTrial', { token, query: { trialId } })).body.data
const newerOf = (differences: unknown[]) => ({
  status: 409,
  body: { message: expect.stringContaining('Ann changed this meanwhile'), data: { by: 'Ann', differences } },
})

test('what two people say of a trial at once is kept; where both said the same, the second sees both', async () => {
  const { name, projectType, crop, plantingDate } = await trial(ben)
  const seen = { name, projectType, crop, plantingDate }
  const change = ({ token }: TestUser, body: object) =>
    server.call('changeTrial', { token, body: { trialId, ...seen, ...body, seen } })
  expect((await change(ann, { name: 'North field' })).status).toBe(200)
  // Ben changes the crop, and sends the name that he saw.
  expect((await change(ben, { crop: 'Barley' })).status).toBe(200)
  expect(await trial(ann)).toMatchObject({ name: 'North field', crop: 'Barley' })
  const refused = await change(ben, { name: 'South field' })
  expect(refused).toMatchObject(newerOf([{ what: 'name', theirs: 'North field', yours: 'South field' }]))
  expect((await trial(ann)).name).toBe('North field')
  const again = { trialId, name: 'South field', seen: { ...seen, name: 'North field' } }
  expect((await server.call('changeTrial', { token: ben.token, body: again })).status).toBe(200)
})

test('two people type into one column: other plots are kept, and the same one shows both', async () => {
  const save = ({ token }: TestUser, values: { plotId: string; value: number | null; seen?: number | null }[]) =>
    server.call('saveOwnColumn', { token, body: { trialId, name: 'Vigour', values } })
  await save(ann, [{ plotId: '101', value: 3, seen: null }])
  expect((await save(ben, [{ plotId: '102', value: 4, seen: null }])).status).toBe(200)
  await save(ann, [{ plotId: '102', value: 5, seen: 4 }])
  const values = [
    { plotId: '101', value: 1, seen: 3 },
    { plotId: '102', value: 2, seen: 4 },
  ]
  expect(await save(ben, values)).toMatchObject(newerOf([{ what: '102', theirs: 5, yours: 2 }]))
  const columns = (await server.call('listOwnColumns', { token: ben.token, query: { trialId } })).body.data
  const stored = columns.find(({ name }) => name === 'Vigour')?.values.map(({ plotId, value }) => [plotId, value])
  expect(stored).toEqual([
    ['101', 3],
    ['102', 5],
  ])
  // The same value is no conflict.
  expect((await save(ben, [{ plotId: '102', value: 5, seen: 4 }])).status).toBe(200)
})

test('a formula, temperatures and plots that another one has saved since are not replaced unseen', async () => {
  const formula = { trialId, trait: 'Mine', name: 'Mine', formula: 'G - R' }
  const { formulaId } = (await server.call('saveFormula', { token: ann.token, body: formula })).body.data
  const [listed] = (await server.call('listFormulas', { token: ben.token, query: { trialId } })).body.data.filter(
    (one) => one.formulaId === formulaId,
  )
  const seen = listed?.changedTime ?? ''
  server.advance(1000)
  await server.call('saveFormula', { token: ann.token, body: { ...formula, formulaId, formula: 'G - B', seen } })
  const late = { ...formula, formulaId, formula: 'R - B', seen }
  expect(await server.call('saveFormula', { token: ben.token, body: late })).toMatchObject(
    newerOf([{ what: 'formula', theirs: 'G - B', yours: 'R - B' }]),
  )

  const temperatures = { base: 10, upper: null, days: [{ date: '2026-06-01', mean: 18 }] }
  await server.call('saveTemperatures', { token: ann.token, body: { trialId, temperatures, seen: null } })
  const mine = { trialId, temperatures: { ...temperatures, base: 8 }, seen: null }
  expect(await server.call('saveTemperatures', { token: ben.token, body: mine })).toMatchObject({
    status: 409,
    body: { data: { by: 'Ann', differences: expect.arrayContaining([{ what: 'base', theirs: 10, yours: 8 }]) } },
  })

  const [newest] = (await trial(ben)).plotVersions
  const body = { trialId, geojson: EXAMPLE_PLOTS, seen: newest?.version ?? 0 }
  expect((await server.call('savePlots', { token: ann.token, body })).status).toBe(200)
  const second = await server.call('savePlots', { token: ben.token, body })
  expect(second).toMatchObject({ status: 409, body: { data: { by: 'Ann', version: body.seen + 1 } } })
  expect((await trial(ben)).plotVersions).toHaveLength(body.seen + 1)
})

test('the day of a flight that another one has changed since is not replaced unseen', async () => {
  const [flight] = (await trial(ben)).flights
  const { trialFlightId: flightId = '', takenOn = '', takenAt = null } = flight ?? {}
  const layers = flight?.layers.flatMap(({ kind, mapId }) => (mapId === null ? [] : [{ kind, mapId }])) ?? []
  const seen = { takenOn, takenAt, layers }
  const change = ({ token }: TestUser, body: object) =>
    server.call('changeTrialFlight', { token, body: { flightId, seen, ...body } })
  expect((await change(ann, { takenAt: '09:00' })).status).toBe(200)
  expect(await change(ben, { takenAt: '10:30' })).toMatchObject(
    newerOf([{ what: 'takenAt', theirs: '09:00', yours: '10:30' }]),
  )
  // The maps are of nobody's change.
  expect((await change(ben, { layers })).status).toBe(200)
  expect((await change(ben, { takenAt: '09:00' })).status).toBe(200)
})
