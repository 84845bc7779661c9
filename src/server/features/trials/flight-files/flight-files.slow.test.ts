import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FlightFileKind } from '#domain/trials.ts'
import { sharp } from '#server/compute/safe-sharp.ts'
import { isStored } from '#server/features/files/store-derived.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff, trialOnMaps } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inUtm, polygon, square } from '#server/testing/server/trials.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { insertWork } from '#server/testing/server/work.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
let stranger: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
  stranger = await createUser(server)
})
afterAll(() => server.close())

const PLANTS = [60, 120, 60]
const SOIL = [120, 100, 80]
const PLOTS = inUtm([polygon({ plot_id: '101' }, square(1.2, 1.2, 4)), polygon({ plot_id: '102' }, square(8, 1.2, 4))])

type Given = { method?: 'exg' | 'none'; plots?: typeof PLOTS; dates?: string[] }

async function measuredTrial(owner: TestUser, { method = 'exg', plots = PLOTS, dates = ['2026-07-01'] }: Given = {}) {
  const content = fieldTiff({
    width: 70,
    height: 60,
    pixel: 0.2,
    bands: 3,
    photometric: 2,
    valueAt: (x, _y, band) => (x < 35 ? PLANTS : SOIL)[band] ?? 0,
  })
  const flights = dates.map((takenOn) => ({ takenOn, orthomosaic: { fileName: `field ${takenOn}.tif`, content } }))
  const { trialId, flightIds } = await trialOnMaps(server, { owner, staff, flights, plots })
  const body = { trialId, bufferMetres: 0, mask: { method }, traits: ['NGRDI'] }
  const { token } = owner
  const { measurementId } = (await server.call('startMeasurement', { token, body })).body.data
  await waitForJobs(server, 'measure-trial')
  return { trialId, measurementId, trialFlightId: flightIds[0] ?? '' }
}

const stateFor = async ({ token }: TestUser, query: Wanted) => {
  const { status, body } = await server.call('getFlightFile', { token, query })
  return status === 200 ? body.data.state : status
}
type Wanted = { measurementId: string; trialFlightId?: string; kind: FlightFileKind; trait?: string }
const make = async ({ token }: TestUser, body: Wanted) => {
  const { status } = await server.call('makeFlightFile', { token, body })
  await waitForJobs(server, 'write-flight-file')
  return status
}

test('a file of a flight is made for its owner; a stranger, another trial’s flight and what was not measured are not found', async () => {
  const { trialId: _, ...own } = await measuredTrial(customer)
  const other = await measuredTrial(stranger)
  const index = { ...own, kind: 'index', trait: 'NGRDI' } as const
  expect(await stateFor(customer, index)).toBe('NONE')
  expect(await make(stranger, index)).toBe(404)
  expect(await stateFor(stranger, index)).toBe(404)
  const { status } = await server.call('cancelFlightFile', { token: stranger.token, body: index })
  expect(status).toBe(404)
  expect(await make(customer, { ...index, trialFlightId: other.trialFlightId })).toBe(404)
  expect(await make(customer, { ...index, trait: 'NDVI' })).toBe(404)
  expect(await make(customer, { ...own, kind: 'index' })).toBe(404)
  expect(await stateFor(customer, index)).toBe('NONE')

  expect(await make(customer, index)).toBe(200)
  expect(await stateFor(customer, index)).toBe('READY')
  expect(await stateFor(stranger, index)).toBe(404)
  const { data } = (await server.call('getFlightFile', { token: customer.token, query: index })).body
  const file = await fetch(data.url ?? '')
  expect(file.headers.get('content-disposition')).toContain('Field_7_2026-07-01_NGRDI.tif')
  expect((await file.arrayBuffer()).byteLength).toBe(data.bytes)
})

test('pictures of plots are those of the map at full resolution, in a ZIP whose names no system takes for a path', async () => {
  const odd = inUtm([
    polygon({ plot_id: '../x' }, square(1.2, 1.2, 4)),
    polygon({ plot_id: 'a/b' }, square(8, 1.2, 4)),
    polygon({ plot_id: 'a_b' }, square(5, 6, 4)),
    polygon({ plot_id: 'outside' }, square(50, 60, 4)),
  ])
  const { trialId: _, ...own } = await measuredTrial(customer, { plots: odd })
  for (const kind of ['clips-png', 'clips-jpeg'] as const) {
    expect(await make(customer, { ...own, kind })).toBe(200)
    const { data } = (await server.call('getFlightFile', { token: customer.token, query: { ...own, kind } })).body
    expect(data.reason).toBeNull()
    const entries = unzipSync(new Uint8Array(await (await fetch(data.url ?? '')).arrayBuffer()))
    const ending = kind === 'clips-png' ? 'png' : 'jpg'
    const names = ['a_b_2026-07-01', 'a_b_2026-07-01_2', 'x_2026-07-01'].map((name) => `${name}.${ending}`)
    expect(Object.keys(entries).toSorted()).toEqual([...names, 'plots.csv'].toSorted())
    expect(new TextDecoder().decode(entries['plots.csv'])).toBe(
      `plot_id,file\r\n../x,${names[2]}\r\na/b,${names[0]}\r\na_b,${names[1]}\r\n`,
    )
    const picture = sharp(entries[names[1] ?? ''])
    const { info, data: pixels } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    // 4 m are 20 pixels, and 2.4 around them on each side; plants end 2 m from its left edge.
    expect([info.width, info.height]).toEqual([26, 26])
    const at = (x: number) => [...pixels.subarray((13 * 26 + x) * 3, (13 * 26 + x) * 3 + 3)]
    const nearly = (colour: readonly number[]) =>
      colour.map((value) => expect.closeTo(value, kind === 'clips-png' ? 6 : -1))
    expect([at(3), at(22)]).toEqual([nearly(PLANTS), nearly(SOIL)])
  }
})

