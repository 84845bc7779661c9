import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { displayName } from '#domain/display-names.ts'
import { displayFileName } from '#domain/file-names.ts'
import { days, hours, MiB, seconds } from '#domain/units.ts'
import { PART_BYTES, partCount } from '#domain/uploads.ts'
import { type Actor, SYSTEM } from '#server/actor.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { loadStoreRef, sendParts, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { expireUploads } from './expire-uploads.ts'
import { resumeUpload } from './resume-upload.ts'
import { startUpload } from './start-upload.ts'

const PART = 65_536
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

type Start = Partial<BodyIn<'startUpload'>>
const start = (person: TestUser, options: Start = {}) =>
  startArchive(server, person, { content: Buffer.from('archive'), start: options })
const openUploads = async (person: TestUser) =>
  (await server.call('listOpenUploads', { token: person.token })).body.data
const put = (url: string, body: string) => fetch(url, { method: 'PUT', body })

/** The same user with a new access token, since these expire within days. */
async function afterLogin(person: TestUser): Promise<TestUser> {
  const { body } = await server.call('logIn', { body: { email: person.email, password: PASSWORD } })
  return { ...person, token: body.data.accessToken }
}

describe('a file is returned byte for byte under its own name', () => {
  test.each([
    ['one byte', 1, 'a.zip'],
    ['one whole part', PART, 'flight 1 (2).zip'],
    ['one byte more than a part', PART + 1, '航空写真 🌾.zip'],
    ['many parts', 5 * PART + 123, `it's "100%" + more; #1&2=3.tar.gz`],
    ['whole parts only', 3 * PART, '\u202egpj.exe'],
    ['no file name extension', 10, '2026-05-01-field'],
    ['the longest name', 10, `${'ü'.repeat(125)}.zip!`],
  ])('%s', async (_case, size, fileName) => {
    const person = await createUser(server)
    const content = Buffer.from(Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 256))
    const { analysisRequestId } = await submitArchive(server, person, {
      content,
      start: { fileName: encodeURIComponent(fileName), totalChunks: partCount(size, PART) },
    })
    const { body } = await server.call('listMyAnalyses', { token: person.token })
    const [row] = body.data
    expect(row).toMatchObject({ analysisRequestId, status: 'PENDING', fileSizes: [size] })
    const link = row?.fileUrls[0] ?? ''
    expect(displayFileName(link)).toBe(displayName(fileName))
    const download = await fetch(link)
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)
    const exact = /filename\*=UTF-8''([^;]+)$/.exec(download.headers.get('content-disposition') ?? '')?.[1]
    expect(decodeURIComponent(exact ?? '')).toBe(fileName)
  })
})

test("a store that can't resume inside a part gets small parts from clients that send the file size, and full parts from others", async () => {
  const person = await createUser(server)
  const { config, storage } = server.deps
  const deps = {
    ...server.deps,
    config: { ...config, partBytes: PART_BYTES },
    storage: { ...storage, resumesParts: false },
  }
  const actor: Actor = {
    ...SYSTEM,
    userId: person.id,
    accountId: person.id,
    accountRole: 'owner',
    sessionId: '',
    email: person.email,
    fullName: person.fullName,
    role: 'USER',
    status: 'APPROVED',
    due: undefined,
  }
  const uploadFor = async (size: { fileSize?: number }) => {
    const details = {
      description: '',
      projectType: 'Soybean_Trial',
      reportCategories: ['orthomosaic' as const],
      id: '',
    }
    const presigned = await startUpload(deps, actor, { ...details, ...size, fileName: 'field.zip', totalChunks: 2 })
    return [presigned.partSize, Object.keys(presigned.preSignedUrl.preSignedUrls).length, presigned.incomplete]
  }
  expect(await uploadFor({ fileSize: MiB(600) })).toEqual([MiB(16), 38, undefined])
  expect(await uploadFor({})).toEqual([PART_BYTES, 2, undefined])
})

