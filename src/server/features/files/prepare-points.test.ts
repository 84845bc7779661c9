import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportFile } from '#contract/reports.ts'
import { hours } from '#domain/units.ts'
import { type MadePoint, makeLas } from '#imagery/points/testing/make-las.ts'
import { makeLaz } from '#imagery/points/testing/make-laz.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { backfillFiles } from './backfill-files.ts'
import { pointsKey } from './derived.ts'
import { isStored } from './store-derived.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const POINTS: MadePoint[] = [
  { at: [0, 0, 0], colour: [256, 512, 65_535] },
  { at: [200, 400, 600], colour: [0, 0, 0] },
]
/** Different in each test: what is made of a file lies under its content. */
let unique = 0
const las = () => Buffer.from(makeLas([...POINTS, { at: [100, 200, ++unique] }]))

const done = async () => {
  await waitForJobs(server, 'check-file')
  await waitForJobs(server, 'prepare-points')
}

async function reportOf(id: string, person: TestUser): Promise<ReportFile[]> {
  const { body } = await server.call('getReport', { token: person.token, query: { analysisRequestId: id } })
  return body.data?.files ?? []
}

async function attached(files: Record<string, Buffer>, publish: 'true' | 'false' = 'true') {
  const customer = await createUser(server)
  const { analysisRequestId: id } = await submitArchive(server, customer)
  for (const [fileName, content] of Object.entries(files))
    await attachReportFile(server, staff, {
      id,
      fileName,
      content,
      publish,
      totalChunks: Math.ceil(content.length / 65_536),
    })
  await done()
  return { id, customer, files: await reportOf(id, staff) }
}

const keyOf = (content: Buffer) => pointsKey(createHash('sha256').update(content).digest('hex'))

describe('the points of a report file', () => {
  test.each([
    ['LAS', (points: MadePoint[]) => makeLas(points)],
    ['LAZ', (points: MadePoint[]) => makeLaz(points)],
  ])('%s: a signed link has their positions and colours, and nothing else', async (_what, make) => {
    const { files } = await attached({ 'field.LAZ': Buffer.from(make(POINTS)) })
    expect(files[0]).toMatchObject({
      points: { count: 2, step: 1, shown: 2, hasColours: true, bytes: 30, centre: [1, 2, 3] },
      pointsReason: null,
      isChecking: false,
    })
    const answer = await fetch(files[0]?.points?.url ?? '')
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(Array.from({ length: 6 }, (_, index) => bytes.readFloatLE(index * 4))).toEqual([-1, -2, -3, 1, 2, 3])
    expect([...bytes.subarray(24)]).toEqual([1, 2, 255, 0, 0, 0])
  })

  test('a file that is none says why, and any other file has none', async () => {
    const { files } = await attached({
      'cut.las': las().subarray(0, -1),
      'words.laz': Buffer.from('no points'),
      'table.csv': las(),
    })
    expect(files.map(({ points, pointsReason, isChecking }) => [points, pointsReason, isChecking])).toEqual([
      [null, 'The file is damaged or was cut off: a point is missing.', false],
      [null, 'Despite its name, this file is no LAS or LAZ point cloud.', false],
      [null, null, false],
    ])
  })

  test('those that were thrown away are made again', async () => {
    const content = las()
    const { id } = await attached({ 'a.las': content })
    await server.deps.storage.remove({ key: keyOf(content) })
    expect((await reportOf(id, staff))[0]).toMatchObject({ points: null, isChecking: true })
    await done()
    expect((await reportOf(id, staff))[0]?.points?.count).toBe(3)
  })

  test('are deleted with the last file of their content', async () => {
    const content = las()
    const [first, second] = [await attached({ 'a.las': content }), await attached({ 'b.las': content })]
    const remove = async ({ id, files }: typeof first) => {
      const query = { analysisRequestId: id, storedName: files[0]?.storedName ?? '' }
      await server.call('removeReportFile', { token: staff.token, query })
      await waitForJobs(server, 'remove-object')
      return isStored(server.deps.storage, keyOf(content))
    }
    expect(await remove(first)).toBe(true)
    expect(await remove(second)).toBe(false)
  })

  test('files from before points were read get theirs within a day', async () => {
    const { id } = await attached({ 'a.LAS': las() })
    const { db } = server.deps
    const yesterday = new Date(Date.now() - hours(25))
    await db.updateTable('files').set({ points: null, createdAt: yesterday }).where('analysisId', '=', id).execute()
    await backfillFiles(server.deps)
    await done()
    expect((await reportOf(id, staff))[0]?.points?.count).toBe(3)
  })

  test('a customer has the link once the file is published; it is no other grant, and ends after an hour', async () => {
    const { id, customer, files } = await attached({ 'draft.las': las() }, 'false')
    expect(await reportOf(id, customer)).toEqual([])
    await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
    const [file] = await reportOf(id, customer)
    const url = new URL(file?.points?.url ?? '')
    expect((await fetch(url)).status).toBe(200)
    const changed = new URL(url)
    changed.pathname = new URL(files[0]?.url ?? '').pathname
    expect((await fetch(changed)).status).toBe(403)
    server.advance(hours(1))
    expect((await fetch(url)).status).toBe(403)
  })
})
