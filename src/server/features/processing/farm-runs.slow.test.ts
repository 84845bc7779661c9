import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import type { RunItem } from '#contract/processing.ts'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { hours, minutes } from '#domain/units.ts'
import { createFarm } from '#server/adapters/engines/farm/farm.ts'
import type { Engines } from '#server/adapters/engines/open-engines.ts'
import { COMPLETED, type FakeNode, failed, running, saying, startFakeNode } from '#server/testing/engines/fake-node.ts'
import { DAMAGED_MAP, RESULT, zipOf } from '#server/testing/engines/farm-runs.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { flightArchive, photoAt } from '#server/testing/server/flights.ts'
import { createTestEngine } from '#server/testing/server/test-engine.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { processRun } from './process-run.ts'
import { startRuns } from './start-runs.ts'

/** With characters that addresses write otherwise. */
const TOKEN = 'se+cret/tok en'
const soon = { timeout: 60_000, interval: 20 }

let node: FakeNode
let spare: FakeNode
let server: TestServer
let staff: TestUser
/** What the program logs, and what calls reply. */
const logged: string[] = []
const replies: string[] = []
let asSetUp: Engines['farm']
beforeAll(async () => {
  ;[node, spare] = await Promise.all([startFakeNode({ token: TOKEN }), startFakeNode({ token: TOKEN })])
  const env = { ENGINE_URLS: `${node.url},${spare.url}`, ENGINE_TOKENS: `${TOKEN},${TOKEN}`, LOG_LEVEL: 'trace' }
  const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) })
  const opened = await openTestServer(env, { log })
  const call: TestServer['call'] = async (name, options) => {
    const answer = await opened.call(name, options)
    replies.push(JSON.stringify(answer.body))
    return answer
  }
  server = { ...opened, call }
  asSetUp = server.deps.engines.farm
  staff = await createStaff(server)
})
/** Both nodes are free, and the farm asks them more often than it would. */
beforeEach(() => {
  for (const one of [node, spare]) reset(one)
  server.deps.engines.farm = farm()
})
afterAll(async () => {
  await server.close()
  await Promise.all([node.close(), spare.close()])
})

function reset(one: FakeNode): void {
  one.tasks.clear()
  Object.assign(one, {
    begun: [],
    course: [COMPLETED],
    log: ['[INFO] Initializing'],
    result: zipOf(RESULT),
    info: { maxParallelTasks: 2, maxImages: null, others: 0 },
    completesAfterCancel: false,
  })
}

const farm = (nodes = server.deps.config.farmNodes) =>
  createFarm({
    nodes,
    folder: server.deps.config.dataDir,
    compute: server.deps.compute,
    times: { pollMs: 20, lostMs: minutes(15), stuckMs: hours(12) },
  })
const onlyOne = () => farm(server.deps.config.farmNodes.slice(0, 1))

type Submitted = { content?: Buffer; outputs?: BodyIn<'startUpload'>['reportCategories'] }
async function submit({ content = flightArchive({ shots: 3 }), outputs = ['orthomosaic'] }: Submitted = {}) {
  const start = { totalChunks: Math.ceil(content.length / 65_536), reportCategories: outputs }
  const customer = await createUser(server)
  return (await submitArchive(server, customer, { content, start })).analysisRequestId
}

async function started(analysisRequestId: string, more: Partial<BodyIn<'startRun'>> = {}): Promise<string> {
  const body = { analysisRequestId, engine: 'farm' as const, ...more }
  const answer = await server.call('startRun', { token: staff.token, body })
  expect(answer.body.message).toBe('Processing started')
  return answer.body.data.runId
}

const runsOf = async (analysisRequestId: string): Promise<RunItem[]> =>
  (await server.call('listRuns', { token: staff.token, query: { analysisRequestId } })).body.data

/** The newest run of a request once it is in this state. */
const runIn = (id: string, state: RunItem['state']): Promise<RunItem> =>
  vi.waitFor(async () => {
    const [run] = await runsOf(id)
    if (run?.state !== state) throw new Error(`It is ${run?.state}: ${run?.reason}`)
    return run
  }, soon)
const linesOf = async (runId: string) =>
  (await server.call('getRunLog', { token: staff.token, query: { runId, from: '0' } })).body.data.lines.map(
    ({ line }) => line,
  )
const begun = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), soon)
const namesOf = ({ products }: RunItem) => products.map(({ fileName }) => fileName)
const farmOf = async () =>
  (await server.call('listEngines', { token: staff.token })).body.data.find(({ engine }) => engine === 'farm')

/** Three points, each marked in the photo of the first folder and in the one beside the folders. */
const GCP_LIST = [
  'EPSG:32632',
  ...[1, 2, 3].flatMap((at) =>
    ['100MEDIA/DJI_0001.JPG', 'DJI_0007.JPG'].map((photo) => `60400${at} 5706000 5${at} 1${at} 2${at} ${photo} p${at}`),
  ),
  '',
].join('\n')

