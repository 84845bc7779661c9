import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import type { RunItem } from '#contract/processing.ts'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { RUN_STAGES } from '#domain/processing.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import { RunFailed } from '#server/adapters/engines/engine.ts'
import { describeFlightJob } from '#server/features/files/derived.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { flightArchive, photoAt } from '#server/testing/server/flights.ts'
import { createTestEngine, product, QUALITY, stayIn, type TestEngine } from '#server/testing/server/test-engine.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
let engine: TestEngine
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server, { fullName: 'Sam Staff' })
  customer = await createUser(server)
})
beforeEach(async () => {
  // What is left of the test before would be told the new engine.
  for (const job of ['process-run', 'discard-run']) await waitForJobs(server, job)
  engine = createTestEngine()
  server.deps.engines.preview = engine
})
afterAll(() => server.close())

/** Six lines of photos, 7.5 m apart and 40 m high. */
const GOOD_FLIGHT = flightArchive({ lines: 6, shots: 8, height: 40 })

const soon = { timeout: 60_000, interval: 20 }

const submit = async (content = flightArchive({ shots: 5 }), person = customer) =>
  (await submitArchive(server, person, { content, start: { totalChunks: Math.ceil(content.length / 65_536) } }))
    .analysisRequestId

const start = (analysisRequestId: string, more: Partial<BodyIn<'startRun'>> = {}) =>
  server.call('startRun', { token: staff.token, body: { analysisRequestId, engine: 'preview', ...more } })

async function started(id: string, more: Partial<BodyIn<'startRun'>> = {}): Promise<string> {
  const { status, body } = await start(id, more)
  expect({ status, message: body.message }).toEqual({ status: 200, message: 'Processing started' })
  return body.data.runId
}

const runsOf = async (analysisRequestId: string): Promise<RunItem[]> =>
  (await server.call('listRuns', { token: staff.token, query: { analysisRequestId } })).body.data

/** The run once it is in this state. */
const runIn = (id: string, runId: string, state: RunItem['state']): Promise<RunItem> =>
  vi.waitFor(async () => {
    const run = (await runsOf(id)).find((one) => one.runId === runId)
    if (run?.state !== state) throw new Error(`It is ${run?.state}: ${run?.reason}`)
    return run
  }, soon)

const cancel = (runId: string) => server.call('cancelRun', { token: staff.token, body: { runId } })
const attach = (runId: string, description?: string) =>
  server.call('attachProducts', { token: staff.token, body: { runId, ...(description && { description }) } })
const namesOf = ({ products }: RunItem) => products.map(({ fileName }) => fileName)

const mapsOf = async (id: string, { token }: TestUser, withProducts: 'true' | 'false' = 'true') =>
  (await server.call('listMaps', { token, query: { analysisRequestId: id, withProducts } })).body.data
const reportOf = async (id: string, { token }: TestUser) =>
  (await server.call('getReport', { token, query: { analysisRequestId: id } })).body.data
const progressOf = async (id: string, { token }: TestUser) =>
  (await server.call('getProcessingProgress', { token, query: { analysisRequestId: id } })).body.data
const logOf = async (runId: string, from = '0') =>
  (await server.call('getRunLog', { token: staff.token, query: { runId, from } })).body.data

/** What the engine gets for a new archive of theirs. */
async function lensesOf(owner: TestUser) {
  const id = await submit(flightArchive({ shots: 5 }), owner)
  await runIn(id, await started(id), 'DONE')
  return engine.orders.at(-1)?.lenses
}

