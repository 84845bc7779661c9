import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueuedEmails } from '#server/testing/server/emails.ts'
import { ask, refusal } from '#server/testing/server/send-raw-input.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const verify = (body: object) => ask(server, 'verifyUser', { token: staff.token, body })
const rowOf = ({ id }: TestUser) =>
  server.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a decision on a user', () => {
  const STATUS = 'Choose Approved, Rejected or On Hold'
  const MESSAGE = 'A message has at most 2000 characters'
  test.each([
    [{ status: 0 }, 'status', STATUS],
    [{ status: 'NaN' }, 'status', STATUS],
    [{ status: 1.5 }, 'status', STATUS],
    [{ status: [1] }, 'status', STATUS],
    [{ projectTypes: Array(1000).fill('Maize') }, 'projectTypes', 'At most 50 project types'],
    [{ projectTypes: ['x'.repeat(10_000)] }, 'projectTypes.0', 'A project type has at most 100 characters'],
    [{ projectTypes: { 0: 'Maize' } }, 'projectTypes', 'Projects must be a list'],
    [{ projectTypes: ['Maize', null] }, 'projectTypes.1', 'Projects, entry 2 is required'],
    [{ projectTypes: ['a\0'] }, 'projectTypes.0', 'Text must not contain NUL characters'],
    [{ metadata: [] }, 'metadata', 'Metadata must be an object'],
    [{ metadata: 'x' }, 'metadata', 'Metadata must be an object'],
    [{ metadata: { message: { deep: {} } } }, 'metadata.message', 'Message must be text'],
    [{ metadata: { message: 'x'.repeat(10_000) } }, 'metadata.message', MESSAGE],
    [{ metadata: { message: '\ud83d' } }, 'metadata.message', 'This text contains an invalid character'],
    [{ userId: '../x' }, 'userId', 'This is not a valid id'],
    [{ userId: 7 }, 'userId', 'User ID must be text'],
    [{ version: 1e300 }, 'version', 'Version must be at most 9007199254740991'],
  ])('%# is refused', async (change, field, message) => {
    const person = await createUser(server, { status: 'PENDING' })
    const answer = await verify({ userId: person.id, status: 1, projectTypes: [], ...change })
    expect(answer).toMatchObject(refusal(field, message))
    expect(await rowOf(person)).toMatchObject({ status: 'PENDING', version: 1, message: null })
    expect(await countQueuedEmails(server, person.email)).toBe(0)
  })

  test('unknown fields are dropped, and unusual names are accepted', async () => {
    const person = await createUser(server, { status: 'PENDING' })
    const projectTypes = ['../x', '🌾 Trial', '<b>', '=cmd()', '  ', 'constructor']
    const answer = await verify({
      userId: person.id,
      status: 1,
      projectTypes,
      role: 'ADMIN',
      metadata: { message: '<script>alert(1)</script>', deep: { role: { is: ['ADMIN'] } } },
    })
    expect(answer.status).toBe(200)
    expect(await rowOf(person)).toMatchObject({ role: 'USER', message: '<script>alert(1)</script>' })
    const { body } = await server.call('getProfile', { token: person.token })
    expect(body.data.projectTypes).toEqual(['../x', '🌾 Trial', '<b>', '=cmd()', 'constructor'])
  })
})

describe('a status of a request', () => {
  const CHOOSE = 'Choose PENDING, UNDER_REVIEW or REJECTED. A request becomes PROCESSED when its report is published.'
  test.each([
    [{ fileStatus: 'PROCESSED' }, 'fileStatus', CHOOSE],
    [{ fileStatus: 'processed' }, 'fileStatus', CHOOSE],
    [{ fileStatus: 'CANCELLED' }, 'fileStatus', CHOOSE],
    [{ fileStatus: '__proto__' }, 'fileStatus', CHOOSE],
    [{ fileStatus: ['PENDING'] }, 'fileStatus', CHOOSE],
    [{ analysisRequestId: '' }, 'analysisRequestId', 'This is not a valid id'],
    [{ analysisRequestId: null }, 'analysisRequestId', 'Analysis request ID is required'],
    [{ message: 'x'.repeat(10_000) }, 'message', 'A message has at most 2000 characters'],
    [{ message: ['x'] }, 'message', 'Message must be text'],
    [{ message: 'a\0b' }, 'message', 'Text must not contain NUL characters'],
  ])('%j is rejected', async (change, field, message) => {
    const customer = await createUser(server)
    const { analysisRequestId } = await submitArchive(server, customer)
    const body = { analysisRequestId, fileStatus: 'UNDER_REVIEW', ...change }
    expect(await ask(server, 'changeStatus', { token: staff.token, body })).toMatchObject(refusal(field, message))
    const row = server.deps.db.selectFrom('analyses').selectAll().where('id', '=', analysisRequestId)
    expect(await row.executeTakeFirst()).toMatchObject({ status: 'PENDING', version: 1, message: null })
  })
})
