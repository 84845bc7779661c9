import { availableParallelism } from 'node:os'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { pathOf } from '#contract/endpoint.ts'
import { storedNameOf } from '#domain/file-names.ts'
import { hours, seconds } from '#domain/units.ts'
import type { UserStatus } from '#domain/users.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import type { Compute } from '../../compute/pool.ts'
import type { work as holdWork } from '../../compute/testing/hold-worker.ts'
import { signReportArchiveUrl } from './download/archive-link.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server, { fullName: 'Sam Furrow' })
})
afterAll(() => server.close())

const reportOf = async (person: TestUser, analysisRequestId: string) =>
  (await server.call('getReport', { token: person.token, query: { analysisRequestId } })).body.data

async function submitted() {
  const customer = await createUser(server)
  return { customer, id: (await submitArchive(server, customer)).analysisRequestId }
}

type Added = { content?: string | Buffer; publish?: boolean; remarks?: string }

const attach = (id: string, fileName: string, { content = fileName, publish = false, remarks = '' }: Added = {}) =>
  attachReportFile(server, staff, {
    id,
    fileName: encodeURIComponent(fileName),
    content: Buffer.from(content),
    description: remarks,
    publish: publish ? 'true' : 'false',
  })

const remove = async (id: string, fileName: string) => {
  const file = (await reportOf(staff, id))?.files.find((one) => one.fileName === fileName)
  const query = { analysisRequestId: id, storedName: file?.storedName ?? '' }
  expect((await server.call('removeReportFile', { token: staff.token, query })).status).toBe(200)
}

describe('files', () => {
  test('each file says what it is; only staff see drafts', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'ortho.TIF')
    await attach(id, 'values.xlsx', { publish: true })
    await attach(id, 'cloud.laz')
    const seen = (await reportOf(staff, id))?.files.map(({ fileName, kind, isPublished }) => [
      fileName,
      kind,
      isPublished,
    ])
    expect(seen).toEqual([
      ['ortho.TIF', 'map', true],
      ['values.xlsx', 'table', true],
      ['cloud.laz', 'point-cloud', false],
    ])
    const report = await reportOf(customer, id)
    expect(report?.files.map(({ fileName }) => fileName)).toEqual(['ortho.TIF', 'values.xlsx'])
    expect(report?.files.map(({ storedName }) => storedName)).toEqual(report?.reportUrls.map(storedNameOf))
  })

  test('a PDF opens in the browser, where nothing in it can act in the name of the product; a page only downloads', async () => {
    const { customer, id } = await submitted()
    const content = '%PDF-1.7 <script>alert(1)</script>'
    await attach(id, 'Bericht ä.pdf', { content })
    await attach(id, 'page.html', { publish: true })
    const [pdf, page] = (await reportOf(customer, id))?.files ?? []
    expect(page?.openUrl).toBeNull()
    const opened = await fetch(pdf?.openUrl ?? '')
    expect(await opened.text()).toBe(content)
    expect(opened.headers.get('content-type')).toBe('application/pdf')
    expect(opened.headers.get('content-disposition')).toMatch(/^inline;.*Bericht%20%C3%A4\.pdf$/)
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff')
    expect(opened.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    const asPage = (pdf?.openUrl ?? '').replace('application%2Fpdf', 'text%2Fhtml')
    expect(asPage).not.toBe(pdf?.openUrl)
    expect((await fetch(asPage)).status).toBe(403)
    const saved = await fetch(page?.url ?? '')
    expect(saved.headers.get('content-type')).toBe('application/octet-stream')
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/)
  })
})

