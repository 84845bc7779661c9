import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, SYSTEM } from '#server/actor.ts'
import type { Deps } from '#server/deps.ts'
import { assignProjects } from '#server/features/projects/assign-projects.ts'
import { finishUpload } from '#server/jobs.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import {
  loadStoreRef,
  sendParts,
  startArchive,
  startReportFile,
  submitArchive,
} from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { completeReportUpload } from '../reports/complete-report-upload.ts'
import { completeUpload } from './complete-upload.ts'
import { recordCompletedParts } from './record-completed-parts.ts'

const NOT_ASSIGNED = { status: 403, message: 'This project is not assigned to you' }
const content = Buffer.from('raw images')
let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const decide = (person: TestUser, projectTypes: string[], status: 1 | 2 | 3 = 1) =>
  server.call('verifyUser', { token: staff.token, body: { userId: person.id, status, projectTypes } })
/** As for uploads opened before the version that cancels them: the project is removed, the upload stays open. */
const removeProject = (person: TestUser) =>
  assignProjects(server.deps.db, { accountId: person.id, names: ['Maize'], at: server.deps.now() })
const fingerprint = '5'.repeat(64)

/** An archive for Soybean_Trial whose parts have all arrived. */
async function sent() {
  const person = await createUser(server, { projectTypes: ['Soybean_Trial', 'Maize'] })
  const { data } = (await startArchive(server, person, { content, start: { fingerprint } })).body
  const query = { uploadId: data.preSignedUrl.uploadId, analysisRequestId: data.id }
  return { person, data, query, parts: await sendParts(data, content) }
}
type Sent = Awaited<ReturnType<typeof sent>>
const complete = ({ person, query, parts }: Sent) =>
  server.call('completeUpload', { token: person.token, query, body: parts })
const rowsOf = async ({ token }: TestUser) => (await server.call('listMyAnalyses', { token })).body.data
const uploadState = async ({ uploadId }: { uploadId: string }) =>
  (await server.deps.db.selectFrom('uploads').select('state').where('id', '=', uploadId).executeTakeFirst())?.state
const statusAndMessage = ({ status, body }: { status: number; body: { message: string } }) => ({
  status,
  message: body.message,
})
const actorOf = ({ id, email, fullName }: TestUser, role: 'USER' | 'ADMIN'): Actor => ({
  ...SYSTEM,
  userId: id,
  accountId: id,
  accountRole: 'owner',
  email,
  fullName,
  sessionId: '',
  role,
  status: 'APPROVED',
  due: undefined,
})
/** Dependencies for a call during which something is decided: right after the store has joined the parts. */
const withDecision = (decision: () => Promise<unknown>): Deps => {
  const { storage } = server.deps
  const join: Deps['storage']['completeUpload'] = async (upload) => {
    const size = await storage.completeUpload(upload)
    await decision()
    return size
  }
  return { ...server.deps, storage: { ...storage, completeUpload: join } }
}

