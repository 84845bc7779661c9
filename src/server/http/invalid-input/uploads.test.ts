import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PresignedUpload } from '#contract/uploads.ts'
import { readRaw, sendRaw } from '#server/testing/processes/raw-http.ts'
import { ask, refusal } from '#server/testing/server/send-raw-input.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

const PART = 65_536
let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const START = {
  fileName: 'flight.zip',
  description: '',
  projectType: 'Soybean_Trial',
  id: '',
  totalChunks: 1,
  reportCategories: ['orthomosaic'],
}
const start = ({ token }: TestUser, change: object) =>
  ask(server, 'startUpload', { token, body: { ...START, ...change } })
const openUploads = async ({ token }: TestUser) => (await server.call('listOpenUploads', { token })).body.data

const CHUNKS = 'Number of parts must be a whole number'
const PATH = 'The file name must not contain a path. Rename the file.'
const CONTROL = 'The file name contains control characters. Rename the file.'
const ENCODING = 'The file name is not valid URL encoding'
const LONG = 'The file name is too long. Use at most 255 bytes.'

describe('an invalid start is rejected, and nothing is opened', () => {
  test.each([
    ['projectType', '', 'Project name is required'],
    ['projectType', null, 'Project name is required'],
    ['reportCategories', undefined, 'Report categories are required'],
    ['reportCategories', {}, 'Report categories must be a list'],
    ['reportCategories.0', [null], 'Report categories, entry 1 is required'],
    ['reportCategories.1', ['orthomosaic', 'constructor'], 'Unknown report category'],
    ['totalChunks', -1, 'Number of parts must be at least 1'],
    ['totalChunks', null, CHUNKS],
    ['totalChunks', 'NaN', CHUNKS],
    ['totalChunks', [1], CHUNKS],
    ['totalChunks', 2 ** 31, 'A file has at most 10000 parts'],
    ['fileName', 'a/b.zip', PATH],
    ['fileName', 'C:\\x', PATH],
    ['fileName', '..%2f..%2fetc%2fpasswd', PATH],
    ['fileName', '%2e%2e', PATH],
    ['fileName', 'a%0d%0ab.zip', CONTROL],
    ['fileName', 'a%7f.zip', CONTROL],
    ['fileName', '%', ENCODING],
    ['fileName', '%ff.zip', ENCODING],
    ['fileName', '%ed%a0%80.zip', ENCODING],
    ['fileName', encodeURIComponent('🌾'.repeat(100)), LONG],
    ['fileName', 'x'.repeat(256), LONG],
    ['fileName', ['flight.zip'], 'File name must be text'],
    ['description', 'x'.repeat(10_000), 'At most 5000 characters'],
    ['description', 'a\0', 'Text must not contain NUL characters'],
    ['fingerprint', "' or 1=1--", 'Expected 64 lowercase hexadecimal digits'],
    ['fileSize', -1, 'The file is empty'],
    ['fileSize', 1.5, 'File size must be a whole number'],
  ])('%s %#', async (field, value, message) => {
    const person = await createUser(server)
    const change = { [field.split('.', 1)[0] ?? '']: value }
    expect(await start(person, change)).toMatchObject({ ...refusal(field, message), statusCode: '400' })
    expect(await openUploads(person)).toEqual([])
  })

  test('for a thousand categories', async () => {
    const person = await createUser(server)
    const answer = await start(person, { reportCategories: Array(1000).fill('orthomosaic') })
    expect(answer).toMatchObject(refusal('reportCategories', 'Report categories must have at most 50 entries'))
  })
})