describe('a run', () => {
  test('gives the photos of the archive to the engine, and what it makes to staff, not to the customer', async () => {
    const id = await submit()
    const runId = await started(id, { options: { quality: 'high' } })
    const run = await runIn(id, runId, 'DONE')
    expect(run).toMatchObject({ engine: 'preview', fraction: 1, quality: QUALITY, startedBy: 'Sam Staff', attempt: 1 })
    expect(namesOf(run)).toEqual(['orthomosaic.tfw', 'orthomosaic.tif', 'quality.txt'])
    const [order] = engine.orders
    expect(order?.photos.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((at) => `DJI_000${at}.JPG`))
    expect(order).toMatchObject({ options: { quality: 'high' }, outputs: ['orthomosaic'], remembered: null })
    expect((await logOf(runId)).lines.map(({ line }) => line)).toEqual(['All photos are here'])

    for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
    const { mapId } = run.products.find(({ fileName }) => fileName === 'orthomosaic.tif') ?? {}
    const seen = (await mapsOf(id, staff)).find((map) => map.mapId === mapId)
    const version = 'COLMAP 3.8, GDAL 3.6.2'
    const accuracy = { noiseCm: 1.4, level: 'gps', tiltPercent: 0.3, bowCm: 4.2 }
    const madeBy = { engine: 'preview', time: run.requestedAt, version, options: { quality: 'high' }, accuracy }
    expect(seen).toMatchObject({
      state: 'READY',
      isProduct: true,
      runId,
      madeBy,
      transform: expect.any(Array) as unknown,
    })
    expect(run.products.map(({ file }) => file.madeBy)).toEqual([madeBy, madeBy, madeBy])
    expect(await mapsOf(id, staff, 'false')).toEqual([])
    expect(await mapsOf(id, customer)).toEqual([])
    expect(await reportOf(id, customer)).toBeNull()
    expect(await reportOf(id, staff)).toBeNull()
  })

  test('gets the lenses that earlier flights of the same customer have found, when those were straight', async () => {
    const [person, other] = [await createUser(server), await createUser(server)]
    expect(await lensesOf(person)).toEqual([])
    expect(await lensesOf(person)).toEqual([{ serial: 'SN1', k1: -0.02, k2: 0.004 }])
    expect(await lensesOf(other)).toEqual([])
    await server.deps.db
      .updateTable('runs')
      .set({ quality: JSON.stringify({ ...QUALITY, bowCm: 12 }) })
      .execute()
    expect(await lensesOf(person)).toEqual([])
  })

  test.each([
    { having: 'all photos', count: 5, heights: [190, 190, 190, 190, 190], log: /^All photos are here$/ },
    {
      having: 'some of them',
      count: 4,
      heights: [null, null, null, null, null],
      log: /geo\.txt is not used: of 5 photos, files say where 4 were taken/,
    },
  ])('gives positions of a file beside the photos when it has those of $having', async ({ count, heights, log }) => {
    const photos = Array.from({ length: 5 }, (_, at) => photoAt({ place: at }))
    const rows = photos.slice(0, count).map(({ name }, at) => `${name} 10.5 51.${at + 1} 190 0 0 0 0.02 0.03`)
    const geo = { name: 'geo.txt', content: Buffer.from(['EPSG:4326', ...rows].join('\n')) }
    const id = await submit(Buffer.from(makeZip([...photos, geo])))
    const runId = await started(id)
    await runIn(id, runId, 'DONE')
    expect(engine.orders[0]?.photos.map(({ position }) => position?.height ?? null)).toEqual(heights)
    expect((await logOf(runId)).lines.map(({ line }) => line).join('\n')).toMatch(log)
  })

  test('gets no finished maps that lie among the photos, and its log names them', async () => {
    const [scale, tiepoint, keys] = [[0.02, 0.02, 0], [0, 0, 0, 5e5, 5.7e6, 0], { 1024: 1, 3072: 32_632 }] as const
    const tiff = { width: 4, height: 3, bands: 3, photometric: 2, valueAt: () => 9 }
    const map = makeTiff({ ...tiff, scale, tiepoint, keys })
    const photos = [0, 1, 2, 3].map((place) => photoAt({ place }))
    const among = [...photos, { name: 'maps/ortho.tif', content: map }, { name: 'IMG_1.TIF', content: makeTiff(tiff) }]
    const id = await submit(Buffer.from(makeZip(among)))
    const runId = await started(id)
    await runIn(id, runId, 'DONE')
    const [order] = engine.orders
    expect(order?.photos.map(({ name }) => name)).toEqual([...photos.map(({ name }) => name), 'IMG_1.TIF'])
    expect((await logOf(runId)).lines.map(({ line }) => line)).toContain(
      'Left out, because they are finished maps with a place on Earth, not photos: maps/ortho.tif.',
    )

    const onlyMaps = await submit(Buffer.from(makeZip([{ name: 'ortho.tif', content: map }])))
    const failed = await runIn(onlyMaps, await started(onlyMaps), 'FAILED')
    expect(failed).toMatchObject({
      reason: 'There are no photos in the archive, only finished maps with a place on Earth.',
      advice: expect.stringContaining('attach them to the report') as unknown,
    })
  })

  test('its products become draft files of the report, once, and are maps of the customer when they are published', async () => {
    const id = await submit()
    const runId = await started(id)
    const run = await runIn(id, runId, 'DONE')
    for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
    expect((await attach(runId, 'The wet corner was not flown')).status).toBe(200)
    expect((await attach(runId)).status).toBe(200)
    expect((await reportOf(id, staff))?.files.map(({ fileName, isPublished }) => [fileName, isPublished])).toEqual(
      namesOf(run).map((name) => [name, false]),
    )
    expect(await reportOf(id, customer)).toBeNull()
    expect((await runsOf(id))[0]?.products.map(({ isAttached }) => isAttached)).toEqual([true, true, true])
    await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
    expect(await reportOf(id, customer)).toMatchObject({ remarks: 'The wet corner was not flown' })
    const [map] = (await mapsOf(id, customer)).filter(({ state }) => state === 'READY')
    expect(map).toMatchObject({
      fileName: 'orthomosaic.tif',
      purpose: 'What orthomosaic.tif is for.',
      mapId: run.products.find(({ fileName }) => fileName === 'orthomosaic.tif')?.mapId,
      runId: null,
      madeBy: { engine: 'preview', time: run.requestedAt, version: 'COLMAP 3.8, GDAL 3.6.2' },
    })
    await attachReportFile(server, staff, {
      id,
      fileName: 'by hand.tif',
      content: Buffer.from('a map'),
      publish: 'true',
    })
    const files = (await reportOf(id, customer))?.files.map((file) => [file.fileName, file.madeBy?.engine, file.mapId])
    expect(files).toContainEqual(['orthomosaic.tif', 'preview', map?.mapId])
    expect(files).toContainEqual(['quality.txt', 'preview', null])
    expect(files).toContainEqual(['by hand.tif', undefined, expect.any(String)])
    await server.call('describeMap', { token: staff.token, body: { mapId: map?.mapId ?? '', epsg: 32_615 } })
    const { token } = customer
    const { trialId } = (await server.call('createTrial', { token, body: { name: 'Of a preview' } })).body.data
    const body = { trialId, takenOn: '2026-07-01', orthomosaicMapId: map?.mapId ?? '' }
    expect((await server.call('addTrialFlight', { token, body })).status).toBe(200)
    const trial = (await server.call('getTrial', { token, query: { trialId } })).body.data
    expect(trial.flights.map(({ orthomosaic }) => orthomosaic.madeBy?.engine)).toEqual(['preview'])
    await waitForJobs(server, 'discard-run')
    expect(engine.discarded).toEqual([{ runId, attempt: 1, remembered: null }])
    const made = await server.deps.db.selectFrom('files').select('id').where('runId', '=', runId).execute()
    expect(made).toHaveLength(3)
  })

  test('that the engine refuses says why, with advice, evidence and what it made before', async () => {
    engine.work = async ({ keep, log }) => {
      await keep(product('report.pdf', 'of what could be done', 'report'))
      log('out of memory\u0000\u001b[2J')
      const suggestedOptions = { 'feature-quality': 'medium' }
      throw new RunFailed('It ran out of memory.', { advice: 'Use less.', evidence: ['137'], suggestedOptions })
    }
    const id = await submit()
    const runId = await started(id, { engine: 'preview', preset: 'preview' })
    const run = await runIn(id, runId, 'FAILED')
    expect(run).toMatchObject({ reason: 'It ran out of memory.', advice: 'Use less.', evidence: ['137'] })
    expect(run).toMatchObject({ suggestedOptions: { 'feature-quality': 'medium' }, preset: 'preview', quality: null })
    expect(namesOf(run)).toEqual(['report.pdf'])
    expect((await logOf(runId)).lines.map(({ line }) => line)).toEqual(['out of memory  [2J'])
    await waitForJobs(server, 'discard-run')
    expect(engine.discarded).toEqual([{ runId, attempt: 1, remembered: null }])

    engine.work = async ({ keep }) => keep(product('../map.tif', 'x'))
    const again = await server.call('restartRun', {
      token: staff.token,
      body: { runId, options: run.suggestedOptions ?? {} },
    })
    expect(again.status).toBe(200)
    const next = await runIn(id, again.body.data.runId, 'FAILED')
    expect(next).toMatchObject({ restartedFrom: runId, options: { 'feature-quality': 'medium' }, products: [] })
    expect(next.reason).toBe('The engine made nothing that can be kept.')
    expect((await attach(next.runId)).body.message).toBe('This run has no products')
  })

  test('keeps no product whose name or size can be wrong, and replaces one that comes again', async () => {
    const hostile = ['../../etc/passwd', '..', '', 'a\\b.tif', `${'x'.repeat(300)}.tif`, 'bell\u0007.txt']
    engine.work = async ({ keep }) => {
      for (const name of hostile) await keep(product(name, 'x'))
      await keep(product('empty.tif', ''))
      await keep(product('same.txt', 'first'))
      await keep(product('same.txt', 'second one'))
      await keep(product('__proto__', 'x'))
    }
    const id = await submit()
    const run = await runIn(id, await started(id), 'DONE')
    expect(run.products.map(({ fileName, bytes }) => [fileName, bytes])).toEqual([
      ['same.txt', 10],
      ['__proto__', 1],
    ])
    expect((await logOf(run.runId)).lines).toHaveLength(hostile.length + 1)
    const [first] = run.products
    expect(await (await fetch(first?.file.url ?? '')).text()).toBe('second one')
  })

  test('of which there is one at a time for an archive: of two starts at once one is refused', async () => {
    const reached = Promise.withResolvers<void>()
    engine.work = stayIn('running', reached.resolve)
    const id = await submit()
    const answers = await Promise.all([start(id), start(id)])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    await reached.promise
    const [run] = await runsOf(id)
    expect((await attach(run?.runId ?? '')).status).toBe(409)
    expect((await server.call('restartRun', { token: staff.token, body: { runId: run?.runId ?? '' } })).status).toBe(
      409,
    )
    expect(await progressOf(id, customer)).toMatchObject({ isProcessing: true })
    expect((await cancel(run?.runId ?? '')).status).toBe(200)
    expect(await progressOf(id, customer)).toEqual({ isProcessing: false, since: null, stage: null })
  })

  test.each(RUN_STAGES.filter((stage) => stage !== 'waiting'))(
    'that is cancelled in the stage %s ends for good, and its engine lets go of it',
    async (stage) => {
      const reached = Promise.withResolvers<void>()
      engine.work = stayIn(stage, reached.resolve)
      const id = await submit()
      const runId = await started(id)
      await reached.promise
      expect((await cancel(runId)).status).toBe(200)
      expect((await cancel(runId)).status).toBe(409)
      await vi.waitFor(() => expect(engine.discarded).toContainEqual({ runId, attempt: 1, remembered: null }), soon)
      await waitForJobs(server, 'process-run')
      expect(await runIn(id, runId, 'CANCELLED')).toMatchObject({ products: [], quality: null })
    },
  )

  test('that waits is cancelled before its engine hears of it', async () => {
    engine.capacity = 0
    const id = await submit()
    const runId = await started(id)
    await waitForJobs(server, 'start-runs')
    expect((await runsOf(id))[0]).toMatchObject({ state: 'QUEUED', ahead: expect.any(Number) as number })
    expect((await cancel(runId)).status).toBe(200)
    engine.capacity = 4
    await started(id)
    await vi.waitFor(async () => expect((await runsOf(id))[0]?.state).toBe('DONE'), soon)
    expect(engine.orders.map((order) => order.runId)).not.toContain(runId)
  })

  test('that was cancelled stays so when its engine ends it all the same, and nothing of that is kept', async () => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const refused = Promise.withResolvers<unknown>()
    engine.work = async ({ keep, remember }) => {
      reached.resolve()
      await released.promise
      await remember('node 7')
      await keep(product('late.txt', 'late')).catch(refused.resolve)
    }
    const id = await submit()
    const runId = await started(id)
    await reached.promise
    await cancel(runId)
    released.resolve()
    expect(await refused.promise).toBeInstanceOf(Error)
    for (const job of ['process-run', 'discard-run']) await waitForJobs(server, job)
    // In any order: both may be worked on at once.
    expect(engine.discarded).toContainEqual({ runId, attempt: 1, remembered: 'node 7' })
    expect(await runIn(id, runId, 'CANCELLED')).toMatchObject({ products: [], quality: null })
  })

  test('of an archive without photos says so, and asks no engine', async () => {
    const id = await submit(Buffer.from('no archive at all'))
    const run = await runIn(id, await started(id), 'FAILED')
    expect(run.reason).toContain('neither a ZIP nor a TAR')
    expect(engine.orders).toEqual([])
  })

  test('of an archive whose photos lie on top of each other unpacks none, and asks no engine', async () => {
    const photo = photoAt({ place: 0 })
    const id = await submit(Buffer.from(makeZip([photo, { ...photo, name: 'DJI_0002.JPG', from: 0 }])))
    await waitForJobs(server, 'check-file')
    const run = await runIn(id, await started(id), 'FAILED')
    expect(run.reason).toContain('lies on top of itself')
    expect(engine.orders).toEqual([])
  })

  test('can only be started on an engine that is set up, with a preset that it has', async () => {
    const id = await submit()
    expect((await start(id, { engine: 'farm' })).body.message).toContain('This engine is not set up')
    expect((await start(id, { preset: 'fine' })).status).toBe(400)
    expect((await start(id, { options: { 'a b': 1 } })).status).toBe(400)
  })
})

