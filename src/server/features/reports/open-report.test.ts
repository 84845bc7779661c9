import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
let id: string
beforeAll(async () => {
  server = await openTestServer()
  ;[staff, customer] = [await createStaff(server), await createUser(server)]
})
afterAll(() => server.close())

const isNew = async () => {
  const [list, one] = [
    await server.call('listMyAnalyses', { token: customer.token }),
    await server.call('getMyAnalysis', { token: customer.token, query: { analysisRequestId: id } }),
  ]
  expect(one.body.data.hasNewReport).toBe(list.body.data[0]?.hasNewReport)
  return one.body.data.hasNewReport
}
const publish = (fileName: string) => {
  server.advance(1000)
  return attachReportFile(server, staff, { id, content: Buffer.from('a'), fileName })
}
const load = async ({ token }: TestUser) =>
  (await server.call('getReport', { token, query: { analysisRequestId: id } })).body.data?.updatedTime ?? ''
const open = (updatedTime: string) =>
  server.call('openReport', { token: customer.token, body: { analysisRequestId: id, updatedTime } })

test('a report is new until its customer opens it, not when it is loaded; each publication makes it new again', async () => {
  id = (await submitArchive(server, customer)).analysisRequestId
  expect(await isNew()).toBe(false)
  await publish('a.tif')
  const first = await load(customer)
  await load(staff)
  expect(await isNew()).toBe(true)
  expect((await open(first)).status).toBe(200)
  expect(await isNew()).toBe(false)

  await publish('b.tif')
  expect(await isNew()).toBe(true)
  // The customer still looks at the first publication.
  await open(first)
  expect(await isNew()).toBe(true)
  await open(await load(customer))
  expect(await isNew()).toBe(false)
})

test('the first opening of a publication counts; a report that was taken back is not new', async () => {
  id = (await submitArchive(server, customer)).analysisRequestId
  await publish('a.tif')
  const shown = await load(customer)
  const openedAt = async () =>
    (await server.deps.db.selectFrom('reports').select('openedAt').where('analysisId', '=', id).executeTakeFirst())
      ?.openedAt
  const withdraw = () =>
    server.call('changeStatus', {
      token: staff.token,
      body: { analysisRequestId: id, fileStatus: 'UNDER_REVIEW' },
    })
  await withdraw()
  expect(await isNew()).toBe(false)
  await open(shown)
  expect(await openedAt()).toBeNull()

  await publish('b.tif')
  const again = await load(customer)
  await open(again)
  const first = await openedAt()
  expect(first?.getTime()).toBeGreaterThanOrEqual(Date.parse(again))
  server.advance(1000)
  await open(again)
  expect(await openedAt()).toEqual(first)
})
