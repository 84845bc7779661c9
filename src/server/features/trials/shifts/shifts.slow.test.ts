import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groundAt } from '#imagery/shifts/testing/make-ground.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import type { Attempt } from '#server/adapters/queue/queue.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { insertWork, runWork } from '#server/testing/server/work.ts'
import { measureShifts as runShifts } from './measure-shifts.ts'

let server: TestServer
let customer: TestUser
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

/** 24 m by 16 m of ground with a square of plants. It lies `east` and `north` metres from where it should. */
function fieldAt(east: number, north: number): Buffer {
  const [pixel, width, height] = [0.05, 480, 320]
  const colours = (x: number, y: number) => {
    const at = [(x + 0.5) * pixel - east, 16 - (y + 0.5) * pixel - north] as const
    const arePlants = at[0] > 8 && at[0] < 12 && at[1] > 6 && at[1] < 10
    const light = 60 + 100 * groundAt(...at)
    return arePlants ? [60, 120, 60] : [light, light * 0.85, light * 0.7]
  }
  return Buffer.from(
    makeTiff({
      width,
      height,
      bands: 3,
      photometric: 2,
      tile: 64,
      compression: 'deflate',
      valueAt: (x, y, band) => Math.round(colours(x, y)[band] ?? 0),
      scale: [pixel, pixel, 0],
      tiepoint: [0, 0, 0, 300_000, 4_900_016, 0],
      keys: { 1024: 1, 1025: 1, 3072: 32_615 },
    }),
  )
}

const PLOTS = inUtm([polygon({ plot_id: 'plants' }, square(8, 6, 4))])

async function makeTrial(contents: readonly Buffer[]) {
  const { token } = customer
  const { analysisRequestId: id } = await submitArchive(server, customer)
  for (const [at, content] of contents.entries())
    await attachReportFile(server, staff, { id, fileName: `field-${at}.tif`, content })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body: maps } = await server.call('listMaps', { token, query: { analysisRequestId: id } })
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'Field 7' } })).body.data
  const flightIds: string[] = []
  for (const at of contents.keys()) {
    const mapId = maps.data.find(({ fileName }) => fileName === `field-${at}.tif`)?.mapId ?? ''
    const body = { trialId, takenOn: `2026-07-0${at + 1}`, orthomosaicMapId: mapId }
    flightIds.push((await server.call('addTrialFlight', { token, body })).body.data.trialFlightId)
  }
  await server.call('savePlots', { token, body: { trialId, geojson: PLOTS } })
  return { trialId, flightIds }
}

const call = {
  measure: (body: { trialId: string; referenceFlightId?: string }) =>
    server.call('measureShifts', { token: customer.token, body }),
  apply: (trialFlightId: string) => server.call('applyShift', { token: customer.token, body: { trialFlightId } }),
  takeBack: (trialFlightId: string) => server.call('takeBackShift', { token: customer.token, body: { trialFlightId } }),
  list: async (trialId: string) =>
    (await server.call('listShifts', { token: customer.token, query: { trialId } })).body.data,
}

async function measureShifts(trialId: string, referenceFlightId?: string) {
  const { status } = await call.measure({ trialId, ...(referenceFlightId && { referenceFlightId }) })
  expect(status).toBe(200)
  await waitForJobs(server, 'measure-shifts')
  return call.list(trialId)
}

async function coverOf(trialId: string) {
  const { token } = customer
  const settings = { bufferMetres: 0, mask: { method: 'exg' as const }, traits: ['canopyCover'] }
  const started = await server.call('startMeasurement', { token, body: { trialId, ...settings } })
  await waitForJobs(server, 'measure-trial')
  const { measurementId } = started.body.data
  const { data } = (await server.call('getMeasurement', { token, query: { measurementId } })).body
  const query = { measurementId, trait: 'canopyCover' }
  const rows = data.state === 'DONE' ? (await server.call('getTraitTable', { token, query })).body.data : []
  return { ...data, rows }
}