describe('a run on the farm', () => {
  test('goes to a node with its folders, points and options, and comes back as products that can be attached', async () => {
    server.deps.engines.farm = asSetUp
    const content = makeZip([
      { ...photoAt({ place: 1 }), name: '100MEDIA/DJI_0001.JPG' },
      { ...photoAt({ place: 2 }), name: '101MEDIA/DJI_0001.JPG' },
      { ...photoAt({ place: 3 }), name: 'DJI_0007.JPG' },
      { name: 'gcp_list.txt', content: Buffer.from(GCP_LIST) },
      { name: 'points.csv', content: Buffer.from('label,easting,northing,height\np1,604001,5706000,51\n') },
    ])
    const id = await submit({ content: Buffer.from(content), outputs: ['orthomosaic', 'elevationModels', '3dModel'] })
    const runId = await started(id, { preset: 'fast', options: { 'pc-quality': 'low' } })
    const run = await runIn(id, 'DONE')
    expect(run).toMatchObject({ quality: { photos: 3, usedPhotos: 3, notes: [expect.stringContaining('gcp_list')] } })
    expect(run.products.map(({ fileName, kind }) => [fileName, kind])).toEqual([
      ['orthophoto.tif', 'orthomosaic'],
      ['dsm.tif', 'elevation'],
      ['dtm.tif', 'terrain'],
      ['georeferenced_model.laz', 'points'],
      ['textured_model.glb', 'model'],
      ['report.pdf', 'report'],
    ])
    const [task] = [...node.begun, ...spare.begun]
    const sent = new Map(task?.files.map(({ name, bytes }) => [name, bytes]))
    expect([...sent.keys()].toSorted()).toEqual([
      '100MEDIA__DJI_0001.JPG',
      '101MEDIA__DJI_0001.JPG',
      'DJI_0007.JPG',
      'gcp_list.txt',
    ])
    expect(sent.get('101MEDIA__DJI_0001.JPG')).toEqual(Buffer.from(photoAt({ place: 2 }).content))
    expect(sent.get('gcp_list.txt')?.toString()).toBe(GCP_LIST.replaceAll('100MEDIA/', '100MEDIA__'))
    const options = Object.fromEntries(task?.options.map(({ name, value }) => [name, value]) ?? [])
    expect(options).toMatchObject({ dsm: true, dtm: true, gltf: true, 'pc-quality': 'low', 'skip-report': true })
    expect(options).not.toHaveProperty('skip-3dmodel')
    expect((await linesOf(runId)).join('\n')).toMatch(/points\.csv is not used: its points are not marked/)

    await waitForJobs(server, 'discard-run')
    expect([node.tasks.size, spare.tasks.size]).toEqual([0, 0])
    expect((await server.call('attachProducts', { token: staff.token, body: { runId } })).status).toBe(200)
    for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
    const query = { analysisRequestId: id }
    const { body } = await server.call('getReport', { token: staff.token, query })
    expect(body.data?.files.map(({ fileName, isPublished }) => [fileName, isPublished])).toEqual(
      namesOf(run).map((name) => [name, false]),
    )
    const maps = (await server.call('listMaps', { token: staff.token, query })).body.data
    const ready = maps.filter(({ state }) => state === 'READY').map(({ fileName }) => fileName)
    expect(ready).toEqual(['orthophoto.tif', 'dsm.tif', 'dtm.tif'])
  })

  test('says of a map that it made why it can not be shown, before it is attached', async () => {
    node.result = zipOf({ ...RESULT, 'odm_dem/dtm.tif': DAMAGED_MAP })
    server.deps.engines.farm = onlyOne()
    const id = await submit({ outputs: ['elevationModels'] })
    await started(id)
    const { products } = await runIn(id, 'DONE')
    for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
    const query = { analysisRequestId: id, withProducts: 'true' as const }
    const maps = (await server.call('listMaps', { token: staff.token, query })).body.data
    const mapOf = (fileName: string) => {
      const product = products.find((one) => one.fileName === fileName)
      expect(product?.isAttached).toBe(false)
      return maps.find(({ mapId }) => mapId === product?.mapId)
    }
    expect(mapOf('dsm.tif')).toMatchObject({ state: 'READY', reason: null })
    expect(mapOf('dtm.tif')).toMatchObject({
      state: 'FAILED',
      isProduct: true,
      url: null,
      reason: expect.stringContaining('damaged') as unknown,
    })
  })

  test('that is cancelled stays so without products, though its node completes it', async () => {
    for (const one of [node, spare]) Object.assign(one, { course: [running(40)], completesAfterCancel: true })
    const id = await submit()
    const runId = await started(id)
    await vi.waitFor(async () => expect((await runsOf(id))[0]).toMatchObject({ stage: 'running', fraction: 0.4 }), soon)
    expect((await server.call('cancelRun', { token: staff.token, body: { runId } })).status).toBe(200)
    for (const job of ['process-run', 'process-farm-run', 'discard-run']) await waitForJobs(server, job)
    expect(await runIn(id, 'CANCELLED')).toMatchObject({ products: [], quality: null })
    expect([node.tasks.size, spare.tasks.size]).toEqual([0, 0])
    expect(node.begun.length + spare.begun.length).toBe(1)
    expect([node, spare].flatMap(({ calls }) => calls)).toContain('cancel')
  })

  test('begins again where a node restarts and has forgotten it, and makes no product twice', async () => {
    node.info.maxParallelTasks = 3
    node.course = [running(10)]
    const id = await submit()
    await started(id)
    await begun(() => node.begun.length === 1)
    node.restart()
    const run = await runIn(id, 'DONE')
    expect([node.begun.length, spare.begun.length]).toEqual([1, 1])
    expect(spare.begun[0]?.uuid).not.toBe(node.begun[0]?.uuid)
    expect(namesOf(run)).toEqual([...new Set(namesOf(run))])
    expect((await linesOf(run.runId)).join('\n')).toContain('does not know the task any more, as after a restart')
  })

  test('that fails says why in plain words, and is run again with what may help', async () => {
    server.deps.engines.farm = onlyOne()
    node.course = [failed('Not enough memory')]
    node.log = ['[INFO] running', '[ERROR] Child returned 137']
    const id = await submit()
    await started(id, { options: { 'min-num-features': 20_000 } })
    const run = await runIn(id, 'FAILED')
    expect(run).toMatchObject({
      reason: 'The node ran out of memory.',
      advice: expect.stringContaining('more memory') as string,
      evidence: expect.arrayContaining(['[ERROR] Child returned 137']) as string[],
      suggestedOptions: { 'pc-quality': 'low' },
    })
    node.course = [COMPLETED]
    const body = { runId: run.runId, options: run.suggestedOptions ?? {} }
    await server.call('restartRun', { token: staff.token, body })
    expect(await runIn(id, 'DONE')).toMatchObject({ restartedFrom: run.runId })
    expect(node.begun.at(-1)?.options).toContainEqual({ name: 'pc-quality', value: 'low' })
  })

  test('keeps what can be used of a result, and says of the rest why not', async () => {
    for (const one of [node, spare])
      one.result = zipOf({ ...RESULT, 'odm_dem/dsm.tif': new Uint8Array(), 'odm_report/report.pdf': new Uint8Array(3) })
    const id = await submit({ outputs: ['elevationModels'] })
    await started(id)
    const run = await runIn(id, 'DONE')
    expect(namesOf(run)).toEqual(['orthophoto.tif', 'dtm.tif', 'georeferenced_model.laz', 'textured_model.glb'])
    expect(run.quality?.notes).toEqual([
      'For elevation models, dsm.tif is missing.',
      'dsm.tif is not usable. It is empty.',
      'report.pdf is not usable. Despite its name, this file is no PDF.',
    ])
  })

  test('with options that the node does not have ends before a photo is sent, and staff can read those it has', async () => {
    const { body } = await server.call('listEngineOptions', { token: staff.token, query: { engine: 'farm' } })
    expect(body.data).toContainEqual(expect.objectContaining({ name: 'mesh-octree-depth', type: 'int', value: '11' }))
    const id = await submit()
    await started(id, { options: { 'pc-qualty': 'high', 'mesh-octree-depth': 20, 'pc-quality': 'best' } })
    const { reason, advice, suggestedOptions } = await runIn(id, 'FAILED')
    expect(reason).toBe(
      "These options can't be used: pc-qualty is not an option of this node; pc-quality must be one of ultra, high, medium, low, lowest; mesh-octree-depth must be a whole number from 1 to 14.",
    )
    expect({ advice, suggestedOptions }).toEqual({
      advice: 'Correct or remove them, and run again.',
      suggestedOptions: {},
    })
    expect([...node.begun, ...spare.begun]).toEqual([])
  })

  test('waits for its turn where all slots are taken, and where no node is in service', async () => {
    server.deps.engines.farm = onlyOne()
    node.info.maxParallelTasks = 1
    node.course = [running(10)]
    const [first, second] = [await submit(), await submit()]
    const [firstId] = [await started(first), await started(second)]
    await begun(() => node.begun.length === 1)
    await waitForJobs(server, 'start-runs')
    expect((await runsOf(second))[0]).toMatchObject({ state: 'QUEUED', ahead: 0 })
    expect(node.begun).toHaveLength(1)
    expect(await farmOf()).toMatchObject({ isSetUp: true, isReady: false, capacity: 1, queued: 1, running: 1 })

    server.deps.engines.farm = farm(server.deps.config.farmNodes.map((one) => ({ ...one, isDrained: true })))
    await server.call('cancelRun', { token: staff.token, body: { runId: firstId } })
    for (const job of ['discard-run', 'start-runs']) await waitForJobs(server, job)
    expect((await runsOf(second))[0]).toMatchObject({ state: 'QUEUED' })
    expect(await farmOf()).toMatchObject({
      isReady: false,
      capacity: 0,
      reason: expect.stringContaining('service') as string,
    })

    server.deps.engines.farm = onlyOne()
    node.course = [COMPLETED]
    await startRuns(server.deps)
    await runIn(second, 'DONE')
  })
})