describe('an upload for a project that is no longer assigned', () => {
  test('can be neither completed nor resumed nor started again, whatever project the call names', async () => {
    const upload = await sent()
    const { person, query, data } = upload
    await removeProject(person)
    const { token } = person
    const start = { id: data.id, projectType: 'Maize', fingerprint }
    expect(statusAndMessage(await complete(upload))).toEqual(NOT_ASSIGNED)
    expect(statusAndMessage(await server.call('resumeUpload', { token, query }))).toEqual(NOT_ASSIGNED)
    expect(statusAndMessage(await startArchive(server, person, { content, start }))).toMatchObject(NOT_ASSIGNED)
    expect(await rowsOf(person)).toEqual([])
  })

  test('is resumed by its id for its own project, even if the call names another', async () => {
    const { person, data } = await sent()
    const start = { id: data.id, projectType: 'Unassigned', fingerprint }
    expect((await startArchive(server, person, { content, start })).status).toBe(200)
  })

  test('is rejected when the project is removed while the parts are joined; nothing is submitted', async () => {
    const { person, query, parts } = await sent()
    const deps = withDecision(() => decide(person, ['Maize']))
    await expect(completeUpload(deps, actorOf(person, 'USER'), { ...query, parts })).rejects.toMatchObject({
      code: 'forbidden',
      message: NOT_ASSIGNED.message,
    })
    expect(await rowsOf(person)).toEqual([])
    expect(await uploadState(query)).toBe('ABANDONED')
  })

  test.each(['Maize', ''])(
    'is cancelled once by the job that finishes it, and its bytes are deleted (remaining project: %j)',
    async (remaining) => {
      const { person, query, parts, data } = await sent()
      const stored = await loadStoreRef(server, query.uploadId)
      const mine = { kind: 'ARCHIVE', userId: person.id } as const
      await recordCompletedParts(server.deps, mine, { ...query, parts, publish: null })
      await (remaining ? removeProject(person) : stop(person))
      await finishUpload(server.deps, query)
      await finishUpload(server.deps, query)
      expect(await uploadState(query)).toBe('ABANDONED')
      const audited = server.deps.db.selectFrom('audit').select(['action', 'actorId', 'requestId'])
      expect(
        await audited
          .where('subject', '=', `analysis:${data.id}`)
          .where('action', '<>', 'upload.started')
          .orderBy('id')
          .execute(),
      ).toEqual([{ action: 'upload.cancelled', actorId: null, requestId: 'system' }])
      const join = () => server.deps.storage.completeUpload({ ...stored, parts })
      await expect.poll(() => join().catch(String), { timeout: 60_000 }).toContain('not exist')
    },
  )

  test('a completion concurrent with the decision: the request is submitted before it, or the upload is cancelled', async () => {
    for (let round = 0; round < 10; round += 1) {
      const upload = await sent()
      const [done] = await Promise.all([complete(upload), decide(upload.person, ['Maize'])])
      const state = await uploadState(upload.query)
      const rows = (await rowsOf(upload.person)).length
      expect([
        [200, 'COMPLETE', 1],
        [403, 'ABANDONED', 0],
        [404, 'ABANDONED', 0],
      ]).toContainEqual([done.status, state, rows])
    }
  })

  test('starts concurrent with the decision leave no open upload for the removed project', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { person, data, query } = await sent()
      const { token } = person
      await Promise.all([
        decide(person, ['Maize']),
        startArchive(server, person, { content }),
        startArchive(server, person, { content, start: { fingerprint } }),
        startArchive(server, person, { content, start: { id: data.id } }),
        server.call('resumeUpload', { token, query }),
      ])
      const open = server.deps.db.selectFrom('uploads').select('id').where('userId', '=', person.id)
      expect(await open.where('state', '=', 'OPEN').execute()).toEqual([])
    }
  })
})

async function reportSent() {
  const sender = await createStaff(server)
  const { analysisRequestId: id } = await submitArchive(server, await createUser(server))
  const { data } = (await startReportFile(server, sender, { id, content })).body
  const query = { uploadId: data.preSignedUrl.uploadId, analysisRequestId: id }
  return { sender, id, query, parts: await sendParts(data, content) }
}
const reportFiles = (id: string) =>
  server.deps.db
    .selectFrom('files')
    .select('fileName')
    .where('analysisId', '=', id)
    .where('kind', '=', 'REPORT')
    .execute()
const stop = (person: TestUser, change: { status: 'ON_HOLD' } | { role: 'USER' } = { status: 'ON_HOLD' }) =>
  server.deps.db.updateTable('users').set(change).where('id', '=', person.id).execute()

describe('a report file whose sender is no longer staff', () => {
  test.each([{ status: 'ON_HOLD' as const }, { role: 'USER' as const }])(
    'is not attached when the sender changes while the parts are joined: %j',
    async (change) => {
      const { sender, id, query, parts } = await reportSent()
      const deps = withDecision(() => stop(sender, change))
      const completion = { ...query, parts, publish: true }
      await expect(completeReportUpload(deps, actorOf(sender, 'ADMIN'), completion)).rejects.toMatchObject({
        code: 'forbidden',
      })
      expect(await reportFiles(id)).toEqual([])
    },
  )

  test('is cancelled by the job that finishes it', async () => {
    const { sender, id, query, parts } = await reportSent()
    await recordCompletedParts(server.deps, { kind: 'REPORT' }, { ...query, parts, publish: true })
    await stop(sender)
    await finishUpload(server.deps, query)
    expect(await reportFiles(id)).toEqual([])
    expect(await uploadState(query)).toBe('ABANDONED')
  })

  test('its draft is not published by a call that was authorized before', async () => {
    const { sender, id, query, parts } = await reportSent()
    const completion = { ...query, parts }
    await completeReportUpload(server.deps, actorOf(sender, 'ADMIN'), { ...completion, publish: false })
    await stop(sender)
    const publishing = completeReportUpload(server.deps, actorOf(sender, 'ADMIN'), { ...completion, publish: true })
    await expect(publishing).rejects.toMatchObject({ code: 'forbidden' })
    const files = server.deps.db.selectFrom('files').select('publishedAt').where('analysisId', '=', id)
    expect(await files.where('kind', '=', 'REPORT').execute()).toEqual([{ publishedAt: null }])
  })
})
