import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { displayFileName, storedNameOf } from '#domain/file-names.ts'
import { GiB } from '#domain/units.ts'
import { countReportEmails, reportEmailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import {
  attachReportFile,
  sendParts,
  startArchive,
  startReportFile,
  submitArchive,
} from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

const PART = 65_536
let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server, { fullName: 'Sam Furrow' })
})
afterAll(() => server.close())

const file = (text: string) => Buffer.from(text)
const report = (person: TestUser, analysisRequestId: string) =>
  server.call('getReport', { token: person.token, query: { analysisRequestId } })
const statusOf = async (customer: TestUser) =>
  (await server.call('listMyAnalyses', { token: customer.token })).body.data[0]?.status
const names = (urls: readonly string[] = []) => urls.map((url) => displayFileName(url))

async function submitted() {
  const customer = await createUser(server)
  return { customer, id: (await submitArchive(server, customer)).analysisRequestId }
}

describe('publishing', () => {
  test('the customer sees none of several files until the last one publishes them all, with one email', async () => {
    const { customer, id } = await submitted()
    const ortho = Buffer.alloc(2 * PART + 5, 3)
    const first = await attachReportFile(server, staff, {
      id,
      content: ortho,
      publish: 'false',
      description: 'Two plots failed',
    })
    expect(first.body).toEqual({ statusCode: '200', message: 'File uploaded successfully!' })
    expect((await report(customer, id)).body.data).toBeNull()
    expect(await statusOf(customer)).toBe('PENDING')
    expect((await report(staff, id)).body.data?.reportUrls).toHaveLength(1)
    expect(await countReportEmails(server, customer.email)).toBe(0)

    const last = { id, content: file('height'), fileName: 'height%20map.tif', description: 'Two plots failed' }
    expect((await attachReportFile(server, staff, { ...last, publish: 'true' })).status).toBe(200)
    expect(await statusOf(customer)).toBe('PROCESSED')
    const { data } = (await report(customer, id)).body
    expect(data).toMatchObject({
      updatedBy: { fullName: 'Sam Furrow', email: staff.email },
      updatedTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      remarks: 'Two plots failed',
      reportSizes: [ortho.length, 6],
    })
    expect(names(data?.reportUrls)).toEqual(['ortho.tif', 'height map.tif'])
    const download = await fetch(data?.reportUrls[0] ?? '')
    expect(Buffer.from(await download.arrayBuffer()).equals(ortho)).toBe(true)
    const [sentEmail] = await reportEmailsTo(server, customer.email)
    expect(sentEmail?.subject).toBe('Your Skyfurrow report is ready')
    expect(sentEmail?.text).toContain('ortho.tif\nheight map.tif')
    expect(sentEmail?.text).toContain('Two plots failed')
    expect(sentEmail?.text).toContain(`It was prepared by Sam Furrow (${staff.email})`)
    expect(await countReportEmails(server, customer.email)).toBe(1)
  })

  test('hidden characters in a name are escaped in the email; the download has the original name', async () => {
    const { customer, id } = await submitted()
    const fileName = 'photo\u202Egpj.exe'
    await attachReportFile(server, staff, {
      id,
      content: file('a'),
      fileName: encodeURIComponent(fileName),
      publish: 'false',
    })
    await attachReportFile(server, staff, {
      id,
      content: file('b'),
      fileName: encodeURIComponent('שלום.tif'),
      publish: 'true',
    })
    const [sentEmail] = await reportEmailsTo(server, customer.email)
    const shown = String.raw`photo\u{202E}gpj.exe`
    expect(sentEmail?.text).toContain(`${shown}\n\u2068שלום.tif\u2069`)
    expect(sentEmail?.html).toContain(shown)
    expect(`${sentEmail?.text}${sentEmail?.html}`).not.toContain('\u202E')
    const { data } = (await report(customer, id)).body
    expect(names(data?.reportUrls)).toEqual([shown, 'שלום.tif'])
    expect(data?.receipts[0]?.fileName).toBe(fileName)
    const download = await fetch(data?.reportUrls[0] ?? '')
    expect(download.headers.get('content-disposition')).toContain(encodeURIComponent(fileName))
  })

  test('a draft is published by repeating its completion with publish; repeating that changes nothing', async () => {
    const { customer, id } = await submitted()
    const { query, parts } = await attachReportFile(server, staff, { id, content: file('a'), publish: 'false' })
    const complete = (publish: 'true' | 'false') =>
      server.call('completeReportUpload', { token: staff.token, query: { ...query, publish }, body: parts })
    expect((await complete('false')).status).toBe(200)
    expect(await statusOf(customer)).toBe('PENDING')
    expect((await complete('true')).status).toBe(200)
    expect(await statusOf(customer)).toBe('PROCESSED')
    expect((await complete('true')).status).toBe(200)
    expect(await countReportEmails(server, customer.email)).toBe(1)
  })

  test('five concurrent completions publish once', async () => {
    const { customer, id } = await submitted()
    const { body } = await startReportFile(server, staff, { id, content: file('a') })
    const parts = await sendParts(body.data, file('a'))
    const query = { uploadId: body.data.preSignedUrl.uploadId, analysisRequestId: id }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call('completeReportUpload', { token: staff.token, query, body: parts })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await report(customer, id)).body.data?.reportUrls).toHaveLength(1)
    expect(await countReportEmails(server, customer.email)).toBe(1)
  })

  test('a later file is added to the report; remarks are kept unless there are new ones', async () => {
    const { customer, id } = await submitted()
    await attachReportFile(server, staff, { id, content: file('a'), fileName: 'a.tif', description: 'First look' })
    server.advance(1000)
    await attachReportFile(server, staff, { id, content: file('b'), fileName: 'b.tif' })
    const { data } = (await report(customer, id)).body
    expect(names(data?.reportUrls)).toEqual(['a.tif', 'b.tif'])
    expect(data?.remarks).toBe('First look')
    await attachReportFile(server, staff, { id, content: file('c'), fileName: 'c.tif', description: 'Final' })
    expect((await report(customer, id)).body.data?.remarks).toBe('Final')
  })

  test('a report without remarks says so', async () => {
    const { customer, id } = await submitted()
    await attachReportFile(server, staff, { id, content: file('a') })
    expect((await report(customer, id)).body.data?.remarks).toBe('No remarks provided.')
  })

  test('a client that follows only the specification works', async () => {
    const { customer, id } = await submitted()
    const content = Buffer.alloc(PART + 1, 8)
    const body = {
      fileName: 'ndvi.tif',
      description: 'Fine',
      projectType: 'Soybean_Trial',
      id,
      totalChunks: 2,
      reportCategories: [],
    }
    const started = await server.call('startReportUpload', { token: staff.token, body })
    expect(started.body.statusCode).toBe('200')
    const query = { uploadId: started.body.data.preSignedUrl.uploadId, analysisRequestId: started.body.data.id }
    const parts = await sendParts(started.body.data, content)
    const done = await server.call('completeReportUpload', { token: staff.token, query, body: parts })
    expect(done.body.statusCode).toBe('200')
    expect((await report(customer, id)).body.data?.reportSizes).toEqual([PART + 1])
  })

  test('a repeated start of the same file resumes its upload', async () => {
    const { id } = await submitted()
    const first = (await startReportFile(server, staff, { id, content: file('a') })).body.data
    const again = (await startReportFile(server, staff, { id, content: file('a') })).body.data
    const other = (await startReportFile(server, staff, { id, content: file('a'), fileName: 'b.tif' })).body.data
    expect(again.preSignedUrl.uploadId).toBe(first.preSignedUrl.uploadId)
    expect(other.preSignedUrl.uploadId).not.toBe(first.preSignedUrl.uploadId)
  })

  test('a file of the same name and size but another fingerprint is another upload', async () => {
    const { id } = await submitted()
    const start = async (fingerprint?: string) => {
      const { body } = await startReportFile(server, staff, {
        id,
        content: file('a'),
        ...(fingerprint && { fingerprint }),
      })
      return body.data.preSignedUrl.uploadId
    }
    const [one, two] = ['1'.repeat(64), '2'.repeat(64)]
    const first = await start()
    expect(await start(one)).toBe(first)
    const second = await start(two)
    expect(second).not.toBe(first)
    expect([await start(one), await start(two)]).toEqual([first, second])
  })

  test('an invalid completion names the reason and publishes nothing', async () => {
    const { customer, id } = await submitted()
    const { body } = await startReportFile(server, staff, { id, content: file('a') })
    const query = { uploadId: body.data.preSignedUrl.uploadId, analysisRequestId: id }
    const wrong = { token: staff.token, query, body: [{ partNumber: 1, etag: 'x' }] }
    const { body: answer } = await server.call('completeReportUpload', wrong)
    expect(answer).toEqual({
      statusCode: '400',
      message: 'Part 1 has not arrived. Upload it again, then complete.',
    })
    expect(await statusOf(customer)).toBe('PENDING')
    expect((await report(staff, id)).body.data).toBeNull()
  })
})

