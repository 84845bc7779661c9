import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { displayFileName, storedNameOf } from '#domain/file-names.ts'
import { countReportEmails, reportEmailsTo } from '#server/testing/server/emails.ts'
import { databaseSnapshot } from '#server/testing/server/snapshot.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let ann: TestUser
let ben: TestUser
beforeAll(async () => {
  server = await openTestServer()
  ann = await createStaff(server, { fullName: 'Ann Furrow' })
  ben = await createStaff(server, { fullName: 'Ben Furrow' })
})
afterAll(() => server.close())

async function submitted() {
  const customer = await createUser(server)
  return { customer, id: (await submitArchive(server, customer)).analysisRequestId }
}

const report = async (person: TestUser, analysisRequestId: string) =>
  (await server.call('getReport', { token: person.token, query: { analysisRequestId } })).body.data
/** File names instead of URLs, because these contain a time. */
const comparable = async (person: TestUser, id: string) => {
  const data = await report(person, id)
  if (!data) return data
  // Each load signs other URLs, and a job checks the files meanwhile.
  const files = data.files.map(({ url: _url, isChecking: _isChecking, ...file }) => file)
  return {
    ...data,
    reportUrls: data.reportUrls.map((url) => displayFileName(url)),
    files,
    allFilesUrl: '',
    receipts: [],
  }
}
const filesSeen = async (person: TestUser, id: string) => (await comparable(person, id))?.reportUrls ?? []

type Draft = { id: string; fileName: string; description?: string; publish?: 'true' | 'false' }
async function attach(person: TestUser, { description = '', publish = 'false', ...draft }: Draft) {
  server.advance(1000)
  const attached = await attachReportFile(server, person, {
    ...draft,
    content: Buffer.from(draft.fileName),
    description,
    publish,
  })
  expect(attached.status).toBe(200)
  const again = (publishing: 'true' | 'false', by = person) =>
    server.call('completeReportUpload', {
      token: by.token,
      query: { ...attached.query, publish: publishing },
      body: attached.parts,
    })
  return { ...attached, again }
}

describe('a draft', () => {
  test('shows the customer nothing: neither its remarks, nor its author, nor its time', async () => {
    const { customer, id } = await submitted()
    await attach(ann, { id, fileName: 'a.tif', description: 'First look', publish: 'true' })
    const published = await comparable(customer, id)
    expect(published).toMatchObject({ updatedBy: { fullName: 'Ann Furrow' }, remarks: 'First look' })
    await attach(ben, { id, fileName: 'b.tif', description: 'Plot 7 is wrong, ask the lab' })
    expect(await comparable(customer, id)).toEqual(published)
    await attach(ben, { id, fileName: 'c.tif' })
    expect(await comparable(customer, id)).toEqual(published)
  })

  test('shows staff its author, time and remarks while nothing is published; the newest draft is shown', async () => {
    const { customer, id } = await submitted()
    await attach(ann, { id, fileName: 'a.tif', description: 'Of Ann' })
    expect(await comparable(ben, id)).toMatchObject({ updatedBy: { email: ann.email }, remarks: 'Of Ann' })
    await attach(ben, { id, fileName: 'b.tif', description: 'Of Ben' })
    const seen = await comparable(ann, id)
    expect(seen).toMatchObject({ updatedBy: { email: ben.email }, remarks: 'Of Ben', reportUrls: ['a.tif', 'b.tif'] })
    const { createdAt } = await server.deps.db
      .selectFrom('files')
      .select('createdAt')
      .where('analysisId', '=', id)
      .where('fileName', '=', 'b.tif')
      .executeTakeFirstOrThrow()
    expect(seen?.updatedTime).toBe(createdAt.toISOString())
    expect(await comparable(customer, id)).toBeNull()
  })

  test('of a colleague is not published: a publication includes only the drafts of its author', async () => {
    const { customer, id } = await submitted()
    const ofBen = await attach(ben, { id, fileName: 'b.tif', description: 'Not yet' })
    await attach(ann, { id, fileName: 'a.tif' })
    await attach(ann, { id, fileName: 'last.tif', description: 'Fine', publish: 'true' })
    expect(await comparable(customer, id)).toMatchObject({
      updatedBy: { email: ann.email },
      remarks: 'Fine',
      reportUrls: ['a.tif', 'last.tif'],
    })
    const [sentEmail] = await reportEmailsTo(server, customer.email)
    expect(sentEmail?.text).toContain('a.tif\nlast.tif')
    expect(sentEmail?.text).not.toContain('b.tif')
    expect(await filesSeen(ann, id)).toEqual(['b.tif', 'a.tif', 'last.tif'])

    expect((await ofBen.again('true')).status).toBe(200)
    expect(await comparable(customer, id)).toMatchObject({
      updatedBy: { email: ben.email },
      remarks: 'Not yet',
      reportUrls: ['b.tif', 'a.tif', 'last.tif'],
    })
    expect(await countReportEmails(server, customer.email)).toBe(2)
  })
})

