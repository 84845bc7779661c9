import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeTo } from '#server/testing/server/emails.ts'
import { ask, refusal } from '#server/testing/server/send-raw-input.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD } from '#server/testing/server/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const newEmail = () => `${randomUUID()}@example.org`
const register = (change: object) =>
  ask(server, 'register', { body: { fullName: 'Anna Bauer', email: newEmail(), password: PASSWORD, ...change } })
const countUsers = async () =>
  (await server.deps.db.selectFrom('users').select('id').where('fullName', '=', 'Anna Bauer').execute()).length

const NAME = {
  required: 'Full name is required',
  short: 'Full name must be at least 4 characters',
  long: 'Full name must not exceed 100 characters',
  control: 'Full name must not contain line breaks or control characters',
  hidden: 'Full name must not contain invisible characters',
}
const EMAIL = 'Invalid email format'
const emailOf = (local: number) => `${'a'.repeat(local)}@example.org`

describe('register rejects invalid fields, each with the message of the form', () => {
  test.each([
    ['fullName', '     ', NAME.required],
    ['fullName', '   Ann   ', NAME.short],
    ['fullName', 'Ann', NAME.short],
    ['fullName', '👩‍🌾', NAME.short],
    ['fullName', 'x'.repeat(101), NAME.long],
    ['fullName', '🌾'.repeat(101), NAME.long],
    ['fullName', 'x'.repeat(10_000), NAME.long],
    ['fullName', 'Anna\0Bauer', NAME.control],
    ['fullName', 'Anna\nBauer', NAME.control],
    ['fullName', 'Anna \ud83d Bauer', NAME.control],
    ['fullName', '\u202eAnna Bauer', NAME.hidden],
    ['fullName', 'An\u200bna Bauer', NAME.hidden],
    ['fullName', '\u3164\u3164\u3164\u3164', NAME.hidden],
    ['fullName', 7, 'Full name must be text'],
    ['fullName', {}, 'Full name must be text'],
    ['fullName', true, 'Full name must be text'],
    ['fullName', null, NAME.required],
    ['fullName', undefined, NAME.required],
    ['fullName', ['Anna Bauer'], 'Full name must be text'],

    ['email', 'ann', EMAIL],
    ['email', 'ann example.org', EMAIL],
    ['email', 'a nn@example.org', EMAIL],
    ['email', 'ann@bee@example.org', EMAIL],
    ['email', 'a@b', EMAIL],
    ['email', 'ann@example.org.', EMAIL],
    ['email', '"ann bauer"@example.org', EMAIL],
    ['email', '"ann"@example.org', EMAIL],
    ['email', emailOf(65), EMAIL],
    ['email', `a@${'b'.repeat(249)}.org`, EMAIL],
    ['email', 'ann@example.org\nBcc: eve@example.org', EMAIL],
    ['email', 'ann@example.org\0', EMAIL],
    ['email', 'ann@exam\ud83dple.org', EMAIL],
    ['email', '', 'Email is required'],
    ['email', { $ne: '' }, 'Email must be text'],

    ['password', '', 'Password is required'],
    ['password', 'Ab1!efg', 'Password must be at least 8 characters'],
    ['password', `Ab1!${'x'.repeat(125)}`, 'Password must not exceed 128 characters'],
    ['password', 'A'.repeat(10_000), 'Password must not exceed 128 characters'],
    ['password', 'FURROW-2026!', 'Password must include lowercase letter'],
    ['password', 'furrow-2026!', 'Password must include uppercase letter'],
    ['password', 'Furrow-Field!', 'Password must include number'],
    ['password', 'Furrow-2026', 'Password must include special character'],
    ['password', 'Ｆｕｒｒｏｗ２０２６！', 'Password must include lowercase letter'],
    ['password', 12345678, 'Password must be text'],
  ])('%s %j', async (field, value, message) => {
    const before = await countUsers()
    expect(await register({ [field]: value })).toMatchObject(refusal(field, message))
    expect(await countUsers()).toBe(before)
  })
})

describe('register accepts', () => {
  test.each([
    [{ fullName: '   Anna   ' }, { fullName: 'Anna' }],
    [{ fullName: '🌾'.repeat(100) }, { fullName: '🌾'.repeat(100) }],
    [{ fullName: 'x'.repeat(100) }, { fullName: 'x'.repeat(100) }],
    [{ fullName: '<script>alert(1)</script>' }, { fullName: '<script>alert(1)</script>' }],
    [{ fullName: 'ناصر می\u200cخواهم' }, { fullName: 'ناصر می\u200cخواهم' }],
    [{ password: `Ab1!${'x'.repeat(124)}` }, {}],
    [{ password: `Furrow1!${'🌾'.repeat(120)}` }, {}],
    [{ password: 'Ab1! pässwörtér 王' }, {}],
  ])('%j', async (change, kept) => {
    const email = newEmail()
    expect((await register({ email, ...change })).status).toBe(200)
    const row = await server.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
    expect(row).toMatchObject({ email, ...kept })
  })

  test.each([
    ['ann+trial@', 'ann+trial@'],
    ['ANN.Upper@', 'ann.upper@'],
    ["o'hara@", "o'hara@"],
    [emailOf(64).replace('example.org', ''), emailOf(64).replace('example.org', '')],
  ])('the email %s…', async (local, kept) => {
    const host = `${randomUUID()}.example`
    expect((await register({ email: local + host })).status).toBe(200)
    const row = await server.deps.db
      .selectFrom('users')
      .select('email')
      .where('email', '=', kept + host)
      .execute()
    expect(row).toHaveLength(1)
  })

  test('a password exactly: lookalikes are different', async () => {
    const { email } = await createUser(server)
    await server.deps.db.updateTable('users').set({ confirmedAt: null }).where('email', '=', email).execute()
    const password = 'Ab1!ﬁeld-Å'
    expect((await register({ email, password })).status).toBe(200)
    await server.deps.db.updateTable('users').set({ confirmedAt: new Date() }).where('email', '=', email).execute()
    const logIn = async (typed: string) => (await ask(server, 'logIn', { body: { email, password: typed } })).status
    expect(await logIn(password.normalize('NFKC'))).toBe(401)
    expect(await logIn(`${password} `)).toBe(401)
    expect(await logIn(password)).toBe(200)
  })
})