describe('resuming', () => {
  test('inside a part: its bytes count as arrived, and new URLs take the rest', async () => {
    const person = await createUser(server)
    const content = Buffer.alloc(3 * PART, 5)
    const { body } = await startArchive(server, person, { content })
    const { uploadId, preSignedUrls } = body.data.preSignedUrl
    expect(body.data.incomplete).toEqual([])
    expect((await put(preSignedUrls['1'] ?? '', content.toString('latin1', 0, PART))).status).toBe(200)
    const stored = await server.deps.db
      .selectFrom('uploads')
      .select(['storageKey as key', 'storageUploadId as uploadId'])
      .where('id', '=', uploadId)
      .executeTakeFirstOrThrow()
    const part = { ...stored, partNumber: 2, maxBytes: PART }
    const cut = server.deps.storage.putPart({ ...part, body: cutAfter(content, 9000) })
    await expect(cut).rejects.toThrow('cut')
    expect(await openUploads(person)).toMatchObject([{ partsThere: 1, partsMissing: 2, bytesThere: PART + 8192 }])

    server.advance(hours(25))
    const { token } = await afterLogin(person)
    const query = { uploadId, analysisRequestId: body.data.id }
    const { data } = (await server.call('resumeUpload', { token, query })).body
    expect(data.incomplete).toEqual([{ partNumber: 2, size: 8192 }])
    const url = data.preSignedUrl.preSignedUrls['2'] ?? ''
    const head = await fetch(url, { method: 'HEAD' })
    const headers = { 'upload-offset': '8192', 'upload-complete': '?1', 'if-match': head.headers.get('etag') ?? '' }
    const sent = await fetch(url, { method: 'PATCH', body: new Uint8Array(content.subarray(8192, PART)), headers })
    expect([sent.status, sent.headers.get('upload-complete')]).toEqual([200, '?1'])
    const listed = await openUploads({ ...person, token })
    expect(listed).toMatchObject([{ partsThere: 2, partsMissing: 1, bytesThere: 2 * PART }])
  })

  test('requests only the missing parts, also after the URLs have expired', async () => {
    const person = await createUser(server)
    const content = Buffer.alloc(3 * PART + 10, 5)
    const { body } = await startArchive(server, person, { content })
    const { uploadId, preSignedUrls } = body.data.preSignedUrl
    const ref = { uploadId, analysisRequestId: body.data.id }
    expect(body.data.partSize).toBe(PART)
    expect(Object.keys(preSignedUrls)).toEqual(['1', '2', '3', '4'])
    for (const part of ['1', '3'])
      expect((await put(preSignedUrls[part] ?? '', content.toString('latin1', 0, PART))).status).toBe(200)

    server.advance(hours(25))
    expect((await put(preSignedUrls['2'] ?? '', content.toString('latin1', 0, PART))).status).toBe(403)
    const { token } = await afterLogin(person)
    const resumed = await server.call('resumeUpload', { token, query: ref })
    expect(Object.keys(resumed.body.data.preSignedUrl.preSignedUrls)).toEqual(['2', '4'])
    expect(resumed.body.data.received.map(({ partNumber, size }) => [partNumber, size])).toEqual([
      [1, PART],
      [3, PART],
    ])
    const parts = await sendParts(resumed.body.data, content)
    expect((await server.call('completeUpload', { token, query: ref, body: parts })).status).toBe(200)
  })

  test('a start with the id of an open upload returns that upload', async () => {
    const person = await createUser(server)
    const content = Buffer.alloc(2 * PART, 1)
    const first = (await startArchive(server, person, { content })).body.data
    await put(first.preSignedUrl.preSignedUrls['1'] ?? '', content.toString('latin1', 0, PART))
    const again = (await startArchive(server, person, { content, start: { id: first.id } })).body.data
    expect(again.id).toBe(first.id)
    expect(again.preSignedUrl.uploadId).toBe(first.preSignedUrl.uploadId)
    expect(Object.keys(again.preSignedUrl.preSignedUrls)).toEqual(['2'])
    expect(await openUploads(person)).toHaveLength(1)
  })

  test('an open upload is listed with what a client needs to resume it', async () => {
    const person = await createUser(server)
    const content = Buffer.alloc(PART + 1, 1)
    const { data } = (await startArchive(server, person, { content, start: { fileName: 'a%20b.zip' } })).body
    await put(data.preSignedUrl.preSignedUrls['2'] ?? '', 'x')
    expect(await openUploads(person)).toEqual([
      {
        id: data.id,
        uploadId: data.preSignedUrl.uploadId,
        fileName: 'a b.zip',
        fileSize: PART + 1,
        fingerprint: null,
        projectType: 'Soybean_Trial',
        description: 'Flight at noon',
        reportCategories: ['orthomosaic'],
        startedTime: expect.stringMatching(/Z$/),
        totalChunks: 2,
        partsThere: 1,
        partsMissing: 1,
        bytesThere: 1,
      },
    ])
  })

  test.each([{ fileName: 'other.zip' }, { fileSize: 8 }])('another file is rejected: %j', async (other) => {
    const person = await createUser(server)
    const { data } = (await start(person)).body
    const { status, body } = await start(person, { id: data.id, ...other })
    expect(status).toBe(409)
    expect(body).toEqual({
      statusCode: '409',
      message: 'This upload was started with another file. Choose flight.zip again.',
    })
  })

  test('another file of the same name and size is rejected; an upload without a fingerprint takes the first one sent', async () => {
    const person = await createUser(server)
    const [one, two] = ['1'.repeat(64), '2'.repeat(64)]
    const { data } = (await start(person)).body
    expect((await start(person, { id: data.id, fingerprint: one })).status).toBe(200)
    expect(await openUploads(person)).toMatchObject([{ fingerprint: one }])
    const { status, body } = await start(person, { id: data.id, fingerprint: two })
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message:
        'This is not the file that this upload was started with, though its name and size are the same. ' +
        'Choose the original file, or remove this upload and start again.',
    })
    expect((await start(person, { id: data.id })).status).toBe(200)
    expect((await start(person, { id: data.id, fingerprint: one })).status).toBe(200)
    const started = (await start(person, { fingerprint: two })).body.data
    expect((await start(person, { id: started.id, fingerprint: one })).status).toBe(409)
  })

  test('a start of the same file resumes its upload, also when three starts are concurrent', async () => {
    const person = await createUser(server)
    const fingerprint = '3'.repeat(64)
    const first = (await start(person, { fingerprint })).body.data
    const again = await start(person, { fingerprint, description: 'Flown at ten', reportCategories: ['3dModel'] })
    expect(again.body.data.id).toBe(first.id)
    expect(await openUploads(person)).toMatchObject([{ description: 'Flown at ten', reportCategories: ['3dModel'] }])

    const other = await createUser(server)
    const three = await Promise.all([1, 2, 3].map(() => start(other, { fingerprint })))
    expect(new Set(three.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await openUploads(other)).toHaveLength(1)
    expect(first.id).not.toBe(three[0]?.body.data.id)
  })

  test('is allowed to the owner only, and not after completion', async () => {
    const [owner, stranger] = [await createUser(server), await createUser(server)]
    const { data } = (await start(owner)).body
    expect((await start(stranger, { id: data.id })).status).toBe(404)
    expect((await start(owner, { id: 'nothing' })).status).toBe(404)
    const { analysisRequestId } = await submitArchive(server, owner)
    expect((await start(owner, { id: analysisRequestId })).status).toBe(409)
  })
})