describe('a start is rejected', () => {
  test.each([
    [{ fileSize: GiB(10) + 1 }, 413, 'ortho.tif exceeds the maximum file size of 10GB'],
    [{ id: '' }, 400, 'Analysis request ID is missing'],
    [{ projectType: '' }, 400, 'Project name is required'],
    [{ fileName: '%E0%A4%A' }, 400, 'The file name is not valid URL encoding'],
    [{ fileName: '..%2Fx.tif' }, 400, 'The file name must not contain a path. Rename the file.'],
    [{ id: 'nothing' }, 404, 'Request not found'],
    [{ description: 'x'.repeat(5001) }, 400, 'At most 5000 characters'],
  ])('%j', async (start, status, message) => {
    const { id } = await submitted()
    const answer = await startReportFile(server, staff, { id, content: file('a'), ...start })
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status,
      body: { statusCode: String(status), message },
    })
  })

  test('for a request that is still uploading', async () => {
    const { body } = await startArchive(server, await createUser(server), { content: file('x') })
    expect((await startReportFile(server, staff, { id: body.data.id, content: file('a') })).status).toBe(404)
  })
})

describe('reading', () => {
  test("without a report there is no data; another customer's request is not found, like an unknown one", async () => {
    const { customer, id } = await submitted()
    expect((await report(customer, id)).body).toEqual({ statusCode: 200, message: 'Report loaded', data: null })
    expect((await report(staff, id)).body.data).toBeNull()
    await attachReportFile(server, staff, { id, content: file('a') })
    const stranger = await createUser(server)
    const [foreign, unknown] = [await report(stranger, id), await report(stranger, 'nothing')]
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(unknown.body)
    expect((await report(customer, '')).status).toBe(400)
  })

  test('the report of a withdrawn request is visible to staff only', async () => {
    const { customer, id } = await submitted()
    await attachReportFile(server, staff, { id, content: file('a') })
    const body = { analysisRequestId: id, fileStatus: 'UNDER_REVIEW' as const }
    await server.call('changeStatus', { token: staff.token, body })
    expect((await report(customer, id)).body.data).toBeNull()
    expect((await report(staff, id)).body.data?.reportUrls).toHaveLength(1)
  })
})