describe('a repeated completion', () => {
  test('of a published file changes nothing: no draft of a colleague, no remarks, no email', async () => {
    const { customer, id } = await submitted()
    const ofAnn = await attach(ann, { id, fileName: 'a.tif', description: 'First look', publish: 'true' })
    await attach(ben, { id, fileName: 'b.tif', description: 'Second look' })
    await attach(ann, { id, fileName: 'later.tif', description: 'Third look' })
    const [before, seen] = [await databaseSnapshot(server), await comparable(customer, id)]
    for (const publishing of ['true', 'false', 'true'] as const)
      expect((await ofAnn.again(publishing)).status).toBe(200)
    expect(await databaseSnapshot(server)).toEqual(before)
    expect(await comparable(customer, id)).toEqual(seen)
    expect(await filesSeen(customer, id)).toEqual(['a.tif'])
    expect(await countReportEmails(server, customer.email)).toBe(1)
  })

  test('does not publish a withdrawn report again', async () => {
    const { customer, id } = await submitted()
    const ofAnn = await attach(ann, { id, fileName: 'a.tif', publish: 'true' })
    const body = { analysisRequestId: id, fileStatus: 'UNDER_REVIEW' as const }
    await server.call('changeStatus', { token: ben.token, body })
    expect((await ofAnn.again('true')).status).toBe(200)
    expect(await report(customer, id)).toBeNull()
  })

  test('with publish after one without publishes its file and the other drafts of its author, once', async () => {
    const { customer, id } = await submitted()
    const first = await attach(ann, { id, fileName: 'a.tif', description: 'Of the first' })
    await attach(ben, { id, fileName: 'b.tif', description: 'Of Ben' })
    await attach(ann, { id, fileName: 'c.tif', description: 'Of the last' })
    const answers = await Promise.all([first.again('true'), first.again('true'), first.again('true')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await comparable(customer, id)).toMatchObject({ reportUrls: ['a.tif', 'c.tif'], remarks: 'Of the first' })
    expect(await countReportEmails(server, customer.email)).toBe(1)
  })

  test('of a removed file returns 404 and publishes nothing', async () => {
    const { customer, id } = await submitted()
    const first = await attach(ann, { id, fileName: 'a.tif' })
    const storedName = storedNameOf((await report(ann, id))?.reportUrls[0] ?? '') ?? ''
    await attach(ann, { id, fileName: 'b.tif' })
    const query = { analysisRequestId: id, storedName }
    expect((await server.call('removeReportFile', { token: ben.token, query })).status).toBe(200)
    expect((await first.again('true')).status).toBe(404)
    expect(await report(customer, id)).toBeNull()
  })
})

describe('the remarks of a publication are', () => {
  test('those of the newest file with remarks, when the last one has none', async () => {
    const { customer, id } = await submitted()
    await attach(ann, { id, fileName: 'a.tif', description: 'Old' })
    await attach(ann, { id, fileName: 'b.tif', description: 'New' })
    await attach(ann, { id, fileName: 'c.tif', publish: 'true' })
    expect(await comparable(customer, id)).toMatchObject({ remarks: 'New' })
    expect((await reportEmailsTo(server, customer.email))[0]?.text).toContain('New')
  })

  test('the existing ones, when none of the published files has any', async () => {
    const { customer, id } = await submitted()
    await attach(ann, { id, fileName: 'a.tif', description: 'Stands', publish: 'true' })
    await attach(ben, { id, fileName: 'b.tif', description: 'Of a draft' })
    await attach(ann, { id, fileName: 'c.tif', publish: 'true' })
    expect(await comparable(customer, id)).toMatchObject({ remarks: 'Stands' })
  })

  test('deleted with the last published file', async () => {
    const { customer, id } = await submitted()
    await attach(ann, { id, fileName: 'a.tif', description: 'Of a file that is gone', publish: 'true' })
    const storedName = storedNameOf((await report(ann, id))?.reportUrls[0] ?? '') ?? ''
    await attach(ben, { id, fileName: 'b.tif', description: 'Of a draft' })
    await server.call('removeReportFile', { token: ben.token, query: { analysisRequestId: id, storedName } })
    expect(await comparable(ann, id)).toMatchObject({ updatedBy: { email: ben.email }, remarks: 'Of a draft' })
    await attach(ann, { id, fileName: 'c.tif', publish: 'true' })
    expect(await comparable(customer, id)).toMatchObject({ remarks: 'No remarks provided.', reportUrls: ['c.tif'] })
  })
})
