import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { isolateName } from '#domain/display-names.ts'
import { minutes, seconds } from '#domain/units.ts'
import type { StoredEmailFile } from '#server/adapters/email/folder-transport.ts'
import { codeTo, countQueuedEmails, emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, PASSWORD } from '#server/testing/server/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const newEmail = () => `${randomUUID()}@example.org`
const register = (
  email: string,
  { fullName = 'Anna Bauer', password = PASSWORD, organisation }: Partial<BodyIn<'register'>> = {},
) =>
  server.call('register', { body: { fullName, email, password, ...(organisation !== undefined && { organisation }) } })
const confirm = (email: string, confirmationCode: string) =>
  server.call('confirmUser', { body: { email, fullName: '', confirmationCode } })
const logIn = (email: string, password = PASSWORD) => server.call('logIn', { body: { email, password } })
const rowsOf = (email: string) => server.deps.db.selectFrom('users').selectAll().where('email', '=', email).execute()

/** An email to a known owner. */
async function emailAfterConfirmation(email: string): Promise<StoredEmailFile> {
  server.advance(seconds(61))
  await server.call('forgotPassword', { query: { email } })
  const [sentEmail] = await emailsTo(server, email, 2)
  if (!sentEmail) throw new Error('No email')
  return sentEmail
}

test('register, read the code, confirm, log in', async () => {
  const email = newEmail()
  const registered = await register(email)
  expect(registered.status).toBe(200)
  expect(registered.body).toEqual({
    statusCode: 200,
    message: 'Registration successful! Please verify your email.',
  })
  const confirmed = await confirm(email, await codeTo(server, email))
  expect(confirmed.body).toEqual({ statusCode: 200, message: 'User confirmed successfully!' })
  const { body } = await logIn(email)
  expect(body).toMatchObject({
    statusCode: 200,
    message: 'Login successful!',
    data: {
      email,
      fullName: 'Anna Bauer',
      roles: ['USER'],
      userStatus: 'PENDING',
      assignedProjects: [],
      username: expect.any(String),
      accessToken: expect.any(String),
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      tokenType: 'Bearer',
      expiresIn: 600,
    },
  })
})

test('the organisation is optional and shown to staff, with whether the email is confirmed', async () => {
  const staff = await createStaff(server)
  const rowFor = async (email: string) => {
    const { body } = await server.call('searchUsers', { token: staff.token, body: { searchReq: { email } } })
    return body.data[0]
  }
  const email = newEmail()
  await register(email, { organisation: '  Plant Research Institute ' })
  expect(await rowFor(email)).toMatchObject({ organisation: 'Plant Research Institute', isEmailConfirmed: false })
  await confirm(email, await codeTo(server, email))
  expect(await rowFor(email)).toMatchObject({ isEmailConfirmed: true })
  const other = newEmail()
  await register(other, { organisation: ' ' })
  expect(await rowFor(other)).toMatchObject({ organisation: null })
})

