import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { RUN_LOG, RUN_TRIES_MAX } from '#domain/processing.ts'
import type { EngineOrder } from '#server/adapters/engines/engine.ts'
import { flightArchive, photoAt } from '#server/testing/server/flights.ts'
import { createTestEngine, product, type TestEngine } from '#server/testing/server/test-engine.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { processRun } from './process-run.ts'
import { loadRun, selectRuns } from './queries.ts'
import { startRuns } from './start-runs.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
let engine: TestEngine
/** The jobs of a run are worked on by hand. */
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  staff = await createStaff(server)
})
beforeEach(async () => {
  customer = await createUser(server)
  engine = createTestEngine()
  server.deps.engines.preview = engine
})
afterAll(() => server.close())

const submit = async (content = flightArchive({ shots: 2 }), person = customer) =>
  (await submitArchive(server, person, { content, start: { totalChunks: Math.ceil(content.length / 65_536) } }))
    .analysisRequestId

const queued = async (analysisRequestId: string, priority: 'normal' | 'high' = 'normal') =>
  (
    await server.call('startRun', {
      token: staff.token,
      body: { analysisRequestId, engine: 'preview', priority },
    })
  ).body.data.runId

/** A run that its engine has taken up. */
async function taken(content?: Buffer<ArrayBuffer>): Promise<{ id: string; runId: string }> {
  const id = await submit(content)
  const runId = await queued(id)
  await startRuns(server.deps)
  return { id, runId }
}

const rowOf = (runId: string) => loadRun(server.deps.db, runId)
const filesOf = async (runId: string) =>
  (await server.deps.db.selectFrom('files').selectAll().where('runId', '=', runId).orderBy('fileName').execute()).map(
    ({ fileName, bytes }) => [fileName, bytes],
  )
