import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PresignedUpload } from '#contract/uploads.ts'
import { hours, minutes } from '#domain/units.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { loadStoreRef, sendParts, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'

const PART = 65_536
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

type CompletedPart = { partNumber: number; etag: string }
type Sent = { person: TestUser; presigned: PresignedUpload; ref: Ref; parts: CompletedPart[]; content: Buffer }
type Ref = { uploadId: string; analysisRequestId: string }

const refOf = (presigned: PresignedUpload): Ref => ({
  uploadId: presigned.preSignedUrl.uploadId,
  analysisRequestId: presigned.id,
})
const complete = (person: TestUser, query: Ref, body: CompletedPart[]) =>
  server.call('completeUpload', { token: person.token, query, body })
const resume = (person: TestUser, query: Ref) => server.call('resumeUpload', { token: person.token, query })
const cancel = (person: TestUser, query: Ref) => server.call('cancelUpload', { token: person.token, query })
const mine = async (person: TestUser) => (await server.call('listMyAnalyses', { token: person.token })).body.data

/** An upload whose three parts have all arrived. */
async function sent(): Promise<Sent> {
  const person = await createUser(server)
  const content = Buffer.alloc(2 * PART + 100, 9)
  const { data: presigned } = (await startArchive(server, person, { content })).body
  return { person, presigned, ref: refOf(presigned), content, parts: await sendParts(presigned, content) }
}

const withChange = (parts: CompletedPart[], at: number, change: Partial<CompletedPart>) =>
  parts.map((part, index) => (index === at ? { ...part, ...change } : part))

describe('F46 F49: an invalid completion names the reason, and the upload stays open', () => {
  test.each([
    [
      'a missing part',
      (all: CompletedPart[]) => all.filter(({ partNumber }) => partNumber !== 2),
      'Part 2 is missing from the list',
    ],
    ['a missing last part', (all: CompletedPart[]) => all.slice(0, 2), 'Part 3 is missing from the list'],
    [
      'another ETag',
      (all: CompletedPart[]) => withChange(all, 1, { etag: 'x' }),
      'The ETag of part 2 does not match what has arrived',
    ],
    [
      'the wrong order',
      (all: CompletedPart[]) => all.toReversed(),
      'Parts must be listed once each, in ascending order',
    ],
    [
      'a part twice',
      (all: CompletedPart[]) => [...all, ...all.slice(2)],
      'Parts must be listed once each, in ascending order',
    ],
    [
      'an extra part',
      (all: CompletedPart[]) => [...all, { partNumber: 4, etag: 'x' }],
      'Part 4 does not belong to this upload of 3 part(s)',
    ],
    ['nothing', () => [], 'List the parts that were uploaded'],
    ['part 0', (all: CompletedPart[]) => withChange(all, 0, { partNumber: 0 }), expect.any(String)],
    ['part 10,001', (all: CompletedPart[]) => withChange(all, 0, { partNumber: 10_001 }), expect.any(String)],
    ['no ETag', (all: CompletedPart[]) => withChange(all, 0, { etag: '' }), 'Every part needs its ETag'],
  ])('%s', async (_case, change, message) => {
    const { person, ref, parts } = await sent()
    const { status, body } = await complete(person, ref, change(parts))
    expect({ status, code: body.statusCode, message: body.message }).toEqual({ status: 400, code: 400, message })
    expect(await mine(person)).toEqual([])
    expect((await resume(person, ref)).body.data.received).toHaveLength(3)
    expect((await complete(person, ref, parts)).status).toBe(200)
  })

  test('a part that has not arrived', async () => {
    const person = await createUser(server)
    const { data: presigned } = (await startArchive(server, person, { content: Buffer.alloc(PART + 1) })).body
    const { status, body } = await complete(person, refOf(presigned), [{ partNumber: 1, etag: 'x' }])
    expect(status).toBe(400)
    expect(body.message).toBe('Part 1 has not arrived. Upload it again, then complete.')
  })

  test.each(['{}', 'null', '"x"', '[1]', '[{}]', '[{"partNumber":"1","etag":"x"}]', '[{"partNumber":1,"etag":7}]', ''])(
    'the body %s',
    async (body) => {
      const { person, ref } = await sent()
      const url = new URL('/api/crop-images/complete', server.url)
      url.search = new URLSearchParams(ref).toString()
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(400)
    },
  )
})

