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
  // So that no bucket refills while ten thousand URLs are signed.
  server.stopClock()
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
async function emptyBucket(user: TestUser): Promise<void> {
  const fullAt = new Date(server.deps.now().getTime() + minutes(1))
  const { db } = server.deps
  const updated = await db
    .updateTable('rateLimitBuckets')
    .set({ fullAt })
    .where('key', '=', bucketOf(user))
    .executeTakeFirst()
  expect(updated.numUpdatedRows).toBe(1n)
}

/** Counts calls per turn of the event loop. */
function watchTurns() {
  const perTurn = [0]
  let isOver = false
  const turn = () => {
    if (isOver) return
    perTurn.push(0)
    setImmediate(turn)
  }
  setImmediate(turn)
  return {
    count: () => {
      perTurn[perTurn.length - 1] = (perTurn.at(-1) ?? 0) + 1
    },
    end: () => {
      isOver = true
      return perTurn
    },
  }
}

test('URLs for ten thousand parts are signed a few hundred at a time, and other calls run in between', async () => {
  const ref = await startedRef()
  const turns = watchTurns()
  const { storage } = server.deps
  const signPart: typeof storage.signPart = (part) => {
    turns.count()
    return storage.signPart(part)
  }
  const deps = { ...server.deps, storage: { ...storage, signPart } }
  const upload = await resumeUpload(deps, { kind: 'ARCHIVE', sender: { userId: person.id, accountId: person.id } }, ref)
  expect(Math.max(...turns.end())).toBeLessThanOrEqual(500)
  expect(Object.keys(upload.preSignedUrl.preSignedUrls)).toHaveLength(PARTS_MAX)
})

test('an upload of ten thousand parts can be started and resumed three times in a row, then every twenty seconds', async () => {
  const query = await startedRef()
  const resume = () => server.call('resumeUpload', { token: person.token, query })
  expect([(await resume()).status, (await resume()).status]).toEqual([200, 200])
  const rejected = await resume()
  expect([rejected.status, rejected.body.message]).toEqual([429, 'Too many requests. Try again in a moment.'])
  const wait = Number(rejected.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(20)
  expect((await server.call('getProfile', { token: person.token })).status).toBe(200)
  server.advance(seconds(wait))
  expect((await resume()).status).toBe(200)
})

test('a rate-limited call is rejected before the store is called, and other accounts are not affected', async () => {
  const query = await startedRef()
  await emptyBucket(person)
  const { storage } = server.deps
  const called: string[] = []
  server.deps.storage = {
    ...storage,
    openUpload: (upload) => {
      called.push('openUpload')
      return storage.openUpload(upload)
    },
    listParts: (upload) => {
      called.push('listParts')
      return storage.listParts(upload)
    },
    signPart: (part) => {
      called.push('signPart')
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
  expect(called).toEqual([])
  server.deps.storage = storage
  expect((await startArchive(server, await createUser(server), { content })).status).toBe(200)
  server.advance(minutes(1))
  // The rejected start has opened nothing.
  expect((await server.call('listOpenUploads', { token })).body.data).toHaveLength(1)
})

test('the parts of reports count for staff', async () => {
  const staff = await createStaff(server)
  const { analysisRequestId: id } = await submitArchive(server, person)
  const start = () =>
    startReportFile(server, staff, { id, content, fileSize: undefined, totalChunks: PARTS_MAX, fileName: 'ortho.tif' })
  const { body } = await start()
  const query = { uploadId: body.data.preSignedUrl.uploadId, analysisRequestId: id }
  await emptyBucket(staff)
  const { token } = staff
  const answers = [
    await server.call('resumeReportUpload', { token, query }),
    await server.call('completeReportUpload', { token, query, body: [{ partNumber: 1, etag: 'e' }] }),
    await start(),
  ]
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429])
})

test('when rate limiting fails, uploads continue', async () => {
  const query = await startedRef()
  const { db } = server.deps
  await db.schema.alterTable('rate_limit_buckets').renameTo('rate_limit_buckets_away').execute()
  try {
    expect((await server.call('resumeUpload', { token: person.token, query })).status).toBe(200)
  } finally {
    await db.schema.alterTable('rate_limit_buckets_away').renameTo('rate_limit_buckets').execute()
  }
})
