import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedNameOf } from '#domain/file-names.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let owner: TestUser
let otherCustomer: TestUser
let id: string
beforeAll(async () => {
  server = await openTestServer({}, { runsJobs: false })
  ;[staff, owner, otherCustomer] = [await createStaff(server), await createUser(server), await createUser(server)]
  id = (await submitArchive(server, owner, { content: Buffer.alloc(1000, 7) })).analysisRequestId
})
afterAll(() => server.close())

const notFound = { status: 404, body: { statusCode: 404, message: 'Request not found' } }
const getAnalysis = (analysisRequestId: string) =>
  server.call('getAnalysis', { token: staff.token, query: { analysisRequestId } })
const getMine = (person: TestUser, analysisRequestId: string) =>
  server.call('getMyAnalysis', { token: person.token, query: { analysisRequestId } })

test('a request is returned by its id as in its list', async () => {
  const [all, mine] = [
    await server.call('listAllAnalyses', { token: staff.token }),
    await server.call('listMyAnalyses', { token: owner.token }),
  ]
  const [listed, own] = [all.body.data[0], mine.body.data[0]]
  // URLs are signed on every request.
  const fileUrls = [expect.stringContaining(listed?.fileUrls[0]?.split('?')[0] ?? '')]
  expect((await getAnalysis(id)).body.data).toEqual({ ...listed, fileUrls })
  expect((await getMine(owner, id)).body.data).toEqual({ ...own, fileUrls })
})

test("another customer's request, an unknown one, and one that is still uploading are all not found", async () => {
  const open = (await startArchive(server, owner, { content: Buffer.from('x') })).body.data.id
  expect(await getMine(otherCustomer, id)).toMatchObject(notFound)
  for (const missing of [randomUUID(), open]) {
    expect(await getMine(owner, missing)).toMatchObject(notFound)
    expect(await getAnalysis(missing)).toMatchObject(notFound)
  }
})

test('one file is returned as in its request; a report file to customers only once it is published', async () => {
  const row = (await getMine(owner, id)).body.data
  const getReceipt = (person: TestUser, url: string | undefined) =>
    server.call('getFileReceipt', {
      token: person.token,
      query: { analysisRequestId: id, storedName: storedNameOf(url ?? '') ?? '' },
    })
  expect((await getReceipt(owner, row.fileUrls[0])).body.data).toEqual(row.receipts[0])
  expect((await getReceipt(otherCustomer, row.fileUrls[0])).status).toBe(404)

  const addToReport = { id, content: Buffer.from('values'), fileName: 'values.csv' }
  await attachReportFile(server, staff, { ...addToReport, publish: 'false' })
  const { body } = await server.call('getReport', { token: staff.token, query: { analysisRequestId: id } })
  const url = body.data?.reportUrls[0]
  expect((await getReceipt(staff, url)).body.data.fileName).toBe('values.csv')
  expect((await getReceipt(owner, url)).status).toBe(404)
  await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
  expect((await getReceipt(owner, url)).body.data.fileName).toBe('values.csv')
})