describe('a valid completion', () => {
  test('submits the request once; repeating it changes nothing, another list is rejected', async () => {
    const { person, ref, parts } = await sent()
    const first = await complete(person, ref, parts)
    expect(first.body).toEqual({ statusCode: 200, message: 'File uploaded successfully!' })
    const [row] = await mine(person)
    server.advance(minutes(1))
    const quoted = parts.map(({ partNumber, etag }) => ({ partNumber, etag: `"${etag}"` }))
    expect((await complete(person, ref, quoted)).status).toBe(200)
    const [after] = await mine(person)
    expect(after?.submittedTime).toBe(row?.submittedTime)
    expect(await mine(person)).toHaveLength(1)
    expect((await complete(person, ref, parts.slice(1))).status).toBe(409)
    expect((await resume(person, ref)).status).toBe(409)
    expect((await cancel(person, ref)).status).toBe(409)
  })

  test('five concurrent completions submit one request', async () => {
    const { person, ref, parts } = await sent()
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(person, ref, parts)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await mine(person)).toMatchObject([{ status: 'PENDING', fileSizes: [2 * PART + 100] }])
  })

  test('F3: is repeated after the store completed the upload but the server died before recording it', async () => {
    const { person, ref, parts } = await sent()
    const { uploadId } = ref
    await server.deps.storage.completeUpload({ ...(await loadStoreRef(server, uploadId)), parts })
    const open = await server.call('listOpenUploads', { token: person.token })
    expect(open.status).toBe(200)
    expect(open.body.data).toMatchObject([{ uploadId, partsThere: 3, partsMissing: 0 }])
    expect((await complete(person, ref, parts)).status).toBe(200)
    expect(await mine(person)).toMatchObject([{ status: 'PENDING', fileSizes: [2 * PART + 100] }])
  })

  test('a part sent again replaces the first', async () => {
    const { person, presigned, ref, parts } = await sent()
    const url = presigned.preSignedUrl.preSignedUrls['3'] ?? ''
    const repaired = await fetch(url, { method: 'PUT', body: new Uint8Array(100).fill(1) })
    const etag = (repaired.headers.get('etag') ?? '').replaceAll('"', '')
    expect((await complete(person, ref, parts)).status).toBe(400)
    expect((await complete(person, ref, [...parts.slice(0, 2), { partNumber: 3, etag }])).status).toBe(200)
  })

  test('without a known file size every part but the last must have the full size', async () => {
    const person = await createUser(server)
    const start = { fileSize: undefined, totalChunks: 2 } as object
    const { data: presigned } = (await startArchive(server, person, { content: Buffer.alloc(0), start })).body
    const send = async (part: string, size: number) => {
      const url = presigned.preSignedUrl.preSignedUrls[part] ?? ''
      const { headers } = await fetch(url, { method: 'PUT', body: new Uint8Array(size).fill(1) })
      return { partNumber: Number(part), etag: (headers.get('etag') ?? '').replaceAll('"', '') }
    }
    const tooShort = await complete(person, refOf(presigned), [await send('1', 100), await send('2', 5)])
    expect(tooShort.status).toBe(400)
    expect(tooShort.body.message).toBe(`Part 1 has 100 bytes; every part but the last must have ${PART}`)
    const whole = await complete(person, refOf(presigned), [await send('1', PART), await send('2', 5)])
    expect(whole.status).toBe(200)
    expect(await mine(person)).toMatchObject([{ fileSizes: [PART + 5] }])
  })

  test('F72: a list of ten thousand parts is read', async () => {
    const person = await createUser(server)
    const start = { fileSize: undefined, totalChunks: 10_000 } as object
    const { data: presigned } = (await startArchive(server, person, { content: Buffer.alloc(0), start })).body
    expect(Object.keys(presigned.preSignedUrl.preSignedUrls)).toHaveLength(10_000)
    const parts = Array.from({ length: 10_000 }, (_, at) => ({ partNumber: at + 1, etag: `"${'e'.repeat(32)}"` }))
    const { status, body } = await complete(person, refOf(presigned), parts)
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'Part 1 has not arrived. Upload it again, then complete.',
    })
  })
})