test('pictures of all flights come in one ZIP with a folder for each date, until a flight or the measurement is removed', async () => {
  const dates = ['2026-07-01', '2026-07-15']
  const { trialFlightId, measurementId } = await measuredTrial(customer, { dates })
  const all = { measurementId, kind: 'clips-jpeg' } as const
  expect(await make(stranger, all)).toBe(404)
  expect(await make(customer, { ...all, kind: 'mask' })).toBe(409)
  expect(await make(customer, all)).toBe(200)
  const { token } = customer
  const { data } = (await server.call('getFlightFile', { token, query: all })).body
  expect(data).toMatchObject({ state: 'READY', reason: null })
  const file = await fetch(data.url ?? '')
  expect(file.headers.get('content-disposition')).toContain('Field_7_all_dates_plots_jpeg.zip')
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()))
  const rows = dates.flatMap((date) => ['101', '102'].map((id) => [id, date, `${date}/${id}_${date}.jpg`] as const))
  expect(Object.keys(entries).toSorted()).toEqual([...rows.map(([, , name]) => name), 'plots.csv'].toSorted())
  expect(new TextDecoder().decode(entries['plots.csv'])).toBe(
    ['plot_id,date,file', ...rows.map((row) => row.join(','))].map((line) => `${line}\r\n`).join(''),
  )

  const { db, storage } = server.deps
  const keyOfAll = async () => {
    const rowsOfAll = db.selectFrom('flightFiles').select('key').where('key', 'like', '%/clips-jpeg-1.zip')
    return [...new Set((await rowsOfAll.execute()).map(({ key }) => key))]
  }
  const [ofBoth = ''] = await keyOfAll()
  await server.call('removeTrialFlight', { token, query: { trialFlightId } })
  await waitForJobs(server, 'remove-object')
  expect([await stateFor(customer, all), await isStored(storage, ofBoth)]).toEqual(['NONE', false])
  await make(customer, all)
  expect(await stateFor(customer, all)).toBe('READY')
  const ofOne = (await keyOfAll()).find((key) => key !== ofBoth) ?? ''
  await server.call('deleteMeasurement', { token, query: { measurementId } })
  await waitForJobs(server, 'remove-object')
  expect([await isStored(storage, ofOne), await keyOfAll()]).toEqual([false, []])
})

test('without a mask there is none to download', async () => {
  const { trialId: _, ...own } = await measuredTrial(customer, { method: 'none' })
  expect(await make(customer, { ...own, kind: 'mask' })).toBe(409)
})

test('a file that was thrown away can be made again, and goes with its flight', async () => {
  const { trialId: _, ...own } = await measuredTrial(customer)
  const mask = { ...own, kind: 'mask' } as const
  await make(customer, mask)
  const { db, storage } = server.deps
  const keys = await db.selectFrom('flightFiles').select('key').execute()
  const { key } = keys.find((one) => one.key.includes('/mask-')) ?? { key: '' }
  await storage.remove({ key })
  expect(await stateFor(customer, mask)).toBe('NONE')
  await make(customer, mask)
  expect(await stateFor(customer, mask)).toBe('READY')
  expect(await isStored(storage, key)).toBe(true)
  const { trialFlightId } = own
  await server.call('removeTrialFlight', { token: customer.token, query: { trialFlightId } })
  await waitForJobs(server, 'remove-object')
  expect(await isStored(storage, key)).toBe(false)
})

