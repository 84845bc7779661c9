import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnName, packColumns } from '#imagery/traits/trait-columns.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { createFixture } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createTrial, FLIGHT_METHOD, PLACED_RASTER } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { runWork, setWork } from '#server/testing/server/work.ts'
import { recordMap } from '../../maps/queries.ts'
import { mapsOfFlights } from '../flights/maps-of-customer.ts'
import { flightsOf } from '../queries.ts'
import { removeTrial } from '../remove-trial.ts'
import { measureTrial } from './measure-trial.ts'
import { type FlightInputs, inputsOf } from './record-flight.ts'
import { sourcesOf } from './sources-of-flight.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
let mapId: string
beforeAll(async () => {
  // Its jobs do nothing.
  server = await openTestServer({}, { runsJobs: false })
  staff = await createStaff(server)
  customer = await createUser(server)
  mapId = await newMap()
})
afterAll(() => server.close())

/** As the jobs leave it that do nothing here. */
async function newMap(): Promise<string> {
  const { db } = server.deps
  const { id: analysisId } = await createFixture(server, 'reportFile', { owner: customer, staff })
  const { id } = await db
    .updateTable('files')
    .set({ sha256: 'ab'.repeat(32) })
    .where('analysisId', '=', analysisId)
    .where('kind', '=', 'REPORT')
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordMap(db, id, { state: 'READY', reason: null, facts: PLACED_RASTER, copy: null })
  return id
}

const newTrial = () => createTrial(server, { owner: customer, mapId })

/** Records what a worker would have found. */
async function measured(
  measurementId: string,
  flightId: string,
  inputs = { inputs: 'a', photoInputs: 'a' },
): Promise<void> {
  const { db } = server.deps
  await db
    .insertInto('measuredFlights')
    .values({ measurementId, flightId, ...inputs, method: JSON.stringify(FLIGHT_METHOD) })
    .execute()
  const columns = new Map([
    [columnName('mean', 'all'), Float64Array.of(-0.125, 0.5)],
    [columnName('mean', 'veg'), Float64Array.of(0.25, Number.NaN)],
    [columnName('p90', 'all'), Float64Array.of(1, 2)],
    [columnName('n_px', 'all'), Float64Array.of(400, 399.5)],
    [columnName('n_px', 'veg'), Float64Array.of(100, 0)],
    [columnName('valid_frac', 'all'), Float64Array.of(1, 0.5)],
    ['flags', Float64Array.of(0, 0b101)],
  ])
  for (const trait of ['NGRDI', 'GLI']) {
    const { names, data } = packColumns(columns, 2)
    await db
      .insertInto('flightValues')
      .values({ flightId, inputs: inputs.photoInputs, trait, unit: '1', columns: JSON.stringify(names), data })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await setWork(server, measurementId, 'DONE')
}

const start = (trialId: string, settings: object = {}) =>
  server.call('startMeasurement', {
    token: customer.token,
    body: { trialId, bufferMetres: 0.2, mask: { method: 'exg', threshold: 0.1 }, ...settings },
  })

const measurementOf = async (measurementId: string) =>
  (await server.call('getMeasurement', { token: customer.token, query: { measurementId } })).body.data

/** Its job waits again, as if no worker had taken it. */
async function putBack(measurementId: string): Promise<void> {
  await waitForJobs(server, 'measure-trial')
  const work = server.deps.db.updateTable('work').set({ state: 'QUEUED', fraction: 0, endedAt: null })
  await work.where('id', '=', measurementId).execute()
}

describe('a measurement', () => {
  test('waits in the queue, one for a trial, until it is cancelled for good', async () => {
    const { trialId } = await newTrial()
    const { body } = await start(trialId)
    const { measurementId } = body.data
    await putBack(measurementId)
    expect(await measurementOf(measurementId)).toMatchObject({
      state: 'QUEUED',
      fraction: 0,
      reason: null,
      plotsVersion: 1,
      bufferMetres: 0.2,
      mask: { method: 'exg', threshold: 0.1 },
      traits: null,
      author: 'Test Person',
    })
    expect((await start(trialId)).body.message).toContain('is being measured already')
    const cancel = () => server.call('cancelMeasurement', { token: staff.token, body: { measurementId } })
    expect((await cancel()).status).toBe(200)
    expect((await measurementOf(measurementId)).state).toBe('CANCELLED')
    expect((await cancel()).body.message).toBe('This measurement has ended already')
    expect((await start(trialId)).status).toBe(200)
  })

  test('needs plots, a flight, and traits that exist', async () => {
    const { body } = await server.call('createTrial', { token: customer.token, body: { name: 'Empty' } })
    expect((await start(body.data.trialId)).body.message).toContain('no plots yet')
    const { trialId, trialFlightId } = await newTrial()
    expect((await start(trialId, { traits: ['NGRDI', 'Greenness'] })).body.message).toBe('There is no trait Greenness')
    await server.call('removeTrialFlight', { token: customer.token, query: { trialFlightId } })
    expect((await start(trialId)).body.message).toContain('no flight yet')
  })

  test('whose job was given up has failed, and another one may start', async () => {
    const { trialId, measurementId } = await newTrial()
    expect(await measurementOf(measurementId)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('again'),
    })
    expect((await start(trialId)).status).toBe(200)
  })
})