test("F50: another customer's upload is not found, nor with the ids of two uploads, nor by the calls for staff", async () => {
  const [one, two] = [await sent(), await sent()]
  const staff = await createStaff(server)
  const mixed = { uploadId: one.ref.uploadId, analysisRequestId: two.ref.analysisRequestId }
  const asStaff = { token: staff.token, query: one.ref }
  const answers = [
    await complete(two.person, one.ref, one.parts),
    await resume(two.person, one.ref),
    await cancel(two.person, one.ref),
    await complete(one.person, mixed, one.parts),
    await complete(one.person, { ...one.ref, uploadId: '..' }, one.parts),
    await server.call('completeReportUpload', { ...asStaff, body: one.parts }),
    await server.call('resumeReportUpload', asStaff),
    await server.call('cancelReportUpload', asStaff),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400, 404, 404, 404])
  expect(await mine(two.person)).toEqual([])
  expect((await complete(one.person, one.ref, one.parts)).status).toBe(200)
})

test('F50: a cancelled upload is gone: its URLs no longer work and its space is free', async () => {
  const { person, presigned, ref, parts } = await sent()
  expect((await cancel(person, ref)).body).toEqual({ statusCode: 200, message: 'Upload removed' })
  const stored = await loadStoreRef(server, ref.uploadId)
  const listed = () => server.deps.storage.listParts(stored).catch((error: Error) => error.message)
  await expect.poll(listed, { timeout: 60_000 }).toBe('This upload does not exist or is no longer open')
  const url = presigned.preSignedUrl.preSignedUrls['1'] ?? ''
  expect((await fetch(url, { method: 'PUT', body: new Uint8Array(PART) })).status).toBe(404)
  expect((await complete(person, ref, parts)).status).toBe(404)
  expect((await cancel(person, ref)).status).toBe(404)
  expect((await server.call('listOpenUploads', { token: person.token })).body.data).toEqual([])
})

test('of a concurrent completion and cancellation exactly one succeeds, completely', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { person, ref, parts } = await sent()
    const [done, gone] = await Promise.all([complete(person, ref, parts), cancel(person, ref)])
    const rows = await mine(person)
    expect([
      [200, 409, 1],
      [404, 200, 0],
    ]).toContainEqual([done.status, gone.status, rows.length])
    const urls = rows.flatMap(({ fileUrls }) => fileUrls)
    expect(await Promise.all(urls.map(async (url) => (await fetch(url)).status))).toEqual(urls.map(() => 200))
  }
})

test('a download URL expires after an hour, and the list returns new ones', async () => {
  const person = await createUser(server)
  await submitArchive(server, person)
  const url = (await mine(person))[0]?.fileUrls[0] ?? ''
  server.advance(minutes(59))
  expect((await fetch(url)).status).toBe(200)
  server.advance(minutes(2))
  expect((await fetch(url)).status).toBe(403)
  const { body } = await server.call('logIn', { body: { email: person.email, password: PASSWORD } })
  const fresh = (await mine({ ...person, token: body.data.accessToken }))[0]?.fileUrls[0] ?? ''
  expect((await fetch(fresh)).status).toBe(200)
})

const put = async (url: string, size: number) =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(size) })).status

test('a part URL is valid for a day, for one part and one size', async () => {
  const person = await createUser(server)
  const { data: presigned } = (await startArchive(server, person, { content: Buffer.alloc(2 * PART) })).body
  const url = presigned.preSignedUrl.preSignedUrls['1'] ?? ''
  expect(await put(url, 10)).toBe(400)
  expect(await put(url, PART + 1)).toBe(413)
  expect(await put(url.replace('partNumber=1', 'partNumber=2'), PART)).toBe(403)
  expect((await fetch(url)).status).toBe(403)
  server.advance(hours(23.9))
  expect(await put(url, PART)).toBe(200)
  server.advance(hours(0.2))
  expect(await put(url, PART)).toBe(403)
})