describe('limits of open uploads', () => {
  test('the sixth open upload is rejected until one is finished or removed', async () => {
    const person = await createUser(server)
    const started = [
      await start(person),
      await start(person),
      await start(person),
      await start(person),
      await start(person),
    ]
    const sixth = await start(person)
    expect(sixth.status).toBe(429)
    expect(sixth.body).toEqual({
      statusCode: '429',
      message: 'You have 5 unfinished uploads. Finish or remove one of them first.',
    })
    expect(sixth.headers.get('retry-after')).toMatch(/^\d+$/)
    const { data } = started[0]?.body ?? sixth.body
    const query = { uploadId: data.preSignedUrl.uploadId, analysisRequestId: data.id }
    await server.call('cancelUpload', { token: person.token, query })
    expect((await start(person)).status).toBe(200)
  })

  test('twenty concurrent starts open five uploads', async () => {
    const person = await createUser(server)
    const answers = await Promise.all(Array.from({ length: 20 }, () => start(person)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
    expect(await openUploads(person)).toHaveLength(5)
  })

  test('F70: an upload without activity for 7 days expires, another does not', async () => {
    const person = await createUser(server)
    const [idle, touched] = [(await start(person)).body.data, (await start(person)).body.data]
    const stored = await loadStoreRef(server, idle.preSignedUrl.uploadId)
    server.advance(days(5))
    const { token } = await afterLogin(person)
    const query = { uploadId: touched.preSignedUrl.uploadId, analysisRequestId: touched.id }
    expect((await server.call('resumeUpload', { token, query })).status).toBe(200)
    server.advance(days(2) - seconds(60))
    await expireUploads(server.deps)
    expect(await openUploads(await afterLogin(person))).toHaveLength(2)
    server.advance(seconds(120))
    await expireUploads(server.deps)
    expect((await openUploads(await afterLogin(person))).map(({ id }) => id)).toEqual([touched.id])
    await expect
      .poll(() => server.deps.storage.listParts(stored).catch(String), { timeout: 60_000 })
      .toContain('not exist')
  })
})

test('an upload that is resumed while idle uploads expire stays open', async () => {
  const people = await Promise.all([1, 2, 3].map(() => createUser(server)))
  const refs = await Promise.all(
    [...people, ...people, ...people].map(async (person) => {
      const { data } = (await start(person)).body
      return { person, query: { uploadId: data.preSignedUrl.uploadId, analysisRequestId: data.id } }
    }),
  )
  server.advance(days(8))
  const resumed = refs.map(({ person, query }) =>
    resumeUpload(server.deps, { kind: 'ARCHIVE', sender: { userId: person.id, accountId: person.id } }, query).then(
      () => 'OPEN',
      () => 'ABANDONED',
    ),
  )
  const [, ...answers] = await Promise.all([expireUploads(server.deps), ...resumed])
  const ids = refs.map(({ query }) => query.uploadId)
  const uploads = await server.deps.db.selectFrom('uploads').select(['id', 'state']).where('id', 'in', ids).execute()
  expect(ids.map((id) => uploads.find((upload) => upload.id === id)?.state)).toEqual(answers)
})

describe('rejected', () => {
  test.each([
    ['PENDING', 'Your account is waiting for approval'],
    ['REJECTED', 'Your account was not approved'],
    ['ON_HOLD', 'Your account is on hold'],
  ] as const)('a customer who is %s', async (status, message) => {
    const { status: answered, body } = await start(await createUser(server, { status }))
    expect({ answered, body }).toEqual({ answered: 403, body: { statusCode: '403', message } })
  })

  test('a project that is not assigned; its underscores may be written as spaces', async () => {
    const person = await createUser(server, { projectTypes: ['Soybean_Yield_Trial'] })
    const { status, body } = await start(person, { projectType: 'Maize' })
    expect({ status, message: body.message }).toEqual({ status: 403, message: 'This project is not assigned to you' })
    expect((await start(person, { projectType: 'Soybean Yield Trial' })).status).toBe(200)
    expect(await openUploads(person)).toMatchObject([{ projectType: 'Soybean_Yield_Trial' }])
  })

  const path = 'The file name must not contain a path. Rename the file.'
  const control = 'The file name contains control characters. Rename the file.'
  const encoding = 'The file name is not valid URL encoding'
  const tooManyParts = 'A file has at most 10000 parts'
  test.each([
    [{ fileName: '%E0%A4%A' }, 'fileName', encoding],
    [{ fileName: '100%.zip' }, 'fileName', encoding],
    [{ fileName: '..%2F..%2Fetc%2Fpasswd' }, 'fileName', path],
    [{ fileName: '../x.zip' }, 'fileName', path],
    [{ fileName: 'C:%5Cx.zip' }, 'fileName', path],
    [{ fileName: '..' }, 'fileName', path],
    [{ fileName: '%2E' }, 'fileName', path],
    [{ fileName: 'a%00b.zip' }, 'fileName', control],
    [{ fileName: 'a%0Ab.zip' }, 'fileName', control],
    [{ fileName: '\ud800.zip' }, 'fileName', 'This text contains an invalid character'],
    [{ fileName: '%20' }, 'fileName', 'The file has no name'],
    [{ fileName: '' }, 'fileName', 'A file is required'],
    [
      { fileName: encodeURIComponent('ü'.repeat(128)) },
      'fileName',
      'The file name is too long. Use at most 255 bytes.',
    ],
    [{ reportCategories: [] }, 'reportCategories', 'Please select at least one report category'],
    [{ reportCategories: ['nope'] }, 'reportCategories.0', 'Unknown report category'],
    [{ reportCategories: ['__proto__'] }, 'reportCategories.0', 'Unknown report category'],
    [{ reportCategories: 'orthomosaic' }, 'reportCategories', 'Report categories must be a list'],
    [{ projectType: ' ' }, 'projectType', 'Project name is required'],
    [{ totalChunks: 0 }, 'totalChunks', 'Number of parts must be at least 1'],
    [{ totalChunks: 1.5 }, 'totalChunks', 'Number of parts must be a whole number'],
    [{ totalChunks: '3' }, 'totalChunks', 'Number of parts must be a whole number'],
    [{ totalChunks: 10_001 }, 'totalChunks', tooManyParts],
    [{ fileSize: 0 }, 'fileSize', 'The file is empty'],
    [{ fileSize: 10_000 * PART + 1 }, 'fileSize', tooManyParts],
    [{ fileSize: Number.MAX_SAFE_INTEGER }, 'fileSize', tooManyParts],
    [{ fingerprint: 'F'.repeat(64) }, 'fingerprint', 'Expected 64 lowercase hexadecimal digits'],
    [{ description: 'x'.repeat(5001) }, 'description', 'At most 5000 characters'],
    [{ id: "' or 1=1" }, 'id', expect.any(String)],
  ])('%j', async (options, field, message) => {
    const person = await createUser(server)
    const { status, body } = await start(person, options as Start)
    const { statusCode, errors } = body
    expect({ status, statusCode, errors }).toEqual({ status: 400, statusCode: '400', errors: [{ field, message }] })
    expect(await openUploads(person)).toEqual([])
  })

  test('a name that was encoded twice is decoded once', async () => {
    const person = await createUser(server)
    await start(person, { fileName: 'a%252Fb.zip' })
    expect(await openUploads(person)).toMatchObject([{ fileName: 'a%2Fb.zip' }])
  })
})

async function* cutAfter(content: Buffer, bytes: number): AsyncGenerator<Buffer> {
  yield content.subarray(0, bytes)
  throw new Error('cut')
}
