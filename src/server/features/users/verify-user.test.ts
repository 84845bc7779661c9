import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { countQueuedEmails, emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

type Decision = Partial<BodyIn<'verifyUser'>>
const verify = (person: TestUser, decision: Decision = {}) =>
  server.call('verifyUser', {
    token: staff.token,
    body: { userId: person.id, status: 1, projectTypes: ['Soybean_Trial'], ...decision },
  })
const pending = () => createUser(server, { status: 'PENDING', projectTypes: [] })
const profile = async (person: TestUser) => (await server.call('getProfile', { token: person.token })).body.data

test('approval assigns the projects, gives access, and is emailed with the message', async () => {
  const person = await pending()
  const projectTypes = [' Soybean_Trial ', '', 'Maize', 'Soybean_Trial', '   ']
  const { status, body } = await verify(person, {
    projectTypes,
    metadata: { message: '  Welcome <b>aboard</b>\nSam ' },
  })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    cognitoUserId: person.id,
    status: 'APPROVED',
    projectTypes: ['Soybean_Trial', 'Maize'],
    message: 'Welcome <b>aboard</b>\nSam',
    version: 2,
  })
  expect(await profile(person)).toMatchObject({
    status: 'APPROVED',
    projectTypes: ['Soybean_Trial', 'Maize'],
    message: 'Welcome <b>aboard</b>\nSam',
  })
  expect((await server.call('listMyAnalyses', { token: person.token })).status).toBe(200)
  const [sentEmail] = await emailsTo(server, person.email)
  expect(sentEmail?.subject).toBe('Your Skyfurrow account is approved')
  expect(sentEmail?.text).toContain('> Welcome <b>aboard</b>\n> Sam')
  expect(sentEmail?.text).toContain('Soybean Trial, Maize')
  expect(sentEmail?.html).not.toContain('<b>')
})

test.each([
  [2, 'REJECTED', 'Your Skyfurrow account was not approved'],
  [3, 'CANCELLED', 'Your Skyfurrow account is on hold'],
] as const)('status %d is %s, and the customer gets an email', async (status, text, subject) => {
  const person = await createUser(server)
  expect((await verify(person, { status })).body.data.status).toBe(text)
  expect((await profile(person)).status).toBe(text)
  expect((await server.call('listMyAnalyses', { token: person.token })).status).toBe(403)
  expect((await emailsTo(server, person.email))[0]?.subject).toBe(subject)
})

test('a message belongs to its decision: another status does not show it', async () => {
  const person = await pending()
  await verify(person, { status: 3, metadata: { message: 'Send your trial plan' } })
  await verify(person, { status: 3, projectTypes: ['Soybean'] })
  expect((await profile(person)).message).toBe('Send your trial plan')
  await verify(person, { status: 2 })
  expect((await profile(person)).message).toBeNull()
  const emails = await emailsTo(server, person.email, 3)
  expect(emails.filter(({ text }) => text.includes('Send your trial plan'))).toHaveLength(1)
})

test('a person who has not confirmed their email cannot be approved, but rejected', async () => {
  const person = await pending()
  await server.deps.db.updateTable('users').set({ confirmedAt: null }).where('id', '=', person.id).execute()
  const { status, body } = await verify(person)
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: "This person hasn't confirmed their email address. You can approve them once they have.",
  })
  expect((await verify(person, { status: 2 })).body.data.status).toBe('REJECTED')
})

test('an empty message removes the one of the same status', async () => {
  const person = await pending()
  await verify(person, { status: 3, metadata: { message: 'Send your trial plan' } })
  await verify(person, { status: 3, metadata: { message: '   ' } })
  expect((await profile(person)).message).toBeNull()
})