const remove = (analysisRequestId: string, storedName: string) =>
  server.call('removeReportFile', { token: staff.token, query: { analysisRequestId, storedName } })

describe('removing a file', () => {
  test('deletes it; removing the last one returns the request to UNDER_REVIEW', async () => {
    const { customer, id } = await submitted()
    await attachReportFile(server, staff, { id, content: file('a'), fileName: 'a%20ü.tif', publish: 'false' })
    server.advance(1000)
    await attachReportFile(server, staff, { id, content: file('b'), fileName: 'b.tif' })
    const [a = '', b = ''] = (await report(customer, id)).body.data?.reportUrls ?? []
    expect((await remove(id, storedNameOf(a) ?? '')).body).toEqual({ statusCode: 200, message: 'File removed' })
    expect(names((await report(customer, id)).body.data?.reportUrls)).toEqual(['b.tif'])
    expect(await statusOf(customer)).toBe('PROCESSED')
    await expect.poll(async () => (await fetch(a)).status, { timeout: 60_000 }).toBe(404)

    expect((await remove(id, storedNameOf(b) ?? '')).status).toBe(200)
    expect(await statusOf(customer)).toBe('UNDER_REVIEW')
    expect((await report(customer, id)).body.data).toBeNull()
    expect((await remove(id, storedNameOf(b) ?? '')).status).toBe(404)
  })

  test.each(['nothing', '%', '../x', ''])('%j is not part of the report', async (storedName) => {
    const { id } = await submitted()
    await attachReportFile(server, staff, { id, content: file('a') })
    expect([400, 404]).toContain((await remove(id, storedName)).status)
    expect((await report(staff, id)).body.data?.reportUrls).toHaveLength(1)
  })
})