/** Keys of objects that a job is to remove. */
const removals = async (): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select data ->> 'key' as key from queue.job where name = 'remove-object'`.execute(server.deps.db)
  return rows.map(({ key }) => key)
}
const discards = async (runId: string): Promise<object[]> => {
  const { rows } = await sql<{ data: object }>`
    select data from queue.job where name like 'discard-run%' and data ->> 'runId' = ${runId}
    order by (data ->> 'attempt')::int`.execute(server.deps.db)
  return rows.map(({ data }) => data)
}

const runningNow = async () =>
  (await selectRuns(server.deps.db).where('state', '=', 'RUNNING').execute()).map(({ id }) => id)

/** What an engine reads of each photo. */
const readAll = async ({ photos }: EngineOrder) =>
  Object.fromEntries(
    await Promise.all(
      photos.map(async ({ name, open, bytes }) => {
        const pieces: Uint8Array[] = []
        for await (const piece of open()) pieces.push(Uint8Array.from(piece))
        const content = Buffer.concat(pieces)
        expect(content.length).toBe(bytes)
        return [name, content.toString('latin1')] as const
      }),
    ),
  )

const deflated = (name: string, content: Buffer) => ({
  name,
  content: deflateRawSync(content),
  method: 8,
  unpackedBytes: content.length,
})

describe('a run', () => {
  test('that a stop of the program interrupts goes on with the same attempt, and what the engine remembered', async () => {
    const { runId } = await taken()
    const stop = new AbortController()
    engine.work = async ({ remember, keep, signal }) => {
      await keep(product('first.txt', 'of the first time'))
      await remember('node 7')
      stop.abort(new Error('The program stops'))
      signal.throwIfAborted()
    }
    await expect(processRun(server.deps, { runId }, { signal: stop.signal })).rejects.toThrow('The program stops')
    expect(await rowOf(runId)).toMatchObject({ state: 'RUNNING', tries: 0, attempt: 1, remembered: 'node 7' })
    engine.work = async ({ keep }) => keep(product('first.txt', 'again'))
    await processRun(server.deps, { runId })
    expect(engine.orders[1]).toMatchObject({ runId, attempt: 1, remembered: 'node 7' })
    expect(await rowOf(runId)).toMatchObject({ state: 'DONE', reason: null })
    expect(await filesOf(runId)).toEqual([['first.txt', 5]])
  })

  test('that a crash leaves while a product is stored starts again: no product twice, nothing left in the store', async () => {
    const { runId } = await taken()
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    engine.work = async ({ keep }) => {
      await keep(product('whole.txt', 'whole'))
      const half = product('half.txt', 'half')
      await keep({
        ...half,
        open: async function* () {
          yield Buffer.from('ha')
          reached.resolve()
          await held.promise
          yield Buffer.from('lf')
        },
      })
    }
    const crashed = processRun(server.deps, { runId })
    await reached.promise
    const { writing } = await rowOf(runId)
    expect(writing).toMatch(/half\.txt$/)

    engine.work = async ({ keep }) => {
      await keep(product('whole.txt', 'again'))
      await keep(product('half.txt', 'both halves'))
    }
    await processRun(server.deps, { runId })
    expect(await removals()).toContain(writing)
    expect(await rowOf(runId)).toMatchObject({ state: 'DONE', writing: null })
    const files = [
      ['half.txt', 11],
      ['whole.txt', 5],
    ]
    expect(await filesOf(runId)).toEqual(files)
    // It was no crash after all: what the first one stores late counts no more.
    held.resolve()
    await crashed
    expect(await filesOf(runId)).toEqual(files)
    expect((await removals()).filter((key) => key === writing)).toHaveLength(2)
    expect(await rowOf(runId)).toMatchObject({ state: 'DONE' })
  })

  test('that something unexpected stops is tried again, from the start after half of the tries, and fails in the end', async () => {
    const { id, runId } = await taken()
    engine.work = async ({ remember }) => {
      await remember('node 7')
      throw new Error('connection reset')
    }
    for (let tries = 1; tries < RUN_TRIES_MAX; tries += 1)
      await expect(processRun(server.deps, { runId })).rejects.toThrow('connection reset')
    await processRun(server.deps, { runId })
    const half = RUN_TRIES_MAX / 2
    expect(engine.orders.map(({ attempt, remembered }) => [attempt, remembered])).toEqual(
      Array.from({ length: RUN_TRIES_MAX }, (_, at) => [at < half ? 1 : 2, at % half === 0 ? null : 'node 7']),
    )
    expect(await discards(runId)).toEqual([1, 2].map((attempt) => ({ runId, attempt, remembered: 'node 7' })))
    const { body } = await server.call('listRuns', { token: staff.token, query: { analysisRequestId: id } })
    expect(body.data[0]).toMatchObject({ state: 'FAILED', reason: 'Something unexpected stopped it 6 times.' })
    expect(body.data[0]?.advice).toContain(runId)
  })

  test('that ends the program each time fails in the end', async () => {
    const { runId } = await taken()
    await server.deps.db.updateTable('work').set({ tries: RUN_TRIES_MAX }).where('id', '=', runId).execute()
    await processRun(server.deps, { runId })
    expect(engine.orders).toEqual([])
    expect(await rowOf(runId)).toMatchObject({ state: 'FAILED', tries: RUN_TRIES_MAX + 1 })
  })

  test('keeps the last lines of a long log, numbered on', async () => {
    const { runId } = await taken()
    engine.work = async ({ log }) => {
      for (let at = 0; at < RUN_LOG.linesMax + 10; at += 1) log(`${at} ${'x'.repeat(600)}`)
    }
    await processRun(server.deps, { runId })
    const read = async (from: number) =>
      (await server.call('getRunLog', { token: staff.token, query: { runId, from: String(from) } })).body.data
    const first = await read(0)
    expect(first.lines).toHaveLength(RUN_LOG.linesPerCall)
    expect(first.lines[0]?.line).toHaveLength(RUN_LOG.lineMax)
    expect(first.lines[0]?.line).toMatch(/^10 x/)
    const last = await read(first.next + 1000)
    expect((await read(last.next)).lines).toHaveLength(0)
    const kept = server.deps.db.selectFrom('runLines').select('number').where('runId', '=', runId)
    expect(await kept.execute()).toHaveLength(RUN_LOG.linesMax)
  })
})

describe('an engine with little room', () => {
  test('takes up urgent runs first, then those of the customer it runs the fewest for, then the oldest', async () => {
    const [many, few] = [await createUser(server), await createUser(server)]
    const requests = [await submit(undefined, many), await submit(undefined, many), await submit(undefined, few)]
    const [first, second, ofOther] = [
      await queued(requests[0] ?? ''),
      await queued(requests[1] ?? ''),
      await queued(requests[2] ?? ''),
    ]
    const urgent = await queued(await submit(undefined, many), 'high')
    const order: string[] = []
    for (let capacity = 1; capacity <= 4; capacity += 1) {
      engine.capacity = capacity
      await Promise.all([startRuns(server.deps), startRuns(server.deps)])
      const running = await runningNow()
      expect(running).toHaveLength(capacity)
      order.push(...running.filter((id) => !order.includes(id)))
    }
    expect(order).toEqual([urgent, ofOther, first, second])
    const { body } = await server.call('listEngines', { token: staff.token })
    expect(body.data.find((one) => one.engine === 'preview')).toMatchObject({ isSetUp: true, running: 4, queued: 0 })
    for (const runId of order) await processRun(server.deps, { runId })
  })
})

describe('the photos of an archive', () => {
  const shot = photoAt({ place: 1 })
  const GCP = 'EPSG:32632\n604000 5706000 50 100 200 DJI_0001.JPG p1\n604010 5706000 50 300 200 DJI_0001.JPG p2\n'

  test('are read as they are packed, with their folders, as often as the engine asks; marks of points go with them', async () => {
    const large = Buffer.alloc(300_000, 'large picture ')
    const files = [
      { ...shot, name: '100MEDIA/DJI_0001.JPG' },
      deflated('101MEDIA/DJI_0001.JPG', large),
      ...['../../evil.JPG', '/root/A.JPG', 'bell\u0007.JPG', '100MEDIA/DJI_0001.JPG'].map((name) => ({
        ...shot,
        name,
      })),
      { name: 'gcp_list.txt', content: Buffer.from(GCP) },
      {
        name: 'points.csv',
        content: Buffer.from('label,easting,northing,height\np1,604000,5706000,50\np2,604010,5706000,50\n'),
      },
    ]
    const seen: Record<string, string>[] = []
    engine.work = async (order) => {
      seen.push(await readAll(order), await readAll(order))
      await order.keep(product('quality.txt', 'good'))
    }
    const { runId } = await taken(Buffer.from(makeZip(files)))
    await processRun(server.deps, { runId })
    expect(await rowOf(runId)).toMatchObject({ state: 'DONE', reason: null })
    const expected = {
      '100MEDIA/DJI_0001.JPG': Buffer.from(shot.content).toString('latin1'),
      '101MEDIA/DJI_0001.JPG': large.toString('latin1'),
    }
    expect(seen).toEqual([expected, expected])
    expect(engine.orders[0]?.files.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
      ['gcp_list.txt', GCP],
    ])
    const lines = await server.deps.db.selectFrom('runLines').select('line').where('runId', '=', runId).execute()
    const log = lines.map(({ line }) => line).join('\n')
    expect(log).toMatch(/points\.csv is not used: its points are not marked/)
    expect(log).toMatch(/names can't be used: \.\.\/\.\.\/evil\.JPG, \/root\/A\.JPG, bell .*DJI_0001\.JPG\./)
  })

  test.each([
    ['says more bytes than it has', { ...deflated('A.JPG', Buffer.from('short')), unpackedBytes: 9000 }],
    ['has more bytes than it says', { ...deflated('A.JPG', Buffer.alloc(9000)), unpackedBytes: 10 }],
    ['is not what it says', { ...deflated('A.JPG', Buffer.alloc(90)), content: Buffer.alloc(90, 7) }],
  ])('fail the run where one %s', async (_what, file) => {
    engine.work = async (order) => void (await readAll(order))
    const { runId } = await taken(Buffer.from(makeZip([file])))
    await processRun(server.deps, { runId })
    expect(await rowOf(runId)).toMatchObject({ state: 'FAILED', reason: 'A.JPG is damaged in the archive.' })
  })
})