const settings = { bufferMetres: 0.2, mask: { method: 'exg' as const, threshold: 0.1 } }

/** A hash of what the trial of `newTrial` would be measured from. */
async function inputsOfTrial(trialId: string, plotsSha256 = '0'.repeat(64)): Promise<FlightInputs> {
  const { db } = server.deps
  const [flight] = await flightsOf(db, trialId)
  if (!flight) throw new Error('The trial has no flight')
  return inputsOf({ settings, plotsSha256, sources: sourcesOf(flight, await mapsOfFlights(db, [flight])), shift: null })
}

const remove = (measurementId: string, person = customer) =>
  server.call('deleteMeasurement', { token: person.token, query: { measurementId } })

describe('a measurement that has ended', () => {
  test('is deleted with its values, and others keep theirs, also those that they took over from it', async () => {
    const { trialId, measurementId, trialFlightId } = await newTrial()
    await measured(measurementId, trialFlightId, await inputsOfTrial(trialId))
    const taken = await run(trialId)
    const table = async () => (await tableOf(taken)).body.data
    const before = await table()
    expect(before.length).toBeGreaterThan(0)
    expect((await remove(measurementId)).body.message).toBe('Measurement deleted')
    expect(await valuesOf(measurementId)).toEqual([])
    expect(await table()).toEqual(before)
    expect((await remove(measurementId)).status).toBe(404)
    const query = { subject: `trial:${trialId}` }
    const { body } = await server.call('listActivity', { token: staff.token, query })
    expect(body.data[0]).toMatchObject({
      action: 'trial.measurement-deleted',
      before: { mask: 'exgr', bufferMetres: 0 },
    })
  })

  test('is not deleted while it runs, nor by a stranger', async () => {
    const { trialId } = await newTrial()
    const { measurementId } = (await start(trialId)).body.data
    await putBack(measurementId)
    expect((await remove(measurementId)).body.message).toContain('still running')
    await server.call('cancelMeasurement', { token: customer.token, body: { measurementId } })
    expect((await remove(measurementId, await createUser(server))).status).toBe(404)
    expect((await remove(measurementId, staff)).status).toBe(200)
  })
})

const tableOf = async (measurementId: string, more: object = {}) => {
  const query = { measurementId, ...more }
  return server.call('getTraitTable', { token: customer.token, query })
}

const run = async (trialId: string) => {
  const { measurementId } = (await start(trialId)).body.data
  await putBack(measurementId)
  await measure(measurementId)
  return measurementId
}

const measure = (measurementId: string) =>
  runWork(server, { id: measurementId }, (attempt) => measureTrial(server.deps, { measurementId }, attempt))

const valuesOf = (measurementId: string) =>
  server.deps.db.selectFrom('measuredTraits').select('trait').where('measurementId', '=', measurementId).execute()

