import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { PARTS_MAX } from '#domain/uploads.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive, startReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { resumeUpload } from './resume-upload.ts'

let server: TestServer
let person: TestUser
beforeAll(async () => {
  server = await openTestServer({ LIMIT_FACTOR: '1' })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await createUser(server)
})

const content = Buffer.from('an archive')
const startMany = (totalChunks = PARTS_MAX) =>
  startArchive(server, person, { content, start: { fileSize: undefined, totalChunks } })

async function startedRef() {
  const { body } = await startMany()
  return { uploadId: body.data.preSignedUrl.uploadId, analysisRequestId: body.data.id }
}

const bucketOf = ({ id }: TestUser) => `account:part-work:${id}`

/** Empties the bucket of an account that has used it. */
async function spend(one: TestUser): Promise<void> {
  const fullAt = new Date(server.deps.now().getTime() + minutes(1))
  const { db } = server.deps
  const spent = await db
    .updateTable('rateLimitBuckets')
    .set({ fullAt })
    .where('key', '=', bucketOf(one))
    .executeTakeFirst()
  expect(spent.numUpdatedRows).toBe(1n)
}

/** The turns of the event loop, and what was done in each. */
function watchTurns() {
  const inTurns = [0]
  let isOver = false
  const turn = () => {
    if (isOver) return
    inTurns.push(0)
    setImmediate(turn)
  }
  setImmediate(turn)
  return {
    count: () => {
      inTurns[inTurns.length - 1] = (inTurns.at(-1) ?? 0) + 1
    },
    end: () => {
      isOver = true
      return inTurns
    },
  }
}

test('URLs for ten thousand parts are signed a few hundred at a time, with turns of the event loop in between', async () => {
  const ref = await startedRef()
  const turns = watchTurns()
  const { storage } = server.deps
  const signPart: typeof storage.signPart = (part) => {
    turns.count()
    return storage.signPart(part)
  }
  const deps = { ...server.deps, storage: { ...storage, signPart } }
  const slots = await resumeUpload(deps, { kind: 'ARCHIVE', userId: person.id }, ref)
  expect(Math.max(...turns.end())).toBeLessThanOrEqual(500)
  expect(Object.keys(slots.preSignedUrl.preSignedUrls)).toHaveLength(PARTS_MAX)
})

test('an upload of ten thousand parts can be resumed three times in a row, then every twenty seconds', async () => {
  const query = await startedRef()
  const resume = () => server.call('resumeUpload', { token: person.token, query })
  expect([(await resume()).status, (await resume()).status]).toEqual([200, 200])
  const refused = await resume()
  expect([refused.status, refused.body.message]).toEqual([429, 'Too many requests. Try again in a moment.'])
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(20)
  expect((await server.call('getProfile', { token: person.token })).status).toBe(200)
  server.advance(seconds(wait))
  expect((await resume()).status).toBe(200)
})

test('calls beyond the limit are rejected before the store is called, and other people are not affected', async () => {
  const query = await startedRef()
  await spend(person)
  const { storage } = server.deps
  const asked: string[] = []
  server.deps.storage = {
    ...storage,
    openUpload: (upload) => {
      asked.push('openUpload')
      return storage.openUpload(upload)
    },
    listParts: (upload) => {
      asked.push('listParts')
      return storage.listParts(upload)
    },
    signPart: (part) => {
      asked.push('signPart')
      return storage.signPart(part)
    },
  }
  const { token } = person
  const start = { id: query.analysisRequestId, fileSize: undefined, totalChunks: PARTS_MAX }
  const answers = [
    await server.call('listOpenUploads', { token }),
    await server.call('resumeUpload', { token, query }),
    await server.call('completeUpload', { token, query, body: [{ partNumber: 1, etag: 'e' }] }),
    await startArchive(server, person, { content, start }),
    await startMany(),
  ]
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429])
  expect(asked).toEqual([])
  server.deps.storage = storage
  expect((await startArchive(server, await createUser(server), { content })).status).toBe(200)
  server.advance(minutes(1))
  // The rejected calls have opened nothing.
  expect((await server.call('listOpenUploads', { token })).body.data).toHaveLength(1)
})

test('staff are limited, too, for the parts of a report', async () => {
  const staff = await createStaff(server)
  const { analysisRequestId: id } = await submitArchive(server, person)
  const start = () =>
    startReportFile(server, staff, { id, content, fileSize: undefined, totalChunks: PARTS_MAX, fileName: 'ortho.tif' })
  const { body } = await start()
  const query = { uploadId: body.data.preSignedUrl.uploadId, analysisRequestId: id }
  await spend(staff)
  const { token } = staff
  const answers = [
    await server.call('resumeReportUpload', { token, query }),
    await server.call('completeReportUpload', { token, query, body: [{ partNumber: 1, etag: 'e' }] }),
    await start(),
  ]
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429])
})

test('when counting fails, uploads continue', async () => {
  const query = await startedRef()
  const { db } = server.deps
  await db.schema.alterTable('rate_limit_buckets').renameTo('rate_limit_buckets_away').execute()
  try {
    expect((await server.call('resumeUpload', { token: person.token, query })).status).toBe(200)
  } finally {
    await db.schema.alterTable('rate_limit_buckets_away').renameTo('rate_limit_buckets').execute()
  }
})