test('files go with the last measurement that has measured alike', async () => {
  const plots = inUtm([polygon({ plot_id: 'measured here only' }, square(1.2, 1.2, 4))])
  const { trialId, ...own } = await measuredTrial(customer, { plots })
  const { token } = customer
  const mask = { ...own, kind: 'mask' } as const
  await make(customer, mask)
  const { db, storage } = server.deps
  const { inputs } = await db
    .selectFrom('measuredFlights')
    .select('inputs')
    .where('measurementId', '=', own.measurementId)
    .executeTakeFirstOrThrow()
  const keys = () => db.selectFrom('flightFiles').select('key').where('key', 'like', `derived/${inputs}/%`).execute()
  const [{ key } = { key: '' }] = await keys()
  const body = { trialId, bufferMetres: 0, mask: { method: 'exg' as const }, traits: ['NGRDI'] }
  const again = (await server.call('startMeasurement', { token, body })).body.data
  await waitForJobs(server, 'measure-trial')
  const remove = async (measurementId: string) => {
    await server.call('deleteMeasurement', { token, query: { measurementId } })
    await waitForJobs(server, 'remove-object')
    return [(await keys()).length, await isStored(storage, key)]
  }
  expect(await remove(own.measurementId)).toEqual([1, true])
  expect(await stateFor(customer, { ...mask, ...again })).toBe('READY')
  expect(await remove(again.measurementId)).toEqual([0, false])
})

test('what is being made of a measurement is stopped when that is deleted', async () => {
  const { trialId: _, ...own } = await measuredTrial(customer)
  const work = { kind: 'write-flight-file', subject: `${own.measurementId} ${own.trialFlightId} mask` }
  const { db } = server.deps
  await insertWork(server, { id: randomUUID(), ...work, state: 'QUEUED' })
  const { measurementId } = own
  await server.call('deleteMeasurement', { token: customer.token, query: { measurementId } })
  const { state } = await db
    .selectFrom('work')
    .select('state')
    .where('subject', '=', work.subject)
    .executeTakeFirstOrThrow()
  expect(state).toBe('CANCELLED')
})

test('a map of which staff state other bands since is not read in another way than it was measured', async () => {
  const { trialId: _, ...own } = await measuredTrial(customer)
  const mask = { ...own, kind: 'mask' } as const
  const { db } = server.deps
  const { fileId } = await db
    .selectFrom('flightLayers')
    .select('fileId')
    .where('flightId', '=', own.trialFlightId)
    .executeTakeFirstOrThrow()
  const body = { mapId: fileId ?? '', bands: ['green', 'red', 'blue'] as const }
  await server.call('describeMap', { token: staff.token, body: { ...body, bands: [...body.bands] } })
  await waitForJobs(server, 'prepare-map')
  await make(customer, mask)
  const { data } = (await server.call('getFlightFile', { token: customer.token, query: mask })).body
  expect(data).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('Measure again') })
})

test('one file of a measurement is made at a time, and a stop is final', async () => {
  const { trialId: _, ...own } = await measuredTrial(customer)
  const { token } = customer
  const mask = { ...own, kind: 'mask' } as const
  const subject = `${own.measurementId} ${own.trialFlightId} mask`
  await insertWork(server, { id: randomUUID(), kind: 'write-flight-file', subject, state: 'QUEUED' })
  const index = { ...own, kind: 'index', trait: 'NGRDI' } as const
  const { status, body } = await server.call('makeFlightFile', { token, body: index })
  expect([status, body.message]).toEqual([409, expect.stringContaining('Another file')])
  expect((await server.call('makeFlightFile', { token, body: mask })).status).toBe(200)
  expect((await server.call('cancelFlightFile', { token, body: mask })).status).toBe(200)
  expect(await stateFor(customer, mask)).toBe('NONE')
  expect(await make(customer, index)).toBe(200)
  expect(await stateFor(customer, index)).toBe('READY')
})

test('the pixels of a map that is not published are for staff only; values stay', async () => {
  const { trialId, ...own } = await measuredTrial(customer)
  const index = { ...own, kind: 'index', trait: 'NGRDI' } as const
  expect(await make(customer, index)).toBe(200)
  const { db } = server.deps
  const maps = db.selectFrom('flightLayers').select('fileId').where('flightId', '=', own.trialFlightId)
  await db.updateTable('files').set({ publishedAt: null }).where('id', 'in', maps).execute()
  expect([await stateFor(customer, index), await stateFor(staff, index)]).toEqual([409, 'READY'])
  expect(await make(customer, { ...own, kind: 'clips-png' })).toBe(409)
  const pictureFor = async ({ token }: TestUser) => {
    const { body } = await server.call('brapiImages', { token, query: { studyDbId: trialId } })
    return body.result.data[0]?.imageURL
  }
  expect([await pictureFor(customer), await pictureFor(staff)]).toEqual([undefined, expect.any(String)])
  const query = { measurementId: own.measurementId, flightId: own.trialFlightId, trait: 'NGRDI' }
  const values = await server.call('getTraitValues', {
    token: customer.token,
    query: { ...query, stat: 'mean', scope: 'all' },
  })
  expect(values.status).toBe(200)
})