test('runs that wait for a farm hold up no preview', async () => {
  for (const one of [node, spare]) one.course = [running(10)]
  node.info.maxParallelTasks = 4
  server.deps.engines.preview = createTestEngine()
  const ids = await Promise.all(Array.from({ length: 5 }, () => submit()))
  const runIds = await Promise.all(ids.map((id) => started(id)))
  await begun(() => node.begun.length + spare.begun.length === 5)
  const [id = ''] = ids
  await started(id, { engine: 'preview' })
  expect(await runIn(id, 'DONE')).toMatchObject({ engine: 'preview' })
  for (const runId of runIds) await server.call('cancelRun', { token: staff.token, body: { runId } })
  for (const job of ['process-farm-run', 'discard-run']) await waitForJobs(server, job)
})

test('a run that a stop hands back goes on with its task: nothing is sent again', async () => {
  const other = await openTestServer({}, { runsJobs: false })
  try {
    const [person, admin] = [await createUser(other), await createStaff(other)]
    node.course = [running(10)]
    const open = () => ({
      ...other.deps,
      engines: { preview: null, farm: onlyOne() },
    })
    const content = flightArchive({ shots: 3 })
    other.deps.engines.farm = onlyOne()
    const { analysisRequestId } = await submitArchive(other, person, { content })
    const { body } = await other.call('startRun', { token: admin.token, body: { analysisRequestId, engine: 'farm' } })
    const { runId } = body.data
    await startRuns(other.deps)
    const stop = new AbortController()
    const stopped = processRun(open(), { runId }, { signal: stop.signal })
    await begun(() => node.begun.length === 1)
    stop.abort(new Error('The program stops'))
    await expect(stopped).rejects.toThrow('The program stops')
    const uploads = node.calls.filter((one) => one === 'upload').length
    for (const task of node.tasks.values()) task.course = [COMPLETED]
    await processRun(open(), { runId })
    const query = { analysisRequestId }
    const [run] = (await other.call('listRuns', { token: admin.token, query })).body.data
    expect(run).toMatchObject({ state: 'DONE', attempt: 1 })
    expect(node.begun).toHaveLength(1)
    expect(node.calls.filter((one) => one === 'upload')).toHaveLength(uploads)
  } finally {
    await other.close()
  }
})