test('login with an unconfirmed email: 403, and a new code once a minute has passed', async () => {
  const email = newEmail()
  await register(email)
  const first = await codeTo(server, email)
  const tooSoon = await logIn(email)
  expect(tooSoon.status).toBe(403)
  expect(tooSoon.body).toMatchObject({
    message: 'Please verify your email before logging in',
    errors: [{ field: 'confirmationCode' }],
  })
  expect(Number(tooSoon.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await countQueuedEmails(server, email)).toBe(1)

  server.advance(seconds(61))
  const sent = await logIn(email)
  expect([sent.status, sent.headers.get('retry-after')]).toEqual([403, null])
  const second = await codeTo(server, email, 2)
  expect((await confirm(email, second)).status).toBe(200)
  expect(second).not.toBe(first)
  expect((await logIn(email)).status).toBe(200)
})

test('a wrong password for an unconfirmed address reveals nothing and sends nothing', async () => {
  const email = newEmail()
  await register(email)
  server.advance(seconds(61))
  expect((await logIn(email, 'Other-2026!')).body.message).toBe('Incorrect email or password')
  expect(await countQueuedEmails(server, email)).toBe(1)
})

test('case and spaces of an email make no difference', async () => {
  const email = newEmail()
  await register(`  ${email.toUpperCase()} `)
  expect((await confirm(` ${email.toUpperCase()}`, await codeTo(server, email))).status).toBe(200)
  const { body } = await logIn(`\t${email.replace('example', 'Example')} `)
  expect(body.data.email).toBe(email)
  expect((await register(email.toUpperCase())).status).toBe(409)
  expect(await rowsOf(email)).toHaveLength(1)
})

test('an unconfirmed address can be registered again: the new name and password are used', async () => {
  const email = newEmail()
  await register(email, { fullName: 'Eve Hijacker', password: 'Hijack-2026!' })
  const oldCode = await codeTo(server, email)
  server.advance(seconds(61))
  expect((await register(email)).status).toBe(200)
  const code = await codeTo(server, email, 2)
  expect((await confirm(email, oldCode)).status).toBe(400)
  expect((await confirm(email, code)).status).toBe(200)
  expect((await logIn(email, 'Hijack-2026!')).status).toBe(401)
  expect((await logIn(email)).body.data.fullName).toBe('Anna Bauer')
})

test('again within a minute: 429 with the waiting time, and nothing changes', async () => {
  const email = newEmail()
  await register(email)
  const again = await register(email, { password: 'Second-2026!' })
  expect(again.status).toBe(429)
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(await countQueuedEmails(server, email)).toBe(1)
  await confirm(email, await codeTo(server, email))
  expect((await logIn(email, 'Second-2026!')).status).toBe(401)
  expect((await logIn(email)).status).toBe(200)
})

test("a confirmed address can't be registered again", async () => {
  const { email, fullName } = await createUser(server)
  const again = await register(email, { fullName: 'Someone Else' })
  expect(again.status).toBe(409)
  expect(again.body).toEqual({ statusCode: 409, message: 'An account with this email already exists' })
  expect((await logIn(email)).body.data.fullName).toBe(fullName)
  expect(await countQueuedEmails(server, email)).toBe(0)
})

test('twenty concurrent registrations of one email create one account and one email', async () => {
  const email = newEmail()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => register(at % 2 ? email : email.toUpperCase(), { fullName: `Twin ${at}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(19)
  expect(await rowsOf(email)).toHaveLength(1)
  expect(await countQueuedEmails(server, email)).toBe(1)
  expect((await confirm(email, await codeTo(server, email))).status).toBe(200)
})

test('fields that users may not set are ignored', async () => {
  const email = newEmail()
  const greedy = { role: 'ADMIN', status: 1, projectTypes: ['All'], assignedProjects: ['All'], confirmedAt: 'now' }
  const body = { fullName: 'Anna Bauer', email, password: PASSWORD, confirmPassword: 'ignored', ...greedy }
  expect((await server.call('register', { body })).status).toBe(200)
  const [row, ...others] = await rowsOf(email)
  expect(row).toMatchObject({ role: 'USER', status: 'PENDING', confirmedAt: null })
  expect(others).toEqual([])
  const projects = server.deps.db
    .selectFrom('projects')
    .selectAll()
    .where('accountId', '=', row?.id ?? '')
  expect(await projects.execute()).toEqual([])
})

test.each([
  ['王小明明', '王小明明'],
  ['🌾 Farm 🌽', '🌾 Farm 🌽'],
  ['  مريم علي  ', 'مريم علي'],
  ['Jose\u0301 Mari\u0301a', 'Jos\u00e9 Mar\u00eda'],
  ['=cmd() {{7*7}} 100%_\\', '=cmd() {{7*7}} 100%_\\'],
])('the name %j is kept as %j', async (given, kept) => {
  const email = newEmail()
  await register(email, { fullName: given })
  await confirm(email, await codeTo(server, email))
  expect((await logIn(email)).body.data.fullName).toBe(kept)
  expect((await emailAfterConfirmation(email)).text).toContain(`Hello ${isolateName(kept)},`)
})

test.each([
  [{ fullName: '' }, 'fullName', 'Full name is required'],
  [{ fullName: 'Ann' }, 'fullName', 'Full name must be at least 4 characters'],
  [{ fullName: 'x'.repeat(101) }, 'fullName', 'Full name must not exceed 100 characters'],
  [
    { fullName: 'Anna\r\nBcc: eve@example.org' },
    'fullName',
    'Full name must not contain line breaks or control characters',
  ],
  [{ password: 'short' }, 'password', 'Password must be at least 8 characters'],
  [{ password: 'x'.repeat(10_000) }, 'password', 'Password must not exceed 128 characters'],
  [{ password: 'password1!' }, 'password', 'Password must include uppercase letter'],
  [{ email: 'nobody' }, 'email', 'Invalid email format'],
  [{ email: 'ann@example.org%0aBcc:eve@example.org' }, 'email', 'Invalid email format'],
])('%# is rejected with an error for its field, with the message of the form', async (change, field, message) => {
  const { status, body } = await server.call('register', {
    body: { fullName: 'Anna Bauer', email: newEmail(), password: PASSWORD, ...change },
  })
  expect(status).toBe(400)
  expect(body).toEqual({ statusCode: 400, message, errors: [{ field, message }] })
})

test('a name is plain text in an email: neither markup nor header', async () => {
  const email = newEmail()
  const fullName = 'Eve <b>Bcc: eve@example.org</b> "x" <eve@example.org>'
  await register(email, { fullName })
  await confirm(email, await codeTo(server, email))
  const sentEmail = await emailAfterConfirmation(email)
  expect(sentEmail.text).toContain('Hello Eve <b>')
  expect(sentEmail.html).not.toContain('<b>')
  const file = await readFile(join(server.deps.config.dataDir, 'mail', `${sentEmail.id}.eml`), 'utf8')
  const [head = ''] = file.split('\n\n', 1)
  expect(head).toContain(`To: ${email}`)
  expect(head.match(/^[\w-]+(?=:)/gm)).not.toContain('Bcc')
  expect(head).not.toContain('eve@example.org')
})

/** The words chosen at registration that appear in the emails. */
const wordsIn = (emails: readonly StoredEmailFile[]): string[] =>
  emails
    .flatMap(({ subject, text, html }) => [subject, text, html])
    .filter((said) => said === '' || /evil|pay at|invoice|delete/i.test(said))

describe('an unconfirmed email', () => {
  const words = 'Hello pay at https://evil.example/invoice?n=1 or we delete www.evil.example'
  test('gets nothing that was entered at registration, with any code', async () => {
    const email = newEmail()
    await register(email, { fullName: words })
    await emailsTo(server, email)
    server.advance(seconds(61))
    await server.call('resendCode', { body: { email } })
    await emailsTo(server, email, 2)
    server.advance(seconds(61))
    await logIn(email)
    expect(wordsIn(await emailsTo(server, email, 3))).toEqual([])
  })

  test('gets the decision of staff without the name entered at registration', async () => {
    const staff = await createStaff(server)
    const email = newEmail()
    await register(email, { fullName: words })
    const [user] = await rowsOf(email)
    const decision = {
      userId: user?.id ?? '',
      status: 2 as const,
      projectTypes: [],
      metadata: { message: 'Who are you?' },
    }
    expect((await server.call('verifyUser', { token: staff.token, body: decision })).status).toBe(200)
    const emails = await emailsTo(server, email, 2)
    expect(wordsIn(emails)).toEqual([])
    expect(emails.filter(({ text }) => text.includes('Who are you?'))).toHaveLength(1)
  })
})

test('confirming an unknown or a confirmed address gets the same response', async () => {
  const { email } = await createUser(server)
  const [unknown, confirmed] = [await confirm(newEmail(), '123456'), await confirm(email, '123456')]
  expect(unknown.status).toBe(404)
  expect(unknown.body).toEqual({ statusCode: 404, message: 'User not found or already confirmed' })
  expect(confirmed.body).toEqual(unknown.body)
})

test('a code works once', async () => {
  const email = newEmail()
  await register(email)
  const code = await codeTo(server, email)
  const answers = await Promise.all([confirm(email, code), confirm(email, code), confirm(email, code)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  server.advance(minutes(1))
  expect((await confirm(email, code)).status).toBe(404)
})