describe('a start accepts', () => {
  test.each(['CON', 'nul.zip', 'trailing.', '.hidden', 'a"b.zip', "a'b.zip", ' a .zip', '=cmd().zip', '<b>.zip'])(
    'the name %j unchanged',
    async (fileName) => {
      const person = await createUser(server)
      const { analysisRequestId } = await submitArchive(server, person, {
        start: { fileName: encodeURIComponent(fileName) },
      })
      const { body } = await server.call('listMyAnalyses', { token: person.token })
      expect(body.data).toMatchObject([{ analysisRequestId, receipts: [{ fileName }] }])
      const { headers, status } = await fetch(body.data[0]?.fileUrls[0] ?? '')
      const exact = /filename\*=UTF-8''([^;]+)$/.exec(headers.get('content-disposition') ?? '')?.[1]
      expect([status, decodeURIComponent(exact ?? '')]).toEqual([200, fileName])
    },
  )

  test('one name for equal-looking names, however they were typed', async () => {
    const person = await createUser(server)
    await start(person, { fileName: encodeURIComponent('Scho\u0308nau.zip') })
    expect(await openUploads(person)).toMatchObject([{ fileName: 'Sch\u00f6nau.zip' }])
  })

  test('each category once, and ten thousand parts', async () => {
    const person = await createUser(server)
    const reportCategories = ['3dModel', 'orthomosaic', '3dModel']
    expect((await start(person, { reportCategories, totalChunks: 10_000 })).status).toBe(200)
    expect(await openUploads(person)).toMatchObject([
      { reportCategories: ['3dModel', 'orthomosaic'], totalChunks: 10_000, description: '' },
    ])
  })
})

/** An upload of two parts, nothing sent. */
async function createUpload(): Promise<{ person: TestUser; presigned: PresignedUpload; url: URL }> {
  const person = await createUser(server)
  const { data: presigned } = (await startArchive(server, person, { content: Buffer.alloc(2 * PART, 1) })).body
  return { person, presigned, url: new URL(presigned.preSignedUrl.preSignedUrls['1'] ?? '') }
}
const received = async ({ person, presigned }: { person: TestUser; presigned: PresignedUpload }) => {
  const query = { uploadId: presigned.preSignedUrl.uploadId, analysisRequestId: presigned.id }
  return (await server.call('resumeUpload', { token: person.token, query })).body.data.received
}

const EXACTLY = `This part must have exactly ${PART} bytes`

