import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { displayFileName } from '#domain/file-names.ts'
import { hours } from '#domain/units.ts'
import { SYSTEM } from '#server/actor.ts'
import { expireUploads } from '#server/features/uploads/expire-uploads.ts'
import type { FormPart } from '#server/handler.ts'
import { countReportEmails } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { uploadReportByForm } from './upload-by-form.ts'

const PART = 65_536
let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

async function submitted() {
  const customer = await createUser(server)
  return { customer, id: (await submitArchive(server, customer)).analysisRequestId }
}
const report = async (person: TestUser, analysisRequestId: string) =>
  (await server.call('getReport', { token: person.token, query: { analysisRequestId } })).body.data

async function send(id: string, body: FormData | string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/admin-crop/upload-report?analysisRequestId=${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}`, ...headers },
    body,
  })
  return { status: response.status, body: (await response.json()) as { message: string; errors?: { field: string }[] } }
}

type Piece = [name: string, value: string | Blob, fileName?: string]
function form(...pieces: Piece[]): FormData {
  const data = new FormData()
  for (const [name, value, fileName] of pieces) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, fileName)
  }
  return data
}
const project: Piece = ['projectType', 'Soybean_Trial']
const someFile: Piece = ['file', new Blob(['ortho']), 'ortho.tif']

test('several files of any size and name are published together, with one email', async () => {
  const { customer, id } = await submitted()
  const big = Buffer.alloc(3 * PART + 17, 4)
  const answer = await send(
    id,
    form(
      project,
      ['description', 'Two plots failed'],
      ['file', new Blob([big]), '航空写真 (1).tif'],
      ['file', new Blob(['x'.repeat(PART)]), 'one part.tif'],
      ['file', new Blob(['tiny']), '100%.csv'],
      ['file', new Blob(['small']), 'S%C3%BCd%20100%25.csv'],
    ),
  )
  expect(answer).toEqual({ status: 200, body: { statusCode: 200, message: 'Files uploaded successfully!' } })
  const data = await report(customer, id)
  expect(data).toMatchObject({ remarks: 'Two plots failed' })
  expect(data?.reportSizes.toSorted((a, b) => a - b)).toEqual([4, 5, PART, big.length])
  expect(data?.reportUrls.map((link) => displayFileName(link)).toSorted()).toEqual(
    ['100%.csv', 'Süd 100%.csv', 'one part.tif', '航空写真 (1).tif'].toSorted(),
  )
  const link = data?.reportUrls[data.reportSizes.indexOf(big.length)] ?? ''
  expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(big)).toBe(true)
  expect(await countReportEmails(server, customer.email)).toBe(1)
})

test('the fields may come after the files', async () => {
  const { customer, id } = await submitted()
  expect((await send(id, form(someFile, ['description', 'Fine'], project))).status).toBe(200)
  expect(await report(customer, id)).toMatchObject({ remarks: 'Fine' })
})

test('a form that names no request is refused in the words of the specification', async () => {
  expect(await send('', form(project, someFile))).toMatchObject({
    status: 400,
    body: { message: 'Analysis request ID is missing' },
  })
})

describe('after one error nothing of the form is kept', () => {
  test.each<[string, Piece[], { status: number; message: string }]>([
    ['no file', [project], { status: 400, message: 'At least one file is required' }],
    [
      'a file under another name',
      [project, ['image', new Blob(['x']), 'x.tif']],
      { status: 400, message: 'At least one file is required' },
    ],
    ['no project', [someFile], { status: 400, message: 'Project name is required' }],
    [
      'an empty file',
      [project, someFile, ['file', new Blob([]), 'empty.tif']],
      { status: 400, message: 'empty.tif is empty' },
    ],
    [
      'long remarks',
      [project, someFile, ['description', 'x'.repeat(5001)]],
      { status: 400, message: 'At most 5000 characters' },
    ],
    [
      'NUL in the remarks',
      [project, someFile, ['description', 'a\0b']],
      { status: 400, message: 'Text must not contain NUL characters' },
    ],
    [
      'a name that is too long',
      [project, someFile, ['file', new Blob(['x']), 'x'.repeat(256)]],
      { status: 400, message: 'The file name is too long. Use at most 255 bytes.' },
    ],
    [
      'too many fields',
      [...Array.from({ length: 30 }, (): Piece => ['a', 'b']), project, someFile],
      { status: 413, message: 'Too many fields in one form' },
    ],
  ])('%s', async (_case, pieces, refusal) => {
    const { customer, id } = await submitted()
    const answer = await send(id, form(...pieces))
    expect({ status: answer.status, message: answer.body.message }).toEqual(refusal)
    expect(await report(staff, id)).toBeNull()
    expect(await countReportEmails(server, customer.email)).toBe(0)
    expect(
      await server.deps.db
        .selectFrom('files')
        .select('uploadId')
        .where('analysisId', '=', id)
        .where('kind', '=', 'REPORT')
        .execute(),
    ).toEqual([])
    const uploads = server.deps.db.selectFrom('uploads').select('id').where('analysisId', '=', id)
    expect(await uploads.where('kind', '=', 'REPORT').execute()).toEqual([])
  })

  const boundary = 'multipart/form-data; boundary=XX'
  const field = '--XX\r\nContent-Disposition: form-data; name="projectType"\r\n\r\nMaize\r\n'
  const nameless =
    '--XX\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n'
  test.each([
    ['no boundary', { type: 'multipart/form-data', body: field }, 400],
    ['no end', { type: boundary, body: field }, 400],
    [
      'a truncated file',
      {
        type: boundary,
        body: `${field}--XX\r\nContent-Disposition: form-data; name="file"; filename="a.tif"\r\n\r\nhalf`,
      },
      400,
    ],
    ['a file without a name', { type: boundary, body: `${field}${nameless}--XX--\r\n` }, 400],
    [
      'a part without a name',
      { type: boundary, body: `--XX\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XX--\r\n` },
      400,
    ],
    ['not a form at all', { type: 'application/json', body: '{}' }, 415],
    ['nothing', { type: boundary, body: '' }, 415],
    ['text', { type: 'text/plain', body: 'x' }, 415],
  ])('%s', async (_case, { type, body }, status) => {
    const { id } = await submitted()
    const answer = await send(id, body, { 'content-type': type })
    expect(answer.status).toBe(status)
    expect(answer.body.message).not.toBe('')
    expect(await report(staff, id)).toBeNull()
  })

  test('an unknown request, however long the form is', async () => {
    const long: Piece = ['file', new Blob([Buffer.alloc(30_000_000)]), 'long.tif']
    const { status, body } = await send('nothing', form(project, long))
    expect({ status, message: body.message }).toEqual({ status: 404, message: 'Request not found' })
  })
})

const SLOW_HEAD =
  '--XX\r\nContent-Disposition: form-data; name="projectType"\r\n\r\nMaize\r\n' +
  '--XX\r\nContent-Disposition: form-data; name="file"; filename="slow.tif"\r\n\r\n'

test('a file that takes hours to arrive is not deleted as an orphan', async () => {
  const { customer, id } = await submitted()
  const sending = request(`${server.url}/api/admin-crop/upload-report?analysisRequestId=${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'multipart/form-data; boundary=XX' },
  })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.write(`${SLOW_HEAD}${'x'.repeat(PART)}`)
  const rows = (table: 'uploads' | 'files') =>
    server.deps.db.selectFrom(table).selectAll().where('analysisId', '=', id).where('kind', '=', 'REPORT').execute()
  await vi.waitFor(async () => expect(await rows('uploads')).toHaveLength(1), { timeout: 60_000, interval: 20 })
  server.advance(hours(2))
  await expireUploads(server.deps)

  sending.end('the end\r\n--XX--\r\n')
  const [answer] = await answered
  answer.resume()
  expect(answer.statusCode).toBe(200)
  expect(await rows('files')).toMatchObject([{ fileName: 'slow.tif', bytes: PART + 7 }])
  expect(await countReportEmails(server, customer.email)).toBe(1)
})