describe('the job of a measurement', () => {
  test('takes over what was measured from the same inputs, and nothing from other ones', async () => {
    const { trialId, trialFlightId, measurementId: earlier } = await newTrial()
    await measured(earlier, trialFlightId, await inputsOfTrial(trialId))
    const taken = await run(trialId)
    expect(await measurementOf(taken)).toMatchObject({ state: 'DONE', fraction: 1 })
    expect(await valuesOf(taken)).toHaveLength(2)
    const other = await newTrial()
    await measured(other.measurementId, other.trialFlightId, await inputsOfTrial(other.trialId, '1'.repeat(64)))
    expect(await valuesOf(await run(other.trialId))).toEqual([])
  })

  test('takes over a flight of one that was cancelled, whose own values nobody can read', async () => {
    const { trialId, trialFlightId: flightId, measurementId: cancelled } = await newTrial()
    await measured(cancelled, flightId, await inputsOfTrial(trialId))
    for (const state of ['CANCELLED', 'FAILED', 'RUNNING', 'QUEUED'] as const) {
      await setWork(server, cancelled, state)
      const query = { measurementId: cancelled, flightId, trait: 'NGRDI', stat: 'mean' as const, scope: 'all' as const }
      const values = await server.call('getTraitValues', { token: customer.token, query })
      expect([values.status, (await tableOf(cancelled)).status]).toEqual([409, 409])
      expect((await tableOf(cancelled, { format: 'xlsx' })).status).toBe(409)
    }
    await setWork(server, cancelled, 'CANCELLED')
    const taken = await run(trialId)
    const { data } = (await tableOf(taken, { trait: 'NGRDI', stat: 'mean', scope: 'all' })).body
    expect(data.map(({ value, flags }) => [value, flags])).toEqual([
      [-0.125, ''],
      [0.5, 'PARTIAL_DATA|LOW_PIXELS'],
    ])
  })

  test('does not measure a flight again that it has finished', async () => {
    const { trialId, trialFlightId } = await newTrial()
    const { measurementId } = (await start(trialId)).body.data
    await measured(measurementId, trialFlightId)
    await putBack(measurementId)
    await measure(measurementId)
    expect((await measurementOf(measurementId)).state).toBe('DONE')
    expect(await valuesOf(measurementId)).toHaveLength(2)
  })

  test('leaves one alone that was cancelled, and one whose trial was removed', async () => {
    const { trialId, trialFlightId, measurementId: earlier } = await newTrial()
    await measured(earlier, trialFlightId, await inputsOfTrial(trialId))
    const { measurementId } = (await start(trialId)).body.data
    await putBack(measurementId)
    await server.call('cancelMeasurement', { token: customer.token, body: { measurementId } })
    await measure(measurementId)
    expect((await measurementOf(measurementId)).state).toBe('CANCELLED')
    expect(await valuesOf(measurementId)).toEqual([])
    await server.deps.db.transaction().execute((trx) => removeTrial(trx, server.deps, trialId))
    await measure(measurementId)
    expect(await valuesOf(earlier)).toEqual([])
  })

  test('says which map was removed, and leaves no table', async () => {
    const removed = await newMap()
    const { trialId } = await createTrial(server, { owner: customer, mapId: removed })
    await server.deps.db.deleteFrom('files').where('id', '=', removed).execute()
    const measurementId = await run(trialId)
    expect(await measurementOf(measurementId)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringMatching(/^field.tif, a map of the flight on 1 Jul 2026, was removed/),
    })
    expect((await tableOf(measurementId)).status).toBe(409)
    expect((await start(trialId)).status).toBe(200)
  })
})

describe('the table of traits', () => {
  test('has a row for each plot, flight, trait, statistic and scope, with what made it', async () => {
    const { trialId, trialFlightId, measurementId } = await newTrial()
    expect((await tableOf(measurementId)).status).toBe(409)
    await measured(measurementId, trialFlightId)
    const { body, headers } = await tableOf(measurementId)
    expect(headers.get('content-type')).toContain('application/json')
    expect(body).toMatchObject({ statusCode: 200, message: 'Table loaded' })
    expect(body.data).toHaveLength(12)
    expect(body.data[0]).toMatchObject({
      trial_id: trialId,
      plot_id: '101',
      flight_id: trialFlightId,
      date: '2026-07-01',
      dap: null,
      trait: 'GLI',
      stat: 'mean',
      scope: 'all',
      value: -0.125,
      unit: '1',
      n_px: 400,
      valid_frac: 1,
      flags: '',
      grid_version: 1,
      buffer_m: 0,
      mask_method: 'exg',
      mask_threshold: 0.1,
      map_sha256: FLIGHT_METHOD.orthomosaicSha256,
      run_id: measurementId,
    })
    const second = body.data.find(({ plot_id: plot, scope }) => plot === '102' && scope === 'veg')
    expect(second).toMatchObject({ value: null, n_px: 0, flags: 'PARTIAL_DATA|LOW_PIXELS' })
  })

  test('is filtered by trait, statistic, scope and flight', async () => {
    const { trialFlightId: flightId, measurementId } = await newTrial()
    await measured(measurementId, flightId)
    const rows = async (filter: object) => (await tableOf(measurementId, filter)).body.data.length
    expect(await rows({ trait: 'NGRDI' })).toBe(6)
    expect(await rows({ trait: 'NGRDI', stat: 'mean' })).toBe(4)
    expect(await rows({ trait: 'NGRDI', stat: 'mean', scope: 'veg', flightId })).toBe(2)
    expect(await rows({ flightId: 'another' })).toBe(0)
  })

  test('is a CSV file whose numbers stay numbers and whose texts are no formulas', async () => {
    const { trialId, trialFlightId, measurementId } = await newTrial()
    await measured(measurementId, trialFlightId)
    // As another program might have written them.
    await server.deps.db
      .updateTable('plots')
      .set({ plotId: '=1+1', attributes: JSON.stringify({ genotype: '@SUM(A1)' }) } as never)
      .where('trialId', '=', trialId)
      .where('place', '=', 0)
      .execute()
    const url = `${server.url}/api/trials/table?measurementId=${measurementId}&format=csv&trait=NGRDI`
    const response = await fetch(url, { headers: { authorization: `Bearer ${customer.token}` } })
    expect(response.headers.get('content-type')).toContain('text/csv')
    const [head = '', first = ''] = (await response.text()).split('\r\n')
    expect(head).toContain('trial_id,plot_id,plot_barcode,row,column')
    expect(first).toContain(",'=1+1,")
    expect(first).toContain(",'@SUM(A1),")
    expect(first).toContain(',NGRDI,-0.12500,,1,mean,all,400.00,1.0000,,false,')
  })
})