describe('a part', () => {
  test.each([
    ['is empty', ['Content-Length: 0\r\n\r\n'], [400, 'The part is empty']],
    ['is one byte too long', [`Content-Length: ${PART + 1}\r\n\r\n`, 'x'], [413, EXACTLY]],
    [
      'is too short',
      [`Content-Length: ${PART - 1}\r\n\r\n`, 'x'.repeat(PART - 1)],
      [400, `${EXACTLY}, and ${PART - 1} arrived`],
    ],
    [
      'comes in more chunks than allowed',
      [`Transfer-Encoding: chunked\r\n\r\n${chunk(PART)}${chunk(1)}`],
      [413, EXACTLY],
    ],
    ['comes in an invalid chunk', ['Transfer-Encoding: chunked\r\n\r\nxyz\r\n'], [400, 'The call is not valid']],
  ] as const)('that %s is rejected and not kept', async (_what, rest, [status, message]) => {
    const upload = await createUpload()
    const { pathname, search } = upload.url
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
    const answer = readRaw(await sendRaw(server.url, [head + rest[0], ...rest.slice(1)]))
    expect(JSON.parse(answer.body)).toEqual({ statusCode: status, message })
    expect(answer.status).toBe(status)
    expect(await received(upload)).toEqual([])
  })

  test('is accepted after 100 Continue, in chunks, or with a Range header, which is ignored', async () => {
    const upload = await createUpload()
    const { pathname, search } = upload.url
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
    const sent = [
      [`${head}Expect: 100-continue\r\nContent-Length: ${PART}\r\n\r\n`, 'x'.repeat(PART)],
      [`${head}Transfer-Encoding: chunked\r\n\r\n${chunk(PART)}0\r\n\r\n`],
      [`${head}Range: bytes=0-9\r\nContent-Range: bytes 0-9/10\r\nContent-Length: ${PART}\r\n\r\n`, 'x'.repeat(PART)],
    ]
    for (const pieces of sent) {
      const answer = await sendRaw(server.url, pieces)
      expect(answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toMatch(/^HTTP\/1\.1 200 /)
      expect(await received(upload)).toMatchObject([{ partNumber: 1, size: PART }])
    }
  })

  test('of markup is a file like any other, and never rendered', async () => {
    const person = await createUser(server)
    const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    await submitArchive(server, person, { content, start: { fileName: 'x.svg', fileSize: content.length } })
    const { body } = await server.call('listMyAnalyses', { token: person.token })
    const answer = await fetch(body.data[0]?.fileUrls[0] ?? '')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })
})

function chunk(length: number): string {
  return `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`
}

describe('a completion', () => {
  const ID = 'This is not a valid id'
  test.each([
    ['', ['uploadId', 'analysisRequestId'], 'Upload ID is required'],
    ['uploadId=a', ['analysisRequestId'], 'Analysis request ID is required'],
    ['analysisRequestId=a', ['uploadId'], 'Upload ID is required'],
    ['uploadId=&analysisRequestId=', ['uploadId', 'analysisRequestId'], ID],
    ['uploadId=../x&analysisRequestId=a', ['uploadId'], ID],
    ['uploadId=a&uploadId=b&analysisRequestId=a', ['uploadId'], 'uploadId may be given only once'],
    ['uploadId=a%0A&analysisRequestId=a', ['uploadId'], ID],
  ])('with the query %j: 400', async (query, fields, message) => {
    const { token } = await createUser(server)
    const body = [{ partNumber: 1, etag: 'x' }]
    const answer = await ask(server, 'completeUpload', { token, query, body })
    expect({ ...answer, fields: answer.errors?.map(({ field }) => field) }).toMatchObject({
      status: 400,
      message,
      fields,
    })
  })

  test.each([
    [null, '', 'Expected a list of {partNumber, etag}'],
    [{}, '', 'Expected a list of {partNumber, etag}'],
    [[], '', 'List the parts that were uploaded'],
    [[null], '0', 'Entry 1 is required'],
    [[{ partNumber: '1', etag: 'x' }], '0.partNumber', 'Part number, entry 1 must be a number'],
    [[{ partNumber: 1, etag: '' }], '0.etag', 'Every part needs its ETag'],
    [[{ partNumber: 1, etag: 'a\0' }], '0.etag', 'Text must not contain NUL characters'],
  ])('with the body %j: 400, and the upload stays open', async (body, field, message) => {
    const upload = await createUpload()
    const completedParts = await sendParts(upload.presigned, Buffer.alloc(2 * PART, 1))
    const query = { uploadId: upload.presigned.preSignedUrl.uploadId, analysisRequestId: upload.presigned.id }
    const { token } = upload.person
    expect(await ask(server, 'completeUpload', { token, query, body })).toMatchObject(refusal(field, message))
    expect((await ask(server, 'completeUpload', { token, query, body: completedParts })).status).toBe(200)
  })

  test('with the ids of two uploads of the caller: 400; with one of another customer: 404', async () => {
    const { person, presigned } = await createUpload()
    const { token } = person
    const other = (await startArchive(server, person, { content: Buffer.alloc(7) })).body.data
    const foreign = await createUpload()
    const body = [{ partNumber: 1, etag: 'x' }]
    const { uploadId } = presigned.preSignedUrl
    const mixed = await ask(server, 'completeUpload', { token, query: { uploadId, analysisRequestId: other.id }, body })
    expect(mixed).toMatchObject({ status: 400, message: 'These are the ids of two different uploads' })
    const query = { uploadId, analysisRequestId: foreign.presigned.id }
    expect((await ask(server, 'completeUpload', { token, query, body })).status).toBe(404)
  })

  test("by staff of a customer's upload, and by a customer of an upload of staff: 404", async () => {
    const { person, presigned } = await createUpload()
    const query = { uploadId: presigned.preSignedUrl.uploadId, analysisRequestId: presigned.id }
    const body = [{ partNumber: 1, etag: 'x' }]
    const message = 'This upload was not found. It may have been removed; start it again.'
    expect(await ask(server, 'completeReportUpload', { token: staff.token, query, body })).toMatchObject({
      status: 404,
      statusCode: '404',
      message,
    })
    const { analysisRequestId: id } = await submitArchive(server, person)
    const report = { fileName: 'a.tif', projectType: 'Soybean_Trial', id, totalChunks: 1 }
    const started = (await server.call('startReportUpload', { token: staff.token, body: report })).body.data
    const ofStaff = { uploadId: started.preSignedUrl.uploadId, analysisRequestId: id }
    expect(await ask(server, 'completeUpload', { token: person.token, query: ofStaff, body })).toMatchObject({
      status: 404,
      message,
    })
  })
})
