import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, SYSTEM } from '#server/actor.ts'
import type { Deps } from '#server/deps.ts'
import { assignProjects } from '#server/features/projects/assign-projects.ts'
import { finishUpload } from '#server/jobs.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { inStoreOf, sendParts, startArchive, startReportFile, submitArchive } from '#server/testing/server/uploads.ts'
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
/** An upload that the version before left open for a project that is no longer assigned. */
const loseProject = (person: TestUser) =>
  assignProjects(server.deps.db, { userId: person.id, names: ['Maize'], at: server.deps.now() })
const fingerprint = '5'.repeat(64)

/** An archive for Soybean_Trial whose parts have all arrived. */
async function sent() {
  const person = await createUser(server, { projectTypes: ['Soybean_Trial', 'Maize'] })
  const { data } = (await startArchive(server, person, { content, start: { fingerprint } })).body
  const query = { uploadId: data.preSignedUrl.uploadId, analysisRequestId: data.id }
  return { person, data, query, receipts: await sendParts(data, content) }
}
type Sent = Awaited<ReturnType<typeof sent>>
const complete = ({ person, query, receipts }: Sent) =>
  server.call('completeUpload', { token: person.token, query, body: receipts })
const rowsOf = async ({ token }: TestUser) => (await server.call('listMyAnalyses', { token })).body.data
const uploadState = async ({ uploadId }: { uploadId: string }) =>
  (await server.deps.db.selectFrom('uploads').select('state').where('id', '=', uploadId).executeTakeFirst())?.state
const answered = ({ status, body }: { status: number; body: { message: string } }) => ({
  status,
  message: body.message,
})
const actorOf = ({ id, email, fullName }: TestUser, role: 'USER' | 'ADMIN'): Actor => ({
  ...SYSTEM,
  userId: id,
  email,
  fullName,
  sessionId: '',
  role,
  status: 'APPROVED',
  projectTypes: [],
  due: undefined,
})
/** The deps of a call during which something is decided: after the parts were joined. */
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
  test('is not completed and not resumed, whatever project the call names', async () => {
    const upload = await sent()
    const { person, query, data } = upload
    await loseProject(person)
    const { token } = person
    const start = { id: data.id, projectType: 'Maize', fingerprint }
    expect(answered(await complete(upload))).toEqual(NOT_ASSIGNED)
    expect(answered(await server.call('resumeUpload', { token, query }))).toEqual(NOT_ASSIGNED)
    expect(answered(await startArchive(server, person, { content, start }))).toMatchObject(NOT_ASSIGNED)
    expect(await rowsOf(person)).toEqual([])
  })

  test('is resumed by its id for its own project, though the call names another', async () => {
    const { person, data } = await sent()
    const start = { id: data.id, projectType: 'Of nobody', fingerprint }
    expect((await startArchive(server, person, { content, start })).status).toBe(200)
  })

  test('is rejected when the decision comes while its parts are joined; nothing is submitted', async () => {
    const { person, query, receipts } = await sent()
    const deps = withDecision(() => decide(person, ['Maize']))
    await expect(completeUpload(deps, actorOf(person, 'USER'), { ...query, receipts })).rejects.toMatchObject({
      code: 'forbidden',
      message: NOT_ASSIGNED.message,
    })
    expect(await rowsOf(person)).toEqual([])
    expect(await uploadState(query)).toBe('ABANDONED')
  })

  test.each(['Maize', ''])(
    'is cancelled by the job that finishes it, once, with its bytes (left: %j)',
    async (left) => {
      const { person, query, receipts, data } = await sent()
      const stored = await inStoreOf(server, query.uploadId)
      const mine = { kind: 'ARCHIVE', userId: person.id } as const
      await recordCompletedParts(server.deps, mine, { ...query, receipts, publish: null })
      await (left ? loseProject(person) : stop(person))
      await finishUpload(server.deps, query)
      await finishUpload(server.deps, query)
      expect(await uploadState(query)).toBe('ABANDONED')
      const given = server.deps.db.selectFrom('audit').select(['action', 'actorId', 'requestId'])
      expect(
        await given
          .where('subject', '=', `analysis:${data.id}`)
          .where('action', '<>', 'upload.started')
          .orderBy('id')
          .execute(),
      ).toEqual([{ action: 'upload.cancelled', actorId: null, requestId: 'system' }])
      const join = () => server.deps.storage.completeUpload({ ...stored, parts: receipts })
      await expect.poll(() => join().catch(String), { timeout: 60_000 }).toContain('not exist')
    },
  )

  test('a completion and the decision run concurrently: the request was submitted before, or the upload is gone', async () => {
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

  test('concurrent starts and the decision leave no open upload for the removed project', async () => {
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
  return { sender, id, query, receipts: await sendParts(data, content) }
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

describe('a report file of a former member of staff', () => {
  test.each([{ status: 'ON_HOLD' as const }, { role: 'USER' as const }])(
    'is not attached when the change comes while its parts are joined: %j',
    async (change) => {
      const { sender, id, query, receipts } = await reportSent()
      const deps = withDecision(() => stop(sender, change))
      const completion = { ...query, receipts, publish: true }
      await expect(completeReportUpload(deps, actorOf(sender, 'ADMIN'), completion)).rejects.toMatchObject({
        code: 'forbidden',
      })
      expect(await reportFiles(id)).toEqual([])
    },
  )

  test('is cancelled by the job that finishes it', async () => {
    const { sender, id, query, receipts } = await reportSent()
    await recordCompletedParts(server.deps, { kind: 'REPORT' }, { ...query, receipts, publish: true })
    await stop(sender)
    await finishUpload(server.deps, query)
    expect(await reportFiles(id)).toEqual([])
    expect(await uploadState(query)).toBe('ABANDONED')
  })

  test('its draft is not published by a call that was authorized before', async () => {
    const { sender, id, query, receipts } = await reportSent()
    const completion = { ...query, receipts }
    await completeReportUpload(server.deps, actorOf(sender, 'ADMIN'), { ...completion, publish: false })
    await stop(sender)
    const publishing = completeReportUpload(server.deps, actorOf(sender, 'ADMIN'), { ...completion, publish: true })
    await expect(publishing).rejects.toMatchObject({ code: 'forbidden' })
    const files = server.deps.db.selectFrom('files').select('publishedAt').where('analysisId', '=', id)
    expect(await files.where('kind', '=', 'REPORT').execute()).toEqual([{ publishedAt: null }])
  })
})