async function registered() {
  const email = newEmail()
  await register({ email })
  return { email, code: await codeTo(server, email) }
}

describe('codes', () => {
  const CONFIRM = 'Confirmation code must be 6 characters long.'
  const DIGITS = 'Verification code must be 6 digits'
  test.each([
    ['12345', CONFIRM],
    ['1234567', CONFIRM],
    ['12 456', CONFIRM],
    ['１２３４５６', CONFIRM],
    ['123456\n', CONFIRM],
    [123456, 'Confirmation code must be text'],
    [null, 'Confirmation code is required'],
    [undefined, 'Confirmation code is required'],
  ])('confirm: %j', async (confirmationCode, message) => {
    const { email, code } = await registered()
    const answer = await ask(server, 'confirmUser', { body: { email, fullName: 'Anna Bauer', confirmationCode } })
    expect(answer).toMatchObject(refusal('confirmationCode', message))
    expect((await ask(server, 'confirmUser', { body: { email, confirmationCode: code } })).status).toBe(200)
  })

  test.each([
    ['', 'Verification code is required'],
    ['12345', DIGITS],
    ['1234567', DIGITS],
    ['12345a', 'Verification code must contain only numbers'],
    ['１２３４５６', 'Verification code must contain only numbers'],
    [123456, 'Verification code must be text'],
    [undefined, 'Verification code is required'],
  ])('reset: %j', async (verificationCode, message) => {
    const { email } = await createUser(server)
    const body = { email, verificationCode, newPassword: PASSWORD }
    expect(await ask(server, 'confirmForgotPassword', { body })).toMatchObject({
      ...refusal('verificationCode', message),
      statusCode: '400',
    })
  })

  test('a code sent as a number, which has lost its zeros: 400', async () => {
    const body = '{"email":"ann@example.org","confirmationCode":012345}'
    expect(await ask(server, 'confirmUser', { body })).toMatchObject({ status: 400, message: 'Body is not valid JSON' })
  })

  test('another name than the registered one is ignored', async () => {
    const { email, code } = await registered()
    const body = { email, fullName: 'Eve Hijacker', confirmationCode: code }
    expect((await ask(server, 'confirmUser', { body })).status).toBe(200)
    const { data } = (await server.call('logIn', { body: { email, password: PASSWORD } })).body
    expect(data.fullName).toBe('Anna Bauer')
  })

  test.each([
    ['', [{ field: 'email', message: 'Email is required' }]],
    ['email=', [{ field: 'email', message: 'Email is required' }]],
    ['email=a@b.example&email=a@b.example', [{ field: 'email', message: 'email may be given only once' }]],
    ['email=a%00@b.example', [{ field: 'email', message: EMAIL }]],
    ['email=%22@b.example', [{ field: 'email', message: EMAIL }]],
  ])('forgotten, with the query %j: 400', async (query, errors) => {
    expect(await ask(server, 'forgotPassword', { query })).toMatchObject({ status: 400, errors })
  })

  test('a reset to the same password is allowed', async () => {
    const { email } = await createUser(server)
    await ask(server, 'forgotPassword', { query: { email } })
    const body = { email, verificationCode: await codeTo(server, email), newPassword: PASSWORD }
    expect((await ask(server, 'confirmForgotPassword', { body })).status).toBe(200)
    expect((await server.call('logIn', { body: { email, password: PASSWORD } })).status).toBe(200)
  })
})

describe('login', () => {
  const INCORRECT = { status: 401, message: 'Incorrect email or password' }
  test.each([
    ["ann'or'1'='1@example.org", "' or 1=1--"],
    ['ann@example.org', "' or 1=1--"],
    ['ann@example.org', '"; drop table users; --'],
    ['ann@example.org', '%%%%%%%%'],
    ['ann@example.org', '🌾'.repeat(128)],
  ])('%s with %s: 401', async (email, password) => {
    expect(await ask(server, 'logIn', { body: { email, password } })).toMatchObject(INCORRECT)
  })

  test.each([
    [{ email: { $ne: '' }, password: 'x'.repeat(8) }, 'email', 'Email must be text'],
    [{ email: 'ann@example.org', password: { $gt: '' } }, 'password', 'Password must be text'],
    [{ email: 'ann@example.org' }, 'password', 'Password is required'],
    [{ password: 'x'.repeat(8) }, 'email', 'Email is required'],
    [{ email: "' or 1=1--@example.org", password: 'x'.repeat(8) }, 'email', EMAIL],
    [{ email: 'ann@example.org', password: 'x'.repeat(7) }, 'password', 'Password must be at least 8 characters'],
    [{ email: 'ann@example.org', password: 'x'.repeat(129) }, 'password', 'Password must not exceed 128 characters'],
    [{ email: 'ann@example.org', password: 'x'.repeat(10_000) }, 'password', 'Password must not exceed 128 characters'],
  ])('%#: 400', async (body, field, message) => {
    expect(await ask(server, 'logIn', { body })).toMatchObject(refusal(field, message))
  })
})
