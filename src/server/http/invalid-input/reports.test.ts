import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '#server/testing/server/send-raw-input.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
let id: string
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server, { fullName: 'Sam Furrow', email: 'sam@office.example' })
  customer = await createUser(server)
  id = (await submitArchive(server, customer)).analysisRequestId
})
afterAll(() => server.close())

const NUL = 'Text must not contain NUL characters'
const NO_ID = 'This is not a valid id'
const NEEDED = 'Analysis request ID is required'

describe('a report', () => {
  test.each([
    ['', NEEDED],
    ['analysisRequestId=', NO_ID],
    ['analysisRequestId=%00', NO_ID],
    ['analysisRequestId=../x', NO_ID],
    ['analysisRequestId=a&analysisRequestId=b', 'analysisRequestId may be given only once'],
    ['id=a', NEEDED],
  ])('?%s: 400', async (query, message) => {
    for (const { token } of [staff, customer])
      expect(await ask(server, 'getReport', { token, query })).toMatchObject({
        status: 400,
        message,
        errors: [{ field: 'analysisRequestId', message }],
      })
  })

  test('shows only name and email of the person who updated it', async () => {
    await attachReportFile(server, staff, { id, content: Buffer.from('ortho') })
    const { body } = await server.call('getReport', { token: customer.token, query: { analysisRequestId: id } })
    expect(body.data?.updatedBy).toEqual({ fullName: 'Sam Furrow', email: staff.email })
    expect(JSON.stringify(body)).not.toContain(staff.id)
  })
})

const send = async (body: string, type = 'multipart/form-data; boundary=XX') => {
  const response = await fetch(`${server.url}/api/admin-crop/upload-report?analysisRequestId=${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': type },
    body,
  })
  return { status: response.status, body: (await response.json()) as object }
}
const field = (name: string, value = 'x') =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string) => `--XX\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nx\r\n`
const JSON_FIELD =
  '--XX\r\nContent-Disposition: form-data; name="description"\r\nContent-Type: application/json\r\n\r\n{x\r\n'
const END = '--XX--\r\n'
const project = field('projectType', 'Maize')

describe('a form', () => {
  test.each([
    ['of ten thousand fields', field('a').repeat(10_000) + END, [413, 'Too many fields in one form']],
    ['of a thousand files', project + file('a.tif').repeat(1000) + END, [413, 'Too many files in one form']],
    ['without its end', project + file('a.tif'), [400, 'The form is malformed or cut off']],
    [
      'with a field that is not valid JSON',
      project + JSON_FIELD + file('a.tif') + END,
      [400, 'The form is malformed or cut off'],
    ],
    ['with a NUL', project + field('description', 'a\0') + file('a.tif') + END, [400, NUL]],
    [
      'with a prototype key as a field',
      project + field('__proto__') + file('a.tif') + END,
      [400, 'A field of a form must not have this name'],
    ],
    ['with a name of dots', project + file('..') + END, [400, 'The file has no name']],
    ['with a path, which is removed', project + file('../../a.tif') + END, [200, 'Files uploaded successfully!']],
  ] as const)('%s', async (_what, form, [status, message]) => {
    expect(await send(form)).toEqual({ status, body: expect.objectContaining({ statusCode: status, message }) })
  })

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=XX'])(
    'of the type %s: rejected',
    async (type) => {
      const { status, body } = await send(project + file('a.tif') + END, type)
      expect([400, 415]).toContain(status)
      expect(body).toMatchObject({ statusCode: status, message: expect.any(String) })
    },
  )
})