test('a change to an approved account is emailed as what it is, and a removed message not at all', async () => {
  const person = await pending()
  await verify(person, { projectTypes: [] })
  await verify(person, { projectTypes: ['Rye'] })
  await verify(person, { projectTypes: [], metadata: { message: 'The season is over' } })
  await verify(person, { projectTypes: [], metadata: { message: 'Send your plan for 2027' } })
  await verify(person, { projectTypes: [], metadata: { message: '' } })
  expect(await countQueuedEmails(server, person.email)).toBe(4)
  const emails = await emailsTo(server, person.email, 4)
  const textOf = (subject: string, part: string) =>
    emails.find((email) => email.subject === subject && email.text.includes(part))?.text
  expect(textOf('Your Skyfurrow account is approved', 'You have no project yet')).toBeDefined()
  expect(textOf('Your Skyfurrow projects have changed', 'Your projects: Rye.')).toBeDefined()
  const none = textOf('Your Skyfurrow projects have changed', 'You have no projects now')
  expect(none).toContain('> The season is over')
  expect(textOf('A message about your Skyfurrow account', '> Send your plan for 2027')).toBeDefined()
})

test.each([{}, { metadata: { message: 'Welcome aboard' } }])(
  'repeating a decision changes nothing and sends no second email: %j',
  async (decision) => {
    const person = await pending()
    const first = await verify(person, decision)
    const again = await verify(person, decision)
    expect(again.status).toBe(200)
    expect(again.body.data).toEqual(first.body.data)
    expect(await countQueuedEmails(server, person.email)).toBe(1)
  },
)

test('F60: of two concurrent decisions on the same version one succeeds, the other gets a conflict', async () => {
  const person = await pending()
  const answers = await Promise.all([
    verify(person, { version: 1, status: 1 }),
    verify(person, { version: 1, status: 2 }),
  ])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  expect(lost?.body.message).toBe(
    'Someone else changed this user meanwhile. Check their current state, then try again.',
  )
  expect(lost?.body.data).toEqual(won?.body.data)
  expect(await countQueuedEmails(server, person.email)).toBe(1)
})

test('staff cannot decide on themselves', async () => {
  const { status, body } = await verify(staff, { status: 2 })
  expect(status).toBe(409)
  expect(body.message).toBe("You can't change your own status")
  expect(await profile(staff)).toMatchObject({ status: 'APPROVED' })
})

test('an unknown user is not found', async () => {
  const { status, body } = await verify({ ...staff, id: 'nobody' })
  expect(status).toBe(404)
  expect(body.message).toBe('User not found')
})

test.each([
  [{ status: 0 }, 'status', 'Choose Approved, Rejected or On Hold'],
  [{ status: 4 }, 'status', 'Choose Approved, Rejected or On Hold'],
  [{ status: '1' }, 'status', 'Choose Approved, Rejected or On Hold'],
  [{ status: null }, 'status', 'Choose Approved, Rejected or On Hold'],
  [{ userId: '' }, 'userId', 'This is not a valid id'],
  [{ userId: "x' or 1=1" }, 'userId', 'This is not a valid id'],
  [{ projectTypes: 'Maize' }, 'projectTypes', 'Projects must be a list'],
  [{ projectTypes: [1] }, 'projectTypes.0', 'Projects, entry 1 must be text'],
  [{ projectTypes: Array(51).fill('Maize') }, 'projectTypes', 'At most 50 project types'],
  [{ projectTypes: ['x'.repeat(101)] }, 'projectTypes.0', 'A project type has at most 100 characters'],
  [{ metadata: { message: 'x'.repeat(2001) } }, 'metadata.message', 'A message has at most 2000 characters'],
  [{ metadata: [] }, 'metadata', 'Metadata must be an object'],
  [{ version: 'x' }, 'version', 'Version must be a number'],
])('%j is rejected, with an error for its field', async (decision, field, message) => {
  const person = await pending()
  const { status, body } = await verify(person, decision as Decision)
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ field, message }] })
  expect(await profile(person)).toMatchObject({ status: 'PENDING', projectTypes: [] })
})

test.each([['../x', '🌾', "O'Hara; drop table users", '=cmd()'], ['x'.repeat(100)]])(
  'any text is valid as a project name: %j',
  async (...projectTypes) => {
    const person = await pending()
    expect((await verify(person, { projectTypes })).body.data.projectTypes).toEqual(projectTypes)
  },
)