describe('versions', () => {
  test('each publication is a version with its author, its remarks, and what it changed', async () => {
    const { id } = await submitted()
    await attach(id, 'a.tif')
    await attach(id, 'b.csv', { publish: true, remarks: 'First flight' })
    await attach(id, 'secret draft.csv')
    await remove(id, 'secret draft.csv')
    await remove(id, 'a.tif')
    await attach(id, 'a.tif', { content: 'sharper', publish: true, remarks: 'Sharper map' })
    const versions = (await reportOf(staff, id))?.versions
    expect(versions).toMatchObject([
      { number: 2, remarks: 'Sharper map', added: ['a.tif'], removed: ['a.tif'] },
      { number: 1, remarks: 'First flight', added: ['a.tif', 'b.csv'], removed: [] },
    ])
    expect(versions?.[0]?.author).toEqual({ fullName: 'Sam Furrow', email: staff.email })
  })

  test('tell a customer neither the names of files that were removed, nor the remarks they came with', async () => {
    const { customer, id } = await submitted()
    const versionsOf = async (person: TestUser) =>
      (await reportOf(person, id))?.versions.map(({ number, remarks, added, removed }) => [
        number,
        remarks,
        added,
        removed,
      ])
    await attach(id, 'a.tif', { publish: true, remarks: 'First flight' })
    await attach(id, 'Neighbour.csv', { publish: true, remarks: 'Heights of Neighbour' })
    await attach(id, 'c.tif')
    await attach(id, 'd.tif', { publish: true })
    await remove(id, 'Neighbour.csv')
    expect((await reportOf(customer, id))?.remarks).toBe('First flight')
    expect(await versionsOf(customer)).toEqual([
      [3, null, ['c.tif', 'd.tif'], []],
      [1, 'First flight', ['a.tif'], []],
    ])
    await remove(id, 'c.tif')
    await attach(id, 'e.tif', { publish: true, remarks: 'Second flight' })
    expect(JSON.stringify(await reportOf(customer, id))).not.toMatch(/Neighbour|c\.tif/)
    expect(await versionsOf(customer)).toEqual([
      [4, 'Second flight', ['e.tif'], []],
      [3, null, ['d.tif'], []],
      [1, 'First flight', ['a.tif'], []],
    ])
    expect(await versionsOf(staff)).toEqual([
      [4, 'Second flight', ['e.tif'], ['Neighbour.csv', 'c.tif']],
      [3, 'Heights of Neighbour', ['c.tif', 'd.tif'], []],
      [2, 'Heights of Neighbour', ['Neighbour.csv'], []],
      [1, 'First flight', ['a.tif'], []],
    ])
  })

  test('a report that was withdrawn and published again says that no file changed', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'a.tif', { publish: true })
    const back = { analysisRequestId: id, fileStatus: 'UNDER_REVIEW' } as const
    expect((await server.call('changeStatus', { token: staff.token, body: back })).status).toBe(200)
    expect(await reportOf(customer, id)).toBeNull()
    await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
    expect((await reportOf(customer, id))?.versions).toMatchObject([
      { number: 2, added: [], removed: [] },
      { number: 1, added: ['a.tif'] },
    ])
  })
})

const urlFor = async (person: TestUser, id: string) => (await reportOf(person, id))?.allFilesUrl ?? ''
const setStatus = (person: TestUser, status: UserStatus) =>
  server.deps.db.updateTable('users').set({ status }).where('id', '=', person.id).execute()

const unzip = async (answer: Response) => {
  expect(answer.status).toBe(200)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
}

describe('all files as one ZIP file', () => {
  test('has what the person sees: customers only what is published, under the original names, which stay apart', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'Karte ä.tif', { content: 'one' })
    await attach(id, 'karte Ä.tif', { content: 'two', publish: true })
    await attach(id, 'draft.csv')
    await waitForJobs(server, 'check-file')
    const answer = await fetch(await urlFor(customer, id))
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Soybean_Trial report.zip"/)
    const published = { 'Karte ä.tif': 'one', 'karte Ä (2).tif': 'two' }
    expect(await unzip(answer)).toEqual(published)
    expect(await unzip(await fetch(await urlFor(staff, id)))).toEqual({ ...published, 'draft.csv': 'draft.csv' })
  })

  test('goes on where it stopped, while the report is the same', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'a.bin', { content: Buffer.alloc(200_000, 7) })
    await attach(id, 'b.csv', { publish: true })
    await waitForJobs(server, 'check-file')
    const url = await urlFor(customer, id)
    const head = await fetch(url, { method: 'HEAD' })
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(head.headers.get('content-length')).toBe(String(whole.length))
    const etag = head.headers.get('etag') ?? ''
    const rest = (start: number) => fetch(url, { headers: { range: `bytes=${start}-`, 'if-range': etag } })
    for (const start of [100_000, whole.length - 30]) {
      const answer = await rest(start)
      expect(answer.status).toBe(206)
      expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(start))).toBe(true)
    }
    await attach(id, 'c.csv', { publish: true })
    await waitForJobs(server, 'check-file')
    expect(Object.keys(await unzip(await rest(100_000)))).toEqual(['a.bin', 'b.csv', 'c.csv'])
  })

  test('can be downloaded before its files are checked, whole', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'a.csv', { publish: true })
    await waitForJobs(server, 'check-file')
    await server.deps.db.updateTable('files').set({ crc32: null }).where('analysisId', '=', id).execute()
    const answer = await fetch(await urlFor(customer, id), { headers: { range: 'bytes=9-' } })
    expect(answer.headers.get('accept-ranges')).toBe('none')
    expect(await unzip(answer)).toEqual({ 'a.csv': 'a.csv' })
  })

  test('names infected files instead of having them', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'bad.tif')
    await attach(id, 'good.csv', { publish: true })
    await waitForJobs(server, 'check-file')
    const infected = server.deps.db.updateTable('files').set({ virusScan: 'infected' })
    await infected.where('analysisId', '=', id).where('fileName', '=', 'bad.tif').execute()
    const files = await unzip(await fetch(await urlFor(customer, id)))
    expect(Object.keys(files)).toEqual(['good.csv', 'Left out.txt'])
    expect(files['Left out.txt']).toContain('bad.tif')
  })

  test('a link ends with its hour, with the report, and with any change to it', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'a.csv', { publish: true })
    const url = await urlFor(customer, id)
    for (const changed of [url.replace(customer.id, staff.id), url.replace(id, staff.id)])
      expect((await fetch(changed)).status).toBe(403)
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
    const back = { analysisRequestId: id, fileStatus: 'UNDER_REVIEW' } as const
    await server.call('changeStatus', { token: staff.token, body: back })
    expect((await fetch(url)).status).toBe(404)
    await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
    expect((await fetch(url)).status).toBe(200)
    server.advance(hours(1))
    expect((await fetch(url)).status).toBe(403)
    server.advance(-hours(1))
  })

  test('a link ends when the account of its person is put on hold or rejected, and opens nothing for a stranger', async () => {
    const { customer, id } = await submitted()
    const other = await createStaff(server)
    await attach(id, 'a.csv', { publish: true })
    for (const person of [customer, other]) {
      const url = await urlFor(person, id)
      for (const status of ['ON_HOLD', 'REJECTED'] as const) {
        await setStatus(person, status)
        expect((await fetch(url)).status).toBe(403)
      }
      await setStatus(person, 'APPROVED')
      expect((await fetch(url)).status).toBe(200)
    }
    const stranger = await createUser(server)
    const link = signReportArchiveUrl(server.deps, { analysisId: id, userId: stranger.id, accountId: stranger.id })
    expect((await fetch(link)).status).toBe(404)
  })
})