const setAutomatic = (analysisRequestId: string, startsPreview = true) =>
  server.call('setAutomaticRuns', { token: staff.token, body: { analysisRequestId, startsPreview } })
const looked = async () => {
  for (const job of ['check-file', 'describe-flight', 'start-runs', 'process-run']) await waitForJobs(server, job)
}

describe('a project whose good flights are previewed by themselves', () => {
  test('has one run for each archive that gives no reason to doubt it, also when it is looked at again', async () => {
    const person = await createUser(server)
    const before = await submit(GOOD_FLIGHT, person)
    await looked()
    expect((await setAutomatic(before)).body.data).toEqual({ projectType: 'Soybean_Trial', startsPreview: true })
    expect(await runsOf(before)).toEqual([])
    const [good, doubtful] = [await submit(GOOD_FLIGHT, person), await submit(flightArchive({ shots: 2 }), person)]
    await looked()
    expect(await runsOf(good)).toMatchObject([{ state: 'DONE', engine: 'preview', startedBy: null }])
    expect(await runsOf(doubtful)).toEqual([])
    const engines = (query: object) => server.call('listEngines', { token: staff.token, query })
    const [, preview] = (await engines({ analysisRequestId: good })).body.data
    const estimates = preview?.presets.map(({ estimate }) => estimate) ?? []
    expect(estimates[0]).toMatchObject({ runs: 1, secondsFrom: estimates[0]?.secondsTo })
    expect(estimates.slice(1).map((estimate) => estimate?.runs)).toEqual([0, 0])
    expect(preview?.presets.every(({ diskBytes }) => diskBytes !== null)).toBe(true)
    const anywhere = (await engines({})).body.data.flatMap(({ presets }) => presets.map(({ estimate }) => estimate))
    expect(new Set(anywhere)).toEqual(new Set([null]))

    const files = server.deps.db.selectFrom('files').select('id').where('analysisId', '=', good)
    const { id: fileId } = await files.where('kind', '=', 'ARCHIVE').executeTakeFirstOrThrow()
    await server.deps.db.updateTable('flights').set({ maker: 0 }).where('fileId', '=', fileId).execute()
    await server.deps.queue.enqueue(server.deps.db, describeFlightJob, { fileId })
    await looked()
    expect(await runsOf(good)).toHaveLength(1)

    await setAutomatic(good, false)
    const after = await submit(GOOD_FLIGHT, person)
    await looked()
    expect(await runsOf(after)).toEqual([])
  })
})