test('tokens of nodes are in no log, reply, error or row, though the nodes repeat them', async () => {
  server.deps.engines.farm = onlyOne()
  const written = [TOKEN, encodeURIComponent(TOKEN), TOKEN.replace('+', '%2B').replace('/', '%2F').replace(' ', '+')]
  const all = written.join(' and ')
  node.options.push({ name: 'echo', type: 'string', value: all, domain: all, help: all })
  node.log = [`GET /info?token=${all}`]
  node.course = [running(10), failed(`Cannot process dataset ${all}`)]
  node.fail('commit', saying(`refused ${all}`))
  const id = await submit()
  await started(id, { options: { 'min-num-features': 20_000 } })
  const run = await runIn(id, 'FAILED')
  expect(run.evidence.join()).toContain('Cannot process dataset …')
  expect((await linesOf(run.runId)).join()).toContain('token=…')
  const { body } = await server.call('listEngineOptions', { token: staff.token, query: { engine: 'farm' } })
  expect(body.data.at(-1)).toMatchObject({ name: 'echo', help: '… and … and …' })
  node.fail('info', ...Array.from({ length: 3 }, () => saying(`Invalid token ${all}`)))
  server.deps.engines.farm = onlyOne()
  expect((await farmOf())?.reason).toContain('Invalid token … and … and …')
  await waitForJobs(server, 'discard-run')

  const { db } = server.deps
  const rows = JSON.stringify([
    await db.selectFrom('runs').selectAll().execute(),
    await db.selectFrom('runLines').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
  ])
  expect(logged.length).toBeGreaterThan(20)
  expect(replies.length).toBeGreaterThan(20)
  for (const text of written) {
    expect(rows).not.toContain(text)
    expect(replies.join('\n')).not.toContain(text)
    expect(logged.join('')).not.toContain(text)
  }
})
