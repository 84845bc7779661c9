import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PresignedUpload } from '#contract/uploads.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import {
  loadStoreRef,
  sendParts,
  startArchive,
  startReportFile,
  submitArchive,
} from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

const PART = 65_536
const content = Buffer.alloc(2 * PART, 7)
let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const listStored = (folder: string) => readdir(join(server.deps.config.dataDir, 'objects', folder))
const decide = (person: TestUser, status: 1 | 2 | 3) =>
  server.call('verifyUser', {
    token: staff.token,
    body: { userId: person.id, status, projectTypes: ['Soybean_Trial'] },
  })

/** An upload of two parts: the first has arrived, the second is half sent. */
const uploadHalfway = async (person: TestUser) => sendHalf(await startArchive(server, person, { content }))

async function sendHalf({ body: { data } }: { body: { data: PresignedUpload } }) {
  const { preSignedUrls, uploadId } = data.preSignedUrl
  const first = { ...data, preSignedUrl: { ...data.preSignedUrl, preSignedUrls: { 1: preSignedUrls['1'] ?? '' } } }
  const parts = await sendParts(first, content)
  const url = preSignedUrls['2'] ?? ''
  const sending = request(url, { method: 'PUT', headers: { 'content-length': PART } })
  sending.on('error', () => undefined)
  const answer = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve))
  const closed = new Promise((resolve) => sending.once('close', resolve))
  sending.write(content.subarray(0, PART / 2))
  const stored = await loadStoreRef(server, uploadId)
  await expect.poll(() => listStored(`open/${stored.uploadId}`)).toContainEqual(expect.stringMatching(/^00002/))
  return { url, parts, answer, closed, stored, query: { uploadId, analysisRequestId: data.id } }
}

async function expectGone({ url, answer, closed, stored }: Awaited<ReturnType<typeof uploadHalfway>>) {
  const cut = await answer
  expect(cut.statusCode).toBe(404)
  cut.resume()
  await closed
  await expect.poll(() => listStored('tmp')).toEqual([])
  expect(await listStored('open')).not.toContain(stored.uploadId)
  const later = await fetch(url, { method: 'PUT', body: new Uint8Array(content.subarray(PART)) })
  expect(later.status).toBe(404)
}

describe('a customer who is put on hold or rejected during an upload', () => {
  test.each([2, 3] as const)(
    'F61: status %d: every call is rejected, and the part in flight is aborted',
    async (status) => {
      const person = await createUser(server)
      const upload = await uploadHalfway(person)
      const other = await uploadOf(await createUser(server))
      const { token } = person

      expect((await decide(person, status)).status).toBe(200)
      expect((await startArchive(server, person, { content })).status).toBe(403)
      expect((await server.call('resumeUpload', { token, query: upload.query })).status).toBe(403)
      const completion = { token, query: upload.query, body: upload.parts }
      expect((await server.call('completeUpload', completion)).status).toBe(403)
      await expectGone(upload)

      await decide(person, 1)
      expect((await server.call('completeUpload', completion)).status).toBe(404)
      expect((await server.call('listOpenUploads', { token })).body.data).toEqual([])
      expect((await server.call('resumeUpload', other)).status).toBe(200)
    },
  )

  test('a new message or another project does not affect uploads', async () => {
    const person = await createUser(server)
    const upload = await uploadOf(person)
    await server.call('verifyUser', {
      token: staff.token,
      body: { userId: person.id, status: 1, projectTypes: ['Soybean Trial', 'Maize'], metadata: { message: 'Hi' } },
    })
    expect((await server.call('resumeUpload', upload)).status).toBe(200)
  })

  test('a start concurrent with the decision leaves no upload', async () => {
    const person = await createUser(server)
    const [, started] = await Promise.all([decide(person, 2), startArchive(server, person, { content })])
    expect([200, 403]).toContain(started.status)
    const open = server.deps.db.selectFrom('uploads').select('id').where('userId', '=', person.id)
    expect(await open.where('state', '=', 'OPEN').execute()).toEqual([])
  })
})

