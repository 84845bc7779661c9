import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PresignedUpload } from '#contract/uploads.ts'
import { days, hours, minutes } from '#domain/units.ts'
import { finishUpload } from '#server/jobs.ts'
import { countReportEmails } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import {
  loadStoreRef,
  sendParts,
  startArchive,
  startReportFile,
  submitArchive,
} from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { expireUploads } from './expire-uploads.ts'
import { recordCompletedParts } from './record-completed-parts.ts'

const PART = 65_536
let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

type CompletedPart = { partNumber: number; etag: string }
type Ref = { uploadId: string; analysisRequestId: string }
type Sent = { person: TestUser; presigned: PresignedUpload; ref: Ref; parts: CompletedPart[]; content: Buffer }

/** An archive whose three parts have all arrived. */
async function sent(): Promise<Sent> {
  const person = await createUser(server)
  const content = Buffer.alloc(2 * PART + 100, 9)
  const { data: presigned } = (await startArchive(server, person, { content })).body
  const ref = { uploadId: presigned.preSignedUrl.uploadId, analysisRequestId: presigned.id }
  return { person, presigned, ref, content, parts: await sendParts(presigned, content) }
}

const record = ({ person, ref, parts }: Sent) =>
  recordCompletedParts(
    server.deps,
    { kind: 'ARCHIVE', sender: { userId: person.id, accountId: person.id } },
    { ...ref, parts, publish: null },
  )
const join = async ({ ref, parts }: Pick<Sent, 'ref' | 'parts'>) =>
  server.deps.storage.completeUpload({ ...(await loadStoreRef(server, ref.uploadId)), parts })
/** As after a crash when the store had completed the upload but the database did not know yet. */
async function crashed(): Promise<Sent> {
  const upload = await sent()
  await record(upload)
  await join(upload)
  return upload
}

const finish = ({ ref }: Pick<Sent, 'ref'>) => finishUpload(server.deps, ref)
const complete = ({ person, ref, parts }: Sent) =>
  server.call('completeUpload', { token: person.token, query: ref, body: parts })
const resume = ({ person, ref }: Sent) => server.call('resumeUpload', { token: person.token, query: ref })
const mine = async ({ person }: Sent) => (await server.call('listMyAnalyses', { token: person.token })).body.data
const submissions = (analysisRequestId: string) =>
  server.deps.db
    .selectFrom('audit')
    .select('actorId')
    .where('subject', '=', `analysis:${analysisRequestId}`)
    .where('action', '=', 'analysis.submitted')
    .execute()
const repairLast = async ({ presigned, parts }: Sent): Promise<CompletedPart[]> => {
  const url = presigned.preSignedUrl.preSignedUrls['3'] ?? ''
  const repaired = await fetch(url, { method: 'PUT', body: new Uint8Array(100).fill(1) })
  const etag = (repaired.headers.get('etag') ?? '').replaceAll('"', '')
  return [...parts.slice(0, 2), { partNumber: 3, etag }]
}

