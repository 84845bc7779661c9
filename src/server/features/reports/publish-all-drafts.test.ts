import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { displayFileName, storedNameOf } from '#domain/file-names.ts'
import { countReportEmails, reportEmailsTo } from '#server/testing/server/emails.ts'
import { databaseSnapshot } from '#server/testing/server/snapshot.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let ann: TestUser
let ben: TestUser
beforeAll(async () => {
  server = await openTestServer()
  ann = await createStaff(server)
  ben = await createStaff(server)
})
afterAll(() => server.close())

async function submitted() {
  const customer = await createUser(server)
  return { customer, id: (await submitArchive(server, customer)).analysisRequestId }
}
const report = async (person: TestUser, analysisRequestId: string) =>
  (await server.call('getReport', { token: person.token, query: { analysisRequestId } })).body.data
const rowOf = async ({ token }: TestUser) => (await server.call('listMyAnalyses', { token })).body.data[0]
const publish = (id: string, description?: string, by = ann) =>
  server.call('publishReport', {
    token: by.token,
    body: { analysisRequestId: id, ...(description === undefined ? {} : { description }) },
  })
const withdraw = (id: string) =>
  server.call('changeStatus', {
    token: ann.token,
    body: { analysisRequestId: id, fileStatus: 'UNDER_REVIEW' },
  })
async function attach(
  person: TestUser,
  id: string,
  file: { fileName: string; description?: string; publish?: 'true' },
) {
  server.advance(1000)
  const content = Buffer.from(file.fileName)
  expect((await attachReportFile(server, person, { publish: 'false', ...file, id, content })).status).toBe(200)
}

describe('publishing all attached files', () => {
  test('publishes a withdrawn report again, with its remarks and one email that names all files', async () => {
    const { customer, id } = await submitted()
    await attach(ann, id, { fileName: 'a.tif', description: 'First look' })
    await attach(ann, id, { fileName: 'b.tif', publish: 'true' })
    await withdraw(id)
    expect(await report(customer, id)).toBeNull()

    server.advance(1000)
    const { status, body } = await publish(id, undefined, ben)
    expect({ status, body }).toEqual({ status: 200, body: { statusCode: 200, message: 'Report published' } })
    expect(await rowOf(customer)).toMatchObject({ status: 'PROCESSED' })
    expect(await report(customer, id)).toMatchObject({ updatedBy: { email: ben.email }, remarks: 'First look' })
    const [sentEmail] = await reportEmailsTo(server, customer.email, 2)
    expect(sentEmail?.text).toContain('a.tif\nb.tif')
    expect(sentEmail?.text).toContain('First look')
    expect(await countReportEmails(server, customer.email)).toBe(2)
  })

  test('includes the drafts of colleagues, and uses their newest remarks when none are given', async () => {
    const { customer, id } = await submitted()
    await attach(ann, id, { fileName: 'a.tif', description: 'Of Ann' })
    await attach(ben, id, { fileName: 'b.tif', description: 'Of Ben' })
    expect((await publish(id, '')).status).toBe(200)
    const data = await report(customer, id)
    expect(data).toMatchObject({ updatedBy: { email: ann.email }, remarks: 'Of Ben' })
    expect(data?.reportUrls.map((url) => displayFileName(url))).toEqual(['a.tif', 'b.tif'])
  })

  test('again changes nothing; with other remarks the customer gets an email', async () => {
    const { customer, id } = await submitted()
    await attach(ann, id, { fileName: 'a.tif', description: 'Fine', publish: 'true' })
    const before = await databaseSnapshot(server)
    for (const remarks of [undefined, '', 'Fine']) expect((await publish(id, remarks, ben)).status).toBe(200)
    expect(await databaseSnapshot(server)).toEqual(before)
    expect((await publish(id, 'Fine, but for plot 7', ben)).status).toBe(200)
    expect(await report(customer, id)).toMatchObject({ remarks: 'Fine, but for plot 7' })
    const [sentEmail] = await reportEmailsTo(server, customer.email, 2)
    expect(sentEmail?.text).toContain('a.tif')
    expect(sentEmail?.text).toContain('Fine, but for plot 7')
  })

  test('five times concurrently sends one email', async () => {
    const { customer, id } = await submitted()
    await attach(ann, id, { fileName: 'a.tif' })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => publish(id, 'Fine')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await countReportEmails(server, customer.email)).toBe(1)
  })

  test('is rejected with a clear message when no file is attached', async () => {
    const { customer, id } = await submitted()
    const message = 'No report file is attached to this request. Upload one, then publish.'
    expect((await publish(id)).body).toEqual({ statusCode: 409, message })
    await attach(ann, id, { fileName: 'a.tif' })
    const storedName = storedNameOf((await report(ann, id))?.reportUrls[0] ?? '') ?? ''
    await server.call('removeReportFile', { token: ann.token, query: { analysisRequestId: id, storedName } })
    expect((await publish(id)).status).toBe(409)
    expect(await rowOf(customer)).toMatchObject({ status: 'PENDING' })
    expect(await countReportEmails(server, customer.email)).toBe(0)
  })

  test('is rejected for an unknown request, for one that is still uploading, and for remarks that are too long', async () => {
    const { body } = await startArchive(server, await createUser(server), { content: Buffer.from('x') })
    expect((await publish('nothing')).status).toBe(404)
    expect((await publish(body.data.id)).status).toBe(404)
    expect((await publish('nothing', 'x'.repeat(5001))).status).toBe(400)
  })
})
