import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { EXAMPLE_CALLS, type ExampleCall } from '#server/testing/server/example-calls.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { makeExampleTrial } from './make-example-trial.ts'
import { requestExampleTrial } from './request-example-trial.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
let trialId: string
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
  for (const _ of [1, 2]) await requestExampleTrial(server.deps)
  await waitForJobs(server, 'make-example-trial')
  await makeExampleTrial(server.deps, {})
  await waitForJobs(server, 'measure-trial')
  await requestExampleTrial(server.deps)
  const { body } = await server.call('listTrials', { token: customer.token, query: {} })
  trialId = body.exampleTrialId ?? ''
}, 120_000)
afterAll(() => server.close())

const read = async (person: TestUser) =>
  (await server.call('getTrial', { token: person.token, query: { trialId } })).body.data
const mapsOf = async (person: TestUser) =>
  (await server.call('listMaps', { token: person.token, query: { trialId } })).body.data

async function callOnExample(name: EndpointName, { about, send }: ExampleCall): Promise<number> {
  const [{ flights, measurements }, [map]] = [await read(customer), await mapsOf(customer)]
  const ids: Record<string, string | undefined> = {
    trial: trialId,
    trialFlight: flights[0]?.trialFlightId,
    measurement: measurements[0]?.measurementId,
    measurementWaiting: measurements[0]?.measurementId,
    map: map?.mapId,
    ownFile: map?.mapId,
  }
  const fixture = { id: ids[about ?? ''] ?? '', uploadId: '', parts: [], fileName: '', mapId: map?.mapId ?? '' }
  return (await server.call(name, { token: customer.token, ...send(fixture, customer) } as object)).status
}

test('is measured once, however often it is asked for', async () => {
  expect(await server.deps.db.selectFrom('trials').select('name').execute()).toEqual([
    { name: 'Example: winter wheat' },
  ])
  const { flights, plots, measurements } = await read(customer)
  expect([flights.length, plots, measurements.map(({ state, reason }) => [state, reason])]).toEqual([
    6,
    60,
    [['DONE', null]],
  ])
})

test('shows a season: wheat covers the ground and turns yellow', async () => {
  const { flights, measurements } = await read(customer)
  const query = { measurementId: measurements[0]?.measurementId ?? '', stat: 'mean', scope: 'all' } as const
  const cover = await Promise.all(
    flights.map(async ({ trialFlightId: flightId }) => {
      const asked = { token: customer.token, query: { ...query, flightId, trait: 'canopyCover' } }
      const { values } = (await server.call('getTraitValues', asked)).body.data
      return values.reduce((sum: number, value) => sum + (value ?? Number.NaN), 0) / 60
    }),
  )
  expect(cover.map((mean) => Math.round(mean / 10) * 10)).toEqual([30, 50, 60, 80, 90, 30])
})

test('is in no list of a customer, and its account in none of staff', async () => {
  const lists = await Promise.all([
    server.call('listTrials', { token: customer.token, query: {} }),
    server.call('listMaps', { token: customer.token, query: { projectType: 'Example' } }),
    server.call('searchUsers', { token: staff.token, body: { searchReq: { fullName: 'Skyfurrow' } } }),
  ])
  expect(lists.map(({ status, body }) => [status, body.data])).toEqual(lists.map(() => [200, []]))
})

describe('is read by everybody, and changed by nobody', () => {
  const KINDS = ['trial', 'trialFlight', 'measurement', 'measurementWaiting', 'map', 'ownFile']
  const calls = (Object.entries(EXAMPLE_CALLS) as [EndpointName, ExampleCall][]).filter(([, { about }]) =>
    KINDS.includes(about ?? ''),
  )

  /** They are about trials of the caller's own account, or need a token of it. */
  const OF_AN_ACCOUNT: EndpointName[] = ['getTrialAddresses', 'brapiTrial', 'listTrialShares', 'getExchange']
  test.each(calls.filter(([name]) => OF_AN_ACCOUNT.includes(name)))(
    '%s is for trials of an account',
    async (name, call) => {
      expect([400, 404]).toContain(await callOnExample(name, call))
    },
  )

  /** They take what the example does not have, and values are read above. */
  const OTHERS: EndpointName[] = [
    ...OF_AN_ACCOUNT,
    'getTraitValues',
    'getAllValues',
    'listPlotPhotos',
    'getPlotPhoto',
    'getFlightFile',
  ]
  test.each(calls.filter(([name]) => api[name].method === 'GET' && !OTHERS.includes(name)))(
    '%s answers',
    async (name, call) => {
      expect(await callOnExample(name, call)).toBe(200)
    },
  )

  test.each(calls.filter(([name]) => api[name].method !== 'GET'))('%s changes nothing', async (name, call) => {
    const before = [await read(customer), await mapsOf(customer)]
    expect([403, 404, 409]).toContain(await callOnExample(name, call))
    expect([await read(customer), await mapsOf(customer)]).toEqual(before)
  })

  const REASON = 'This is the example trial: you can read it, and not change it. Make a trial of your own.'

  test('says why', async () => {
    const sent = { token: customer.token, body: { trialId, crop: 'Rye' } }
    expect((await server.call('changeTrial', sent)).body.message).toBe(REASON)
  })

  test('makes no files of maps, which anyone could fill its store with, and lets nobody stop its measurement', async () => {
    const { flights, measurements } = await read(customer)
    const [measurementId, trialFlightId] = [measurements[0]?.measurementId ?? '', flights[0]?.trialFlightId ?? '']
    const body = { measurementId, trialFlightId, kind: 'mask' } as const
    const { token } = customer
    expect((await server.call('makeFlightFile', { token, body })).body.message).toBe(REASON)
    expect((await server.call('cancelMeasurement', { token, body: { measurementId } })).body.message).toBe(REASON)
  })
})
