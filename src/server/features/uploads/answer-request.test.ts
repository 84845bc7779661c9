import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { displayFileName } from '#domain/file-names.ts'
import { days, seconds } from '#domain/units.ts'
import { assignProjects } from '#server/features/projects/assign-projects.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, sendParts, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { reindexUser } from '../analyses/reindex-requests.ts'
import { expireUploads } from './expire-uploads.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const content = Buffer.from('photos flown again')
const ANSWER = { fileName: 'second.zip', description: 'Flown again at noon', reportCategories: ['3dModel'] } as const
const NOT_REJECTED =
  'The archive of this request has arrived. A new one can be sent only while the request is rejected.'

const setStatus = (analysisRequestId: string, fileStatus: 'PENDING' | 'UNDER_REVIEW' | 'REJECTED', message?: string) =>
  server.call('changeStatus', {
    token: staff.token,
    body: { analysisRequestId, fileStatus, ...(message !== undefined && { message }) },
  })

/** A customer with a request that staff rejected. */
async function rejected() {
  const person = await createUser(server)
  const { analysisRequestId: id } = await submitArchive(server, person, { start: { fileName: 'first.zip' } })
  await setStatus(id, 'REJECTED', 'The photos are blurred.')
  return { person, id }
}
type Rejected = Awaited<ReturnType<typeof rejected>>

const start = ({ person, id }: Rejected, more: Partial<BodyIn<'startUpload'>> = {}) =>
  startArchive(server, person, {
    content,
    start: { ...ANSWER, reportCategories: [...ANSWER.reportCategories], id, ...more },
  })

/** An answer whose parts have all arrived, and the call that completes it. */
async function sent(request: Rejected) {
  const { data } = (await start(request)).body
  const query = { uploadId: data.preSignedUrl.uploadId, analysisRequestId: data.id }
  const body = await sendParts(data, content)
  return { query, complete: () => server.call('completeUpload', { token: request.person.token, query, body }) }
}
const rowOf = async ({ person, id }: Rejected) =>
  (await server.call('getMyAnalysis', { token: person.token, query: { analysisRequestId: id } })).body.data
const namesOf = async (request: Rejected) =>
  (await rowOf(request)).fileUrls.map((url, index) => displayFileName(url, index))
const openOf = async ({ person }: Rejected) => (await server.call('listOpenUploads', { token: person.token })).body.data
const isFoundBy = async ({ id, person }: Rejected, word: string) => {
  const query = { search: `${person.email} ${word}` }
  const { data } = (await server.call('listAllAnalyses', { token: staff.token, query })).body
  return data.some(({ analysisRequestId }) => analysisRequestId === id)
}

test('a rejected request waits again once a new archive has arrived; the earlier one stays', async () => {
  const request = await rejected()
  const before = await rowOf(request)
  const { version } = (await setStatus(request.id, 'REJECTED')).body.data
  server.advance(seconds(5))
  const answer = await sent(request)
  expect(answer.query.analysisRequestId).toBe(request.id)
  expect(await rowOf(request)).toMatchObject({
    status: 'REJECTED',
    message: 'The photos are blurred.',
    description: before.description,
    reportCategories: before.reportCategories,
    submittedTime: before.submittedTime,
    fileSizes: before.fileSizes,
  })
  expect(await openOf(request)).toMatchObject([{ id: request.id, ...ANSWER }])

  expect((await answer.complete()).status).toBe(200)
  const after = await rowOf(request)
  expect(after).toMatchObject({
    status: 'PENDING',
    message: null,
    projectType: 'Soybean_Trial',
    description: ANSWER.description,
    reportCategories: ANSWER.reportCategories,
  })
  expect(await namesOf(request)).toEqual(['second.zip', 'first.zip'])
  expect(after.receipts.map(({ fileName, receivedTime }) => [fileName, receivedTime])).toEqual([
    ['second.zip', after.submittedTime],
    ['first.zip', before.submittedTime],
  ])
  expect(after.submittedTime > before.submittedTime).toBe(true)
  expect(await openOf(request)).toEqual([])

  const query = { analysisRequestId: request.id }
  const { data: timeline } = (await server.call('getTimeline', { token: request.person.token, query })).body
  expect(timeline.map(({ event, status }) => [event, status])).toEqual([
    ['received', 'PENDING'],
    ['status', 'REJECTED'],
    ['archive', 'PENDING'],
  ])
  const emails = await emailsTo(server, request.person.email, 3)
  expect(emails.filter(({ text }) => text.includes('second.zip')).map(({ subject }) => subject)).toEqual([
    'We received your images',
  ])
  const told = server.deps.db.selectFrom('notices').select('kind').where('subject', '=', `analysis:${request.id}`)
  expect(await told.where('userId', '=', staff.id).execute()).toMatchObject([
    { kind: 'new-request' },
    { kind: 'new-request' },
  ])
  const toStaff = server.deps.db.selectFrom('emails').select('subject').where('toEmail', '=', staff.email)
  expect((await toStaff.orderBy('createdAt').execute()).slice(-2)).toEqual([
    { subject: 'New request for Soybean Trial' },
    { subject: 'Answer to a rejection for Soybean Trial' },
  ])
  const stale = { analysisRequestId: request.id, fileStatus: 'REJECTED', version } as const
  expect((await server.call('changeStatus', { token: staff.token, body: stale })).status).toBe(409)
  expect(await isFoundBy(request, 'second')).toBe(true)
  expect(await isFoundBy(request, 'first')).toBe(true)
  await reindexUser(server.deps, { userId: request.person.id })
  expect(await isFoundBy(request, 'second')).toBe(true)
})

