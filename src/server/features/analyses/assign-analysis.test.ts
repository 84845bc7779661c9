import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceText } from '#domain/activity/sentences.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let colleague: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server, { fullName: 'Sam Staff' })
  colleague = await createStaff(server, { fullName: 'Cleo Colleague' })
  customer = await createUser(server, { fullName: 'Carla Fields' })
})
afterAll(() => server.close())

const submitted = async () => (await submitArchive(server, customer)).analysisRequestId
const assign = (analysisRequestId: string, assigneeId: string | null, version?: number) =>
  server.call('assignAnalysis', {
    token: staff.token,
    body: { analysisRequestId, assigneeId, ...(version !== undefined && { version }) },
  })
const entries = async (id: string) => {
  const { body } = await server.call('listActivity', { token: staff.token, query: { subject: `analysis:${id}` } })
  return body.data.filter(({ action }) => /assigned|taken/.test(action)).map(sentenceText)
}

test('a request is taken on, given to a colleague and to nobody, and the log says so', async () => {
  const id = await submitted()
  const { body } = await assign(id, staff.id)
  expect(body.data.assignee).toEqual({ userId: staff.id, fullName: 'Sam Staff' })
  await assign(id, staff.id)
  await assign(id, colleague.id)
  const { body: list } = await server.call('listAllAnalyses', { token: staff.token, query: { assignee: colleague.id } })
  expect(list.data).toMatchObject([{ analysisRequestId: id, assignee: { fullName: 'Cleo Colleague' } }])
  expect((await assign(id, null)).body.data.assignee).toBeNull()
  expect(await entries(id)).toEqual([
    'Sam Staff unassigned Soybean Trial of Carla Fields',
    'Sam Staff assigned Soybean Trial of Carla Fields to Cleo Colleague',
    'Sam Staff assigned Soybean Trial of Carla Fields to themselves',
  ])
})

test('of two members of staff who take on the same request at once, one is told that the other has it', async () => {
  const id = await submitted()
  const version = 1
  const answers = await Promise.all([
    assign(id, staff.id, version),
    server.call('assignAnalysis', {
      token: colleague.token,
      body: { analysisRequestId: id, assigneeId: colleague.id, version },
    }),
  ])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  expect(lost?.body.data).toMatchObject({ assignee: won?.body.data.assignee, version: won?.body.data.version })
})

test('only an approved member of staff can be assigned', async () => {
  const id = await submitted()
  const stopped = await createStaff(server, { status: 'ON_HOLD' })
  for (const assigneeId of [customer.id, stopped.id, 'nobody-there']) {
    const { status, body } = await assign(id, assigneeId)
    expect([status, body.message]).toEqual([400, 'Choose an approved member of staff'])
  }
  expect(await entries(id)).toEqual([])
})

test('staff are listed by name for a choice, customers and people on hold are not', async () => {
  const { body } = await server.call('listStaff', { token: staff.token })
  expect(body.data).toEqual([
    { userId: colleague.id, fullName: 'Cleo Colleague', isCaller: false },
    { userId: staff.id, fullName: 'Sam Staff', isCaller: true },
  ])
})
