import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '#domain/units.ts'
import { emailsTo, waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { purgeDeleted } from './purge-deleted.ts'
import { endRetention } from './retention.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const publish = (id: string) =>
  attachReportFile(server, staff, { id, content: Buffer.from('a report'), fileName: `${randomUUID()}.txt` })
async function processed(person: TestUser): Promise<string> {
  const start = { fileName: `${randomUUID()}.zip` }
  const { analysisRequestId: id } = await submitArchive(server, person, { start })
  await publish(id)
  return id
}
/** The nights from one day after publishing to another. */
async function nights(from: number, to: number, archivesKeptDays = 0): Promise<void> {
  const config = { ...server.deps.config, archivesKeptDays }
  for (let night = from; night <= to; night += 1) {
    const deps = { ...server.deps, config, now: () => new Date(server.deps.now().getTime() + days(night)) }
    await endRetention(deps)
    await purgeDeleted(deps)
  }
}
async function told(person: TestUser) {
  await waitForJobs(server, 'send-email')
  const emails = await emailsTo(server, person.email)
  return emails.filter(({ subject }) => subject.startsWith('Raw images are removed on'))
}
const archivesOf = async (id: string) => {
  const files = server.deps.db.selectFrom('files').select('id').where('analysisId', '=', id)
  return (await files.where('kind', '=', 'ARCHIVE').execute()).length
}
const keepFor = ({ token }: TestUser, kept: number | null) =>
  server.call('setArchivesKept', { token, body: { days: kept } })

test('raw images are kept for ever unless the installation or the customer says otherwise', async () => {
  const [usual, forEver, ninety] = [await createUser(server), await createUser(server), await createUser(server)]
  const [first, second, third] = [await processed(usual), await processed(forEver), await processed(ninety)]
  await keepFor(forEver, 0)
  await keepFor(ninety, 90)
  expect((await keepFor(ninety, 13)).status).toBe(400)
  await nights(0, 20)
  expect(await told(usual)).toEqual([])
  await nights(0, 31, 30)
  expect([await archivesOf(first), await archivesOf(second), await archivesOf(third)]).toEqual([0, 1, 1])
  await nights(31, 91)
  expect([await archivesOf(second), await archivesOf(third)]).toEqual([1, 0])
})

test('the customer is told 14 and 3 days before, in one email for all that ends, and the report stays', async () => {
  const customer = await createUser(server)
  await keepFor(customer, 30)
  const ids = [await processed(customer), await processed(customer)]
  await nights(1, 15)
  expect(await told(customer)).toEqual([])
  await nights(16, 26)
  const [first, ...others] = await told(customer)
  expect(others).toEqual([])
  for (const id of ids) expect(first?.text).toContain(`/my-dashboard/requests/${id}`)
  await nights(27, 27)
  expect(await told(customer)).toHaveLength(2)
  await nights(28, 29)
  expect(await archivesOf(ids[0] ?? '')).toBe(1)
  await nights(30, 31)
  for (const id of ids) expect(await archivesOf(id)).toBe(0)
  const query = { analysisRequestId: ids[0] ?? '' }
  expect((await server.call('getReport', { token: customer.token, query })).status).toBe(200)
})

test('what they take back is kept', async () => {
  const customer = await createUser(server)
  await keepFor(customer, 30)
  const id = await processed(customer)
  await nights(16, 20)
  const { token } = customer
  expect((await server.call('listDeletions', { token, query: {} })).body.data).toMatchObject([
    { kind: 'archive', id, askedBy: null },
  ])
  expect((await server.call('restoreSubject', { token, body: { kind: 'archive', id } })).status).toBe(200)
  await nights(20, 60)
  expect(await archivesOf(id)).toBe(1)
  expect(await told(customer)).toHaveLength(1)
})

test('a report that is taken back, or a longer time, ends it', async () => {
  const customer = await createUser(server)
  await keepFor(customer, 30)
  const [withdrawn, longer] = [await processed(customer), await processed(customer)]
  await nights(16, 16)
  const body = { analysisRequestId: withdrawn, fileStatus: 'UNDER_REVIEW' as const }
  await server.call('changeStatus', { token: staff.token, body })
  await nights(17, 40)
  expect(await archivesOf(withdrawn)).toBe(1)
  const other = await createUser(server)
  await keepFor(other, 30)
  const id = await processed(other)
  await nights(16, 16)
  await keepFor(other, 365)
  await nights(17, 60)
  expect(await archivesOf(id)).toBe(1)
  expect(await archivesOf(longer)).toBe(0)
})