describe('a member of staff who is revoked during an upload of a report', () => {
  test.each([2, 3] as const)(
    'status %d: the upload is cancelled, and the part in flight is aborted',
    async (status) => {
      const colleague = await createStaff(server)
      const { analysisRequestId: id } = await submitArchive(server, await createUser(server))
      const upload = await sendHalf(await startReportFile(server, colleague, { id, content, fileName: 'plots.tif' }))
      const other = await startReportFile(server, staff, { id, content, fileName: 'other.tif' })

      expect((await decide(colleague, status)).status).toBe(200)
      const { token } = colleague
      const completion = { query: upload.query, body: upload.parts }
      expect((await server.call('completeReportUpload', { token, ...completion })).status).toBe(403)
      await expectGone(upload)
      expect((await server.call('completeReportUpload', { token: staff.token, ...completion })).status).toBe(404)
      const query = { uploadId: other.body.data.preSignedUrl.uploadId, analysisRequestId: id }
      expect((await server.call('resumeReportUpload', { token: staff.token, query })).status).toBe(200)
    },
  )

  test('a start concurrent with the decision leaves no upload', async () => {
    const { analysisRequestId: id } = await submitArchive(server, await createUser(server))
    for (let round = 0; round < 4; round += 1) {
      const colleague = await createStaff(server)
      const [, started] = await Promise.all([
        decide(colleague, 2),
        startReportFile(server, colleague, { id, content, fileName: 'plots.tif' }),
      ])
      expect([200, 403]).toContain(started.status)
      const open = server.deps.db.selectFrom('uploads').select('id').where('userId', '=', colleague.id)
      expect(await open.where('state', '=', 'OPEN').execute()).toEqual([])
    }
  })
})

describe('a customer who loses a project during an upload', () => {
  test('loses that upload, including the part in flight; uploads for other projects continue; an email lists the remaining projects', async () => {
    const person = await createUser(server, { projectTypes: ['Soybean_Trial', 'Maize'] })
    const { token } = person
    const other = await uploadOf(person, 'Maize')
    const upload = await uploadHalfway(person)
    const body = { userId: person.id, status: 1 as const, projectTypes: ['Maize'] }
    expect((await server.call('verifyUser', { token: staff.token, body })).status).toBe(200)
    await expectGone(upload)
    expect((await server.call('resumeUpload', { token, query: upload.query })).status).toBe(404)
    const completion = { token, query: upload.query, body: upload.parts }
    expect((await server.call('completeUpload', completion)).status).toBe(404)
    expect((await startArchive(server, person, { content })).status).toBe(403)
    expect((await server.call('listOpenUploads', { token })).body.data).toMatchObject([{ projectType: 'Maize' }])
    expect((await server.call('resumeUpload', other)).status).toBe(200)
    const [sentEmail] = await emailsTo(server, person.email)
    expect(sentEmail?.text).toContain('Your projects: Maize.')
    const given = server.deps.db.selectFrom('audit').select('actorId').where('action', '=', 'upload.cancelled')
    const ofIt = given.where('subject', '=', `analysis:${upload.query.analysisRequestId}`)
    expect(await ofIt.execute()).toEqual([{ actorId: staff.id }])
  })
})

test('staff see how many uploads a decision ends: all of a stopped user, those of a removed project', async () => {
  const open = async ({ id }: TestUser) =>
    (await server.call('countOpenUploads', { token: staff.token, query: { userId: id } })).body.data
  const person = await createUser(server, { projectTypes: ['Soybean_Trial', 'Maize'] })
  for (const [fileName, projectType] of [
    ['a.zip', 'Maize'],
    ['b.zip', 'Maize'],
    ['c.zip', 'Soybean_Trial'],
  ] as const)
    await startArchive(server, person, { content, start: { fileName, projectType } })
  const { analysisRequestId: id } = await submitArchive(server, person)
  const colleague = await createStaff(server)
  await startReportFile(server, colleague, { id, content, fileName: 'plots.tif' })

  const projects = [
    { projectType: 'Maize', uploads: 2 },
    { projectType: 'Soybean_Trial', uploads: 1 },
  ]
  expect(await open(person)).toEqual({ total: 3, isTotalExact: true, projects })
  expect(await open(colleague)).toEqual({ total: 1, isTotalExact: true, projects: [] })
  await decide(person, 1)
  expect(await open(person)).toEqual({ total: 1, isTotalExact: true, projects: projects.slice(1) })
  await decide(person, 3)
  expect(await open(person)).toEqual({ total: 0, isTotalExact: true, projects: [] })
})

test('cancelling an upload aborts the part in flight', async () => {
  const person = await createUser(server)
  const upload = await uploadHalfway(person)
  expect((await server.call('cancelUpload', { token: person.token, query: upload.query })).status).toBe(200)
  await expectGone(upload)
})

async function uploadOf(person: TestUser, projectType = 'Soybean_Trial') {
  const { data } = (await startArchive(server, person, { content, start: { projectType } })).body
  return {
    token: person.token,
    query: { uploadId: data.preSignedUrl.uploadId, analysisRequestId: data.id },
  }
}