describe('a flight whose map lies 40 cm east and 25 cm south', () => {
  let trialId: string
  let first: string
  let second: string
  beforeAll(async () => {
    const trial = await makeTrial([fieldAt(0, 0), fieldAt(0.4, -0.25)])
    trialId = trial.trialId
    ;[first = '', second = ''] = trial.flightIds
  })

  test('has this shift; applied, it moves the plots onto their plants, and is kept with the values', async () => {
    const { run, measured } = await measureShifts(trialId)
    expect(run).toMatchObject({ state: 'DONE', fraction: 1, referenceFlightId: first })
    expect(measured).toMatchObject([
      { trialFlightId: second, referenceFlightId: first, confidence: 'good', reason: null, isStale: false },
    ])
    expect(measured[0]?.shift?.eastMetres).toBeCloseTo(0.4, 2)
    expect(measured[0]?.shift?.northMetres).toBeCloseTo(-0.25, 2)
    const before = await coverOf(trialId)
    // Nothing is moved without a request.
    expect(before.rows.map(({ value }) => value)).toEqual([100, expect.closeTo((100 * 3.6 * 3.75) / 16, 0)])
    expect(await call.apply(second)).toMatchObject({ status: 200 })
    const after = await coverOf(trialId)
    expect(after.rows[0]).toMatchObject({ value: 100, shift_east_m: 0, shift_north_m: 0 })
    expect(after.rows[1]?.value).toBeGreaterThan(99)
    expect(after.rows[1]).toMatchObject(measured[0]?.shift ? { shift_east_m: measured[0].shift.eastMetres } : {})
    const { token } = customer
    const { data: trial } = (await server.call('getTrial', { token, query: { trialId } })).body
    expect(trial.flights.map(({ shift }) => shift)).toEqual([null, { ...measured[0]?.shift, isStale: false }])
    expect(await call.takeBack(second)).toMatchObject({ status: 200 })
    expect((await coverOf(trialId)).rows.map(({ value }) => value)).toEqual(before.rows.map(({ value }) => value))
    expect(await call.takeBack(second)).toMatchObject({ status: 409 })
  })

  test('is measured from the other side with the opposite sign, and only one reference is applied', async () => {
    await measureShifts(trialId)
    await call.apply(second)
    const { measured } = await measureShifts(trialId, second)
    const { shift } = measured.find(({ trialFlightId }) => trialFlightId === first) ?? {}
    expect(shift?.eastMetres).toBeCloseTo(-0.4, 2)
    expect(shift?.northMetres).toBeCloseTo(0.25, 2)
    const refused = await call.apply(first)
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.body.message).toContain('against another reference flight')
    await call.takeBack(second)
  })

  test('has a stale shift when its place is stated otherwise, and is not measured with that one', async () => {
    await measureShifts(trialId)
    await call.apply(second)
    const { db } = server.deps
    await db.updateTable('appliedShifts').set({ flightMap: 'another' }).where('flightId', '=', second).execute()
    await db.updateTable('measuredShifts').set({ flightMap: 'another' }).where('flightId', '=', second).execute()
    expect((await call.list(trialId)).measured).toContainEqual(
      expect.objectContaining({ trialFlightId: second, isStale: true }),
    )
    const failed = await coverOf(trialId)
    expect([failed.state, failed.reason]).toEqual(['FAILED', expect.stringContaining('before its map changed')])
    expect(await call.apply(second)).toMatchObject({ status: 409 })
    await call.takeBack(second)
    expect(await coverOf(trialId)).toMatchObject({ state: 'DONE' })
  })
})

test('without a shift there is nothing to apply, and a map that is gone says so', async () => {
  const { trialId, flightIds } = await makeTrial([fieldAt(0, 0), fieldAt(0, 0)])
  const [first = '', second = ''] = flightIds
  expect(await call.apply(second)).toMatchObject({ status: 409 })
  const { db, storage } = server.deps
  const flight = db.selectFrom('flightLayers').select('fileId').where('flightId', '=', second)
  const file = db.selectFrom('files').select('storageKey').where('id', '=', flight)
  await storage.remove({ key: (await file.executeTakeFirstOrThrow()).storageKey })
  const { run, measured } = await measureShifts(trialId)
  expect(run?.state).toBe('DONE')
  expect(measured).toMatchObject([{ trialFlightId: second, confidence: 'none', shift: null }])
  expect(measured[0]?.reason).toContain('field-1.tif')
  expect(await call.apply(second)).toMatchObject({ status: 409 })
  await server.call('removeTrialFlight', { token: customer.token, query: { trialFlightId: first } })
  expect(await call.list(trialId)).toEqual({ run: null, measured: [] })
  expect(await call.measure({ trialId })).toMatchObject({ status: 409 })
})

test('one at a time is measured; one that was cancelled records nothing', async () => {
  const { trialId } = await makeTrial([fieldAt(0, 0), fieldAt(0.1, 0)])
  expect(await call.measure({ trialId })).toMatchObject({ status: 200 })
  const second = await call.measure({ trialId })
  const cancelled = await server.call('cancelShifts', { token: customer.token, body: { trialId } })
  await waitForJobs(server, 'measure-shifts')
  expect([second.status, cancelled.status]).toEqual([409, 200])
  expect(await call.list(trialId)).toMatchObject({ run: { state: 'CANCELLED' }, measured: [] })
})

test('after a restart in the middle, flights that are done stay as they are, and the others follow', async () => {
  const { trialId, flightIds } = await makeTrial([fieldAt(0, 0), fieldAt(0.1, 0), fieldAt(-0.1, 0.2)])
  const [first = '', second = '', third = ''] = flightIds
  const { deps } = server
  const runId = randomUUID()
  const who = { authorId: customer.id, createdAt: deps.now() }
  await insertWork(server, { id: runId, kind: 'measure-shifts', state: 'QUEUED' })
  await deps.db
    .insertInto('shiftRuns')
    .values({ id: runId, trialId, referenceId: first, ...who })
    .execute()
  const restart = new AbortController()
  const report = (_stage: string, fraction: number) => fraction > 0.5 && restart.abort(new Error('Restart'))
  const stopped = ({ signal }: Attempt) => runShifts(deps, { runId }, { signal, report })
  await expect(runWork(server, { id: runId, signal: restart.signal }, stopped)).rejects.toThrow('Restart')
  const rows = () => deps.db.selectFrom('measuredShifts').selectAll().where('flightId', 'in', flightIds).execute()
  const half = await rows()
  expect(half.map(({ flightId, measured }) => [flightId, measured.confidence])).toEqual([[second, 'good']])
  await runWork(server, { id: runId }, (again) => runShifts(deps, { runId }, again))
  const whole = await rows()
  expect(whole.find(({ flightId }) => flightId === second)).toEqual(half[0])
  expect(whole.find(({ flightId }) => flightId === third)?.measured).toMatchObject({ confidence: 'good' })
  expect((await call.list(trialId)).run).toMatchObject({ state: 'DONE' })
})