test('when the sender is put on hold during the upload, nothing is attached: 403', async () => {
  const { customer, id } = await submitted()
  const [sender, other] = [await createStaff(server), await createStaff(server)]
  const sending = request(`${server.url}/api/admin-crop/upload-report?analysisRequestId=${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'multipart/form-data; boundary=XX' },
  })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.on('error', () => undefined)
  sending.write(`${SLOW_HEAD}${'x'.repeat(PART)}`)
  const uploads = server.deps.db.selectFrom('uploads').select('state').where('userId', '=', sender.id)
  await vi.waitFor(async () => expect(await uploads.execute()).toHaveLength(1), { timeout: 60_000, interval: 20 })
  const body = { userId: sender.id, status: 3 as const, projectTypes: [] }
  expect((await server.call('verifyUser', { token: other.token, body })).status).toBe(200)
  sending.end('the end\r\n--XX--\r\n')
  const [answer] = await answered
  answer.resume()
  expect(answer.statusCode).toBe(403)
  expect(await report(other, id)).toBeNull()
  expect(await countReportEmails(server, customer.email)).toBe(0)
  expect((await uploads.execute()).filter(({ state }) => state !== 'ABANDONED')).toEqual([])
})

async function* withoutProject(): AsyncGenerator<FormPart> {
  yield { kind: 'file', name: 'file', fileName: 'a.tif', stream: Readable.from([Buffer.from('x')]) }
}

test('a failing cleanup does not hide why the form was rejected', async () => {
  const { id } = await submitted()
  const broken = { discard: () => Promise.reject(new Error('The store is unavailable')) }
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  const deps = { ...server.deps, log, storage: { ...server.deps.storage, ...broken } }
  const { id: userId, email, fullName } = staff
  const due = undefined
  const actor = { ...SYSTEM, userId, accountId: userId, accountRole: undefined, email, fullName, sessionId: '', due }
  const sent = uploadReportByForm(
    deps,
    { ...actor, role: 'ADMIN', status: 'APPROVED' },
    { analysisRequestId: id, form: withoutProject() },
  )
  await expect(sent).rejects.toThrow('Project name is required')
  expect(lines.join()).toContain('The store is unavailable')
})
