import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { ensureDemoAccounts } from '../../accounts/demo/demo-accounts.ts'
import { demoTrialJob } from './demo-trial-job.ts'
import { makeDemoTrial } from './make-demo-trial.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('the demo customer has a synthetic trial whose plots are measured, once, even if making it is tried again', async () => {
  const { deps, call } = server
  let made = { staffId: '', customerId: '' }
  await ensureDemoAccounts(deps, (trx, accounts) => {
    made = accounts
    return deps.queue.enqueue(trx, demoTrialJob, accounts)
  })
  await waitForJobs(server, 'make-demo-trial')
  await makeDemoTrial(deps, made)
  await waitForJobs(server, 'measure-trial')
  const login = await call('logIn', { body: { email: 'customer@skyfurrow.example', password: 'Skyfurrow1!' } })
  const token = login.body.data.accessToken
  const { data } = (await call('listTrials', { token, query: {} })).body
  expect(data.map(({ name, flights, plots }) => [name, flights, plots])).toEqual([
    ['Demo: synthetic yield trial', 6, 48],
  ])
  const trial = (await call('getTrial', { token, query: { trialId: data[0]?.trialId ?? '' } })).body.data
  expect(trial.measurements.map(({ state, reason }) => [state, reason])).toEqual([['DONE', null]])
  const query = { measurementId: trial.measurements[0]?.measurementId ?? '', stat: 'mean', scope: 'all' } as const
  const cover = await Promise.all(
    trial.flights.map(async ({ trialFlightId: flightId }) => {
      const { body } = await call('getTraitValues', { token, query: { ...query, flightId, trait: 'canopyCover' } })
      return body.data.values.reduce((sum: number, value) => sum + (value ?? Number.NaN), 0) / 48
    }),
  )
  // The rows come up, almost close, and turn yellow.
  expect(cover.map((mean) => Math.round(mean / 10) * 10)).toEqual([20, 50, 80, 90, 90, 50])
})