describe('after a crash between the store and our record', () => {
  test('start and resume return every part as received; the client completes again', async () => {
    const upload = await crashed()
    const { person, ref, content } = upload
    const open = await server.call('listOpenUploads', { token: person.token })
    expect(open.body.data).toMatchObject([{ partsThere: 3, partsMissing: 0, bytesThere: content.length }])

    const { body } = await resume(upload)
    expect(body.data.preSignedUrl.preSignedUrls).toEqual({})
    expect(body.data.received.map(({ size }) => size)).toEqual([PART, PART, 100])
    const again = await startArchive(server, person, { content, start: { id: ref.analysisRequestId } })
    expect(again.body.data).toEqual(body.data)

    const parts = await sendParts(body.data, content)
    expect((await complete({ ...upload, parts })).status).toBe(200)
    expect(await mine(upload)).toMatchObject([{ status: 'PENDING', fileSizes: [content.length] }])
    expect((await resume(upload)).status).toBe(409)
    await finish(upload)
    expect(await submissions(ref.analysisRequestId)).toEqual([{ actorId: person.id }])
  })

  test('F3: a job submits the request in the name of its sender, once', async () => {
    const upload = await crashed()
    const { person, ref, content } = upload
    await finish(upload)
    const [row] = await mine(upload)
    expect(row).toMatchObject({ status: 'PENDING', fileSizes: [content.length] })
    server.advance(minutes(1))
    await finish(upload)
    expect((await complete(upload)).status).toBe(200)
    expect(await mine(upload)).toMatchObject([{ submittedTime: row?.submittedTime }])
    expect(await submissions(ref.analysisRequestId)).toEqual([{ actorId: person.id }])
    const download = await fetch(row?.fileUrls[0] ?? '')
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)
  })

  test('F68: concurrent jobs and completions submit one request', async () => {
    const upload = await crashed()
    const [, , ...answers] = await Promise.all([
      finish(upload),
      finish(upload),
      ...[1, 2, 3].map(() => complete(upload)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await submissions(upload.ref.analysisRequestId)).toHaveLength(1)
  })
})

describe('after a crash before the store completed', () => {
  test('the job completes the saved parts', async () => {
    const upload = await sent()
    await record(upload)
    await finish(upload)
    expect(await mine(upload)).toMatchObject([{ status: 'PENDING' }])
  })

  test('another list replaces the first', async () => {
    const upload = await sent()
    await record(upload)
    const parts = await repairLast(upload)
    await record({ ...upload, parts })
    await finish(upload)
    const [row] = await mine(upload)
    const bytes = Buffer.from(await (await fetch(row?.fileUrls[0] ?? '')).arrayBuffer())
    expect([bytes.length, bytes.at(-1)]).toEqual([upload.content.length, 1])
  })

  test('if a part has changed since, the upload stays open for its sender to complete', async () => {
    const upload = await sent()
    await record(upload)
    const parts = await repairLast(upload)
    await finish(upload)
    expect(await mine(upload)).toEqual([])
    expect((await resume(upload)).body.data.received.map(({ etag }) => etag)).toEqual(parts.map(({ etag }) => etag))
    expect((await complete({ ...upload, parts })).status).toBe(200)
  })

  test('a cancelled upload stays cancelled', async () => {
    const upload = await crashed()
    expect((await server.call('cancelUpload', { token: upload.person.token, query: upload.ref })).status).toBe(200)
    await finish(upload)
    expect(await mine(upload)).toEqual([])
    expect((await complete(upload)).status).toBe(404)
    await expect.poll(() => join(upload).catch(String), { timeout: 60_000 }).toContain('not exist')
  })
})

async function crashedReport(publish: boolean) {
  const customer = await createUser(server)
  const { analysisRequestId: id } = await submitArchive(server, customer)
  const content = Buffer.from('an ortho')
  const { data: presigned } = (await startReportFile(server, staff, { id, content, description: 'Two plots failed' }))
    .body
  const ref = { uploadId: presigned.preSignedUrl.uploadId, analysisRequestId: id }
  const parts = await sendParts(presigned, content)
  await recordCompletedParts(server.deps, { kind: 'REPORT' }, { ...ref, parts, publish })
  await join({ ref, parts })
  const report = async (person: TestUser) =>
    (await server.call('getReport', { token: person.token, query: { analysisRequestId: id } })).body.data
  const again = (publishing: 'true' | 'false') =>
    server.call('completeReportUpload', {
      token: staff.token,
      query: { ...ref, publish: publishing },
      body: parts,
    })
  return { customer, ref, report, again }
}

describe('a file of a report', () => {
  test('is published as requested, with one email', async () => {
    const { customer, ref, report, again } = await crashedReport(true)
    await finish({ ref })
    expect(await report(customer)).toMatchObject({ updatedBy: { email: staff.email }, remarks: 'Two plots failed' })
    await finish({ ref })
    expect((await again('true')).status).toBe(200)
    expect(await countReportEmails(server, customer.email)).toBe(1)
    expect((await report(staff))?.reportUrls).toHaveLength(1)
  })

  test('stays a draft as requested, until its completion is repeated with publish', async () => {
    const { customer, ref, report, again } = await crashedReport(false)
    await finish({ ref })
    expect(await report(customer)).toBeNull()
    expect((await report(staff))?.reportUrls).toHaveLength(1)
    const answers = await Promise.all([again('true'), again('true'), finish({ ref })])
    expect(answers.slice(0, 2).map((answer) => answer?.status)).toEqual([200, 200])
    expect(await report(customer)).not.toBeNull()
    expect(await countReportEmails(server, customer.email)).toBe(1)
  })

  test('a completion with publish after the crash publishes, whatever was requested before', async () => {
    const { customer, ref, report, again } = await crashedReport(false)
    expect((await again('true')).status).toBe(200)
    await finish({ ref })
    expect(await report(customer)).not.toBeNull()
    expect(await countReportEmails(server, customer.email)).toBe(1)
  })
})

const uploadState = async ({ uploadId }: Ref) =>
  (await server.deps.db.selectFrom('uploads').select('state').where('id', '=', uploadId).executeTakeFirst())?.state
const jobsFor = async ({ uploadId }: Ref) => {
  const { rows } = await sql<{ delay: number }>`
    select extract(epoch from start_after - created_on)::int as delay from queue.job
    where name like 'finish-upload%' and state = 'created' and data->>'uploadId' = ${uploadId}`.execute(server.deps.db)
  return rows
}

describe('the hourly expire-uploads job', () => {
  test('never expires an upload that has arrived completely, and enqueues its completion', async () => {
    const upload = await crashed()
    expect(await jobsFor(upload.ref)).toEqual([{ delay: 60 }])
    server.advance(days(8))
    await expireUploads(server.deps)
    expect(await jobsFor(upload.ref)).toHaveLength(1)
    await sql`update queue.job set state = 'failed' where data->>'uploadId' = ${upload.ref.uploadId}`.execute(
      server.deps.db,
    )
    await expireUploads(server.deps)
    expect(await uploadState(upload.ref)).toBe('OPEN')
    expect(await jobsFor(upload.ref)).toHaveLength(1)
    await finish(upload)
    expect(await uploadState(upload.ref)).toBe('COMPLETE')
  })

  test('aborts uploads without a row once they are an hour old', async () => {
    const { storage } = server.deps
    const upload = await sent()
    const key = 'unknown/upload/1700000000000-it.zip'
    const orphan = { key, ...(await storage.openUpload({ key })) }
    const stored = await loadStoreRef(server, upload.ref.uploadId)
    server.advance(hours(2))
    await expireUploads(server.deps)
    await expect(storage.listParts(orphan)).rejects.toMatchObject({ code: 'not-found' })
    expect(await storage.listParts(stored)).toHaveLength(3)
  })
})

test('an upload in the store that is younger than an hour is kept, as its row may not be inserted yet', async () => {
  const fresh = await openTestServer()
  try {
    const key = 'not/yet/1700000000000-known.zip'
    const upload = { key, ...(await fresh.deps.storage.openUpload({ key })) }
    await expireUploads(fresh.deps)
    expect(await fresh.deps.storage.listParts(upload)).toEqual([])
  } finally {
    await fresh.close()
  }
})