const tableOf = async (person: TestUser, id: string, fileName: string) => {
  const file = (await reportOf(staff, id))?.files.find((one) => one.fileName === fileName)
  const query = { analysisRequestId: id, storedName: file?.storedName ?? '' }
  return server.call('getReportTable', { token: person.token, query })
}

/** All worker threads stand still until the returned function is called. */
function holdThreads(): () => void {
  const latch = new SharedArrayBuffer(4)
  const file = new URL('../../compute/testing/hold-worker.ts', import.meta.url)
  // One more than there are processors, as the pool has.
  for (let thread = 0; thread <= availableParallelism(); thread += 1)
    void server.deps.compute.run<typeof holdWork>({ file, input: latch })
  return () => {
    Atomics.store(new Int32Array(latch), 0, 1)
    Atomics.notify(new Int32Array(latch), 0)
  }
}

const tableRuns = ({ mock }: MockInstance<Compute['run']>) =>
  mock.results.filter((_result, at) => mock.calls[at]?.[0].file.pathname.endsWith('/table-worker.ts'))

describe('the start of a table', () => {
  test('is shown to those who may download the file', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'values.csv', { content: 'plot;height\n1;0,8', publish: true })
    await attach(id, 'draft.csv', { content: 'a,b' })
    const { body } = await tableOf(customer, id, 'values.csv')
    const rows = [
      ['plot', 'height'],
      ['1', '0,8'],
    ]
    expect(body.data).toEqual({ sheet: null, rows, hasMoreRows: false, hasMoreColumns: false })
    expect((await tableOf(customer, id, 'draft.csv')).status).toBe(404)
    expect((await tableOf(staff, id, 'draft.csv')).body.data.rows).toEqual([['a', 'b']])
    expect((await tableOf(await createUser(server), id, 'values.csv')).status).toBe(404)
  })

  test('of what is no table: says so, and offers the download', async () => {
    const { id } = await submitted()
    await attach(id, 'broken.xlsx', { content: 'no workbook' })
    await attach(id, 'ortho.tif')
    for (const name of ['broken.xlsx', 'ortho.tif']) expect((await tableOf(staff, id, name)).status).toBe(409)
    expect((await tableOf(staff, id, 'broken.xlsx')).body.message).toContain('Download it instead')
  })

  test('is not read on once its caller has gone; of an account one is read at a time, and few wait', async () => {
    const { customer, id } = await submitted()
    await attach(id, 'values.csv', { content: 'a,b', publish: true })
    const run = vi.spyOn(server.deps.compute, 'run')
    const letGo = holdThreads()
    const storedName = (await reportOf(customer, id))?.files[0]?.storedName ?? ''
    const leave = new AbortController()
    const url = `${server.url}${pathOf(api.getReportTable)}?${new URLSearchParams({ analysisRequestId: id, storedName }).toString()}`
    const headers = { authorization: `Bearer ${customer.token}` }
    const left = fetch(url, { headers, signal: leave.signal }).catch(() => 'left')
    await vi.waitFor(() => expect(tableRuns(run)).toHaveLength(1), { timeout: seconds(10) })
    leave.abort()
    expect(await left).toBe('left')
    await expect(tableRuns(run)[0]?.value).rejects.toThrow('The connection was lost')
    const all = [1, 2, 3, 4].map(() => tableOf(customer, id, 'values.csv'))
    const first = await Promise.race(all)
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '3'])
    letGo()
    expect((await Promise.all(all)).filter(({ status }) => status === 200)).toHaveLength(3)
    run.mockRestore()
  })
})