test('a request can be answered as often as it is rejected', async () => {
  const request = await rejected()
  for (const fileName of ['second.zip', 'third.zip']) {
    await submitArchive(server, request.person, { content, start: { id: request.id, fileName } })
    await setStatus(request.id, 'REJECTED', 'Once more, please.')
    server.advance(seconds(1))
  }
  expect(await namesOf(request)).toEqual(['third.zip', 'second.zip', 'first.zip'])
})

describe('an answer that is not finished', () => {
  test('leaves the request as it was, when it is cancelled and when it expires', async () => {
    const request = await rejected()
    const before = { status: 'REJECTED', message: 'The photos are blurred.', description: 'Flight at noon' }
    const { query } = await sent(request)
    await server.call('cancelUpload', { token: request.person.token, query })
    expect(await rowOf(request)).toMatchObject(before)
    expect(await namesOf(request)).toEqual(['first.zip'])
    expect(await isFoundBy(request, 'second')).toBe(false)

    await start(request)
    const idle = await server.deps.db
      .updateTable('uploads')
      .set({ touchedAt: new Date(server.deps.now().getTime() - days(8)) })
      .where('analysisId', '=', request.id)
      .where('state', '=', 'OPEN')
      .executeTakeFirst()
    expect(idle.numUpdatedRows).toBe(1n)
    await expireUploads(server.deps)
    expect(await openOf(request)).toEqual([])
    expect(await rowOf(request)).toMatchObject(before)
    expect((await (await sent(request)).complete()).status).toBe(200)
  })

  test('is resumed with its file, takes the latest description, and excludes another file', async () => {
    const request = await rejected()
    const fingerprint = '4'.repeat(64)
    const first = (await start(request, { fingerprint })).body.data
    const again = (await start(request, { fingerprint, description: 'Flown at one' })).body.data
    expect(again.preSignedUrl.uploadId).toBe(first.preSignedUrl.uploadId)
    expect(await openOf(request)).toMatchObject([{ description: 'Flown at one' }])
    const other = await start(request, { fileName: 'other.zip' })
    expect([other.status, other.body.message]).toEqual([
      409,
      'This upload was started with another file. Choose second.zip again.',
    ])
    // The same file for a new request is a new request.
    const separate = (await start(request, { id: '', fingerprint })).body.data
    expect(separate.id).not.toBe(request.id)
    expect(await openOf(request)).toHaveLength(2)
  })
})

test('an archive is taken for a rejected request of this customer only, whose project is assigned', async () => {
  const request = await rejected()
  expect((await start({ ...request, person: await createUser(server) })).status).toBe(404)
  await assignProjects(server.deps.db, { accountId: request.person.id, names: ['Maize'], at: server.deps.now() })
  const removed = await start(request, { projectType: 'Maize' })
  expect([removed.status, removed.body.message]).toEqual([403, 'This project is not assigned to you'])
  await assignProjects(server.deps.db, {
    accountId: request.person.id,
    names: ['Soybean_Trial'],
    at: server.deps.now(),
  })
  for (const status of ['PENDING', 'UNDER_REVIEW'] as const) {
    await setStatus(request.id, status)
    const { status: answered, body } = await start(request)
    expect([answered, body.message]).toEqual([409, NOT_REJECTED])
  }
})

describe('at the same time', () => {
  test('several starts open one upload', async () => {
    for (let round = 0; round < 5; round += 1) {
      const request = await rejected()
      const same = await Promise.all([1, 2, 3].map(() => start(request)))
      expect(same.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(new Set(same.map(({ body }) => body.data.preSignedUrl.uploadId)).size).toBe(1)

      const another = await rejected()
      const names = ['a.zip', 'b.zip', 'c.zip']
      const different = await Promise.all(names.map((fileName) => start(another, { fileName })))
      expect(different.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
      expect(await openOf(another)).toHaveLength(1)
    }
  })

  test('what staff decide while an answer is on its way stays; the archive is kept', async () => {
    const request = await rejected()
    const { complete } = await sent(request)
    await setStatus(request.id, 'UNDER_REVIEW', 'We found a way.')
    await complete()
    expect(await rowOf(request)).toMatchObject({ status: 'UNDER_REVIEW', message: 'We found a way.' })
    expect(await namesOf(request)).toEqual(['second.zip', 'first.zip'])

    const processed = await rejected()
    const late = await sent(processed)
    await attachReportFile(server, staff, { id: processed.id, content: Buffer.from('values') })
    await late.complete()
    expect(await rowOf(processed)).toMatchObject({ status: 'PROCESSED' })
    expect(await namesOf(processed)).toHaveLength(2)
  })

  test('a decision and the arrival of an answer follow one another, as the timeline tells', async () => {
    for (let round = 0; round < 10; round += 1) {
      const request = await rejected()
      const { complete } = await sent(request)
      const [arrived, decided] = await Promise.all([complete(), setStatus(request.id, 'UNDER_REVIEW')])
      expect([arrived.status, decided.status]).toEqual([200, 200])
      const query = { analysisRequestId: request.id }
      const { data } = (await server.call('getTimeline', { token: request.person.token, query })).body
      expect(data.slice(2).map(({ event, status }) => `${event} ${status}`)).toSatisfy((events: string[]) =>
        [
          ['archive PENDING', 'status UNDER_REVIEW'],
          ['status UNDER_REVIEW', 'archive UNDER_REVIEW'],
        ].some((order) => order.join() === events.join()),
      )
      expect(await rowOf(request)).toMatchObject({ status: 'UNDER_REVIEW' })
      expect(await namesOf(request)).toHaveLength(2)
    }
  })
})
