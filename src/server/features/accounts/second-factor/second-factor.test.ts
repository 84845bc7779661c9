import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import {
  anonymousClient,
  concurrently,
  countOf,
  openRateLimitedServer,
} from '#server/testing/server/anonymous-client.ts'
import { codeTo, emailsTo } from '#server/testing/server/emails.ts'
import { codeOf, switchOnFactor, toNextStep, wrongCodeOf } from '#server/testing/server/second-factor.ts'
import type { TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await openRateLimitedServer()
})
afterAll(() => server.close())

const { logIn, logInWithCode: withCode, forgot, reset } = anonymousClient(() => server)
const NEW_PASSWORD = 'Meadow-2027!'
const NEEDED = 'Enter the code from your authenticator app'
const WRONG = 'This code is wrong or was already used. Wait for the next one.'

const profile = async (token: string) => (await server.call('getProfile', { token })).status

async function personWithFactor() {
  const person = await createUser(server)
  const factor = await switchOnFactor(server, person)
  toNextStep(server)
  return { ...person, ...factor }
}

const actions = async (person: TestUser) =>
  (
    await server.deps.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `user:${person.id}`)
      .where('action', 'like', 'account.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('enabling', () => {
  test('requires the password and a code of the new secret', async () => {
    const { token, email } = await createUser(server)
    const rejected = await server.call('startSecondFactor', { token, body: { currentPassword: 'Not-mine-2026!' } })
    expect([rejected.status, rejected.body.errors?.[0]?.field]).toEqual([400, 'currentPassword'])

    const { key, uri } = (await server.call('startSecondFactor', { token, body: { currentPassword: PASSWORD } })).body
      .data
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(
      `otpauth://totp/Skyfurrow:${encodeURIComponent(email)}?issuer=Skyfurrow&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await logIn(email)).status).toBe(200)
    const wrong = await server.call('confirmSecondFactor', { token, body: { code: wrongCodeOf(server, key) } })
    expect([wrong.status, wrong.body.errors]).toEqual([400, [{ field: 'code', message: WRONG }]])
    expect((await logIn(email)).status).toBe(200)

    const { body } = await server.call('confirmSecondFactor', { token, body: { code: codeOf(server, key) } })
    expect(new Set(body.data.recoveryCodes).size).toBe(10)
    for (const code of body.data.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect((await server.call('getSecondFactor', { token })).body.data).toEqual({
      onSince: expect.any(String),
      recoveryCodesLeft: 10,
    })
    const again = await server.call('startSecondFactor', { token, body: { currentPassword: PASSWORD } })
    expect(again.status).toBe(409)
  })

  test('ends the other sessions, emails the owner, and is audited', async () => {
    const person = await createUser(server)
    const elsewhere = await makePersonsSession(person)
    await switchOnFactor(server, person)
    expect([await profile(person.token), await profile(elsewhere)]).toEqual([200, 401])
    const [sentEmail] = await emailsTo(server, person.email)
    expect(sentEmail?.subject).toBe('Second factor turned on for your Skyfurrow account')
    expect(await actions(person)).toEqual(['account.second-factor-on'])
  })

  test('an unconfirmed secret expires after half an hour, or when the next one is created', async () => {
    const { token } = await createUser(server)
    const start = async () =>
      (await server.call('startSecondFactor', { token, body: { currentPassword: PASSWORD } })).body.data.key
    const [first, second] = [await start(), await start()]
    const confirm = (key: string) => server.call('confirmSecondFactor', { token, body: { code: codeOf(server, key) } })
    expect((await confirm(first)).status).toBe(400)
    const refreshed = await createUser(server)
    const late = (
      await server.call('startSecondFactor', { token: refreshed.token, body: { currentPassword: PASSWORD } })
    ).body.data.key
    server.advance(minutes(31))
    const { body } = await server.call('refreshSession', { body: { refreshToken: refreshed.refreshToken } })
    const rejected = await server.call('confirmSecondFactor', {
      token: body.data.accessToken,
      body: { code: codeOf(server, late) },
    })
    expect([rejected.status, rejected.body.message]).toEqual([
      409,
      'This key has expired. Start again to get a new one.',
    ])
    expect(second).not.toBe(first)
  })

  test('neither the secret nor a recovery code is in the database as plain text', async () => {
    const { id, key, recoveryCodes } = await personWithFactor()
    const { db } = server.deps
    const factor = await db.selectFrom('secondFactors').selectAll().where('userId', '=', id).execute()
    const codes = await db.selectFrom('recoveryCodes').selectAll().where('userId', '=', id).execute()
    const kept = JSON.stringify([factor, codes]).toLowerCase()
    for (const secret of [key, ...recoveryCodes]) {
      expect(kept).not.toContain(secret.toLowerCase())
      expect(kept).not.toContain(secret.replace('-', ''))
    }
    expect(codes).toHaveLength(10)
  })

  test('an encrypted secret that is copied to another account does not work there', async () => {
    const [owner, thief] = [await personWithFactor(), await personWithFactor()]
    const { db } = server.deps
    const { secret } = await db
      .selectFrom('secondFactors')
      .select('secret')
      .where('userId', '=', thief.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('secondFactors').set({ secret }).where('userId', '=', owner.id).execute()
    expect((await withCode(owner.email, codeOf(server, thief.key))).status).toBe(500)
  })
})

async function makePersonsSession({ email }: TestUser): Promise<string> {
  const { body } = await server.call('logIn', { body: { email, password: PASSWORD } })
  return body.data.accessToken
}

describe('login', () => {
  test('requires a code after the right password, and does not reveal this before', async () => {
    const { email, key } = await personWithFactor()
    const other = await createUser(server)
    const asked = await logIn(email)
    expect(JSON.parse(asked.text)).toEqual({
      statusCode: 401,
      message: NEEDED,
      errors: [{ field: 'code', message: NEEDED }],
    })
    const strangers = [
      await withCode(email, '123456', 'Wrong-2026!'),
      await withCode(other.email, '123456', 'Wrong-2026!'),
      await withCode(`${randomUUID()}@example.org`, '123456'),
      await logIn(email, 'Wrong-2026!'),
    ]
    expect(new Set(strangers.map(({ text }) => text))).toEqual(
      new Set([JSON.stringify({ statusCode: 401, message: 'Incorrect email or password' })]),
    )
    const rejected = await withCode(email, wrongCodeOf(server, key))
    expect(JSON.parse(rejected.text)).toEqual({
      statusCode: 401,
      message: WRONG,
      errors: [{ field: 'code', message: WRONG }],
    })
    expect((await withCode(email, codeOf(server, key))).status).toBe(200)
  })

  test('a code for an account without a second factor is ignored', async () => {
    const { email } = await createUser(server)
    expect((await withCode(email, '123456')).status).toBe(200)
  })

  test.each(['12345', '1234567', 'abcde', 'x'.repeat(10_000)])('%s is not a code', async (code) => {
    const { email } = await personWithFactor()
    expect((await withCode(email, code)).status).toBe(400)
  })

  test.each([-1, 0, 1])('a clock that is %s steps off is accepted', async (steps) => {
    const { email, key } = await personWithFactor()
    server.advance(minutes(2))
    expect((await withCode(email, codeOf(server, key, steps))).status).toBe(200)
  })

  test.each([-2, 2])('a clock that is %s steps off is rejected', async (steps) => {
    const { email, key } = await personWithFactor()
    server.advance(minutes(2))
    expect((await withCode(email, codeOf(server, key, steps))).status).toBe(401)
  })

  test('a code works once, and afterwards no earlier one does', async () => {
    const { email, key } = await personWithFactor()
    server.advance(minutes(2))
    const [earlier, code] = [codeOf(server, key, -1), codeOf(server, key)]
    const answers = await concurrently(8, () => withCode(email, code))
    expect([countOf(answers, 200), countOf(answers, 401)]).toEqual([1, 7])
    expect((await withCode(email, earlier)).status).toBe(401)
    toNextStep(server)
    expect((await withCode(email, codeOf(server, key))).status).toBe(200)
  })

  test('after the clock is set back, current codes are accepted, each once', async () => {
    const { email, key } = await personWithFactor()
    server.advance(minutes(30))
    expect((await withCode(email, codeOf(server, key))).status).toBe(200)
    server.advance(-minutes(20))
    toNextStep(server)
    const answers = await concurrently(3, () => withCode(email, codeOf(server, key)))
    expect([countOf(answers, 200), countOf(answers, 401)]).toEqual([1, 2])
  })

  test('a clock that is a minute ahead on another replica does not make a used code valid again', async () => {
    const { email, key } = await personWithFactor()
    const code = codeOf(server, key)
    server.advance(minutes(1))
    expect((await withCode(email, codeOf(server, key))).status).toBe(200)
    server.advance(-minutes(1))
    expect((await withCode(email, code)).status).toBe(401)
  })

  test("the code that enabled it can't be used again", async () => {
    const person = await createUser(server)
    const { key } = await switchOnFactor(server, person)
    expect((await withCode(person.email, codeOf(server, key))).status).toBe(401)
  })
})

describe('guessing codes', () => {
  test('of forty concurrent guesses ten are compared; the lockout then applies to the right code, too', async () => {
    const { email, key } = await personWithFactor()
    const answers = await concurrently(40, (at) => withCode(email, wrongCodeOf(server, key, at + 1)))
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 30])
    const paused = await withCode(email, codeOf(server, key))
    expect([paused.status, paused.message]).toEqual([429, 'Too many attempts. Try again in 1 minute.'])
    expect(paused.retryAfter).toBeGreaterThan(0)
    const [sentEmail] = await emailsTo(server, email, 2)
    expect(sentEmail?.subject).toBe('Someone knows your Skyfurrow password')
    server.advance(minutes(1) + seconds(1))
    expect((await withCode(email, codeOf(server, key))).status).toBe(200)
    expect((await withCode(email, wrongCodeOf(server, key))).status).toBe(401)
  })

  test('concurrent correct recovery codes are not limited', async () => {
    const { email, recoveryCodes, key } = await personWithFactor()
    await concurrently(9, (at) => withCode(email, wrongCodeOf(server, key, at + 1)))
    const answers = await concurrently(10, (at) => withCode(email, recoveryCodes[at] ?? ''))
    expect(countOf(answers, 200)).toBe(10)
  })

  test('neither the right password nor a reset by email clears the attempts', async () => {
    const { email, key } = await personWithFactor()
    await concurrently(10, (at) => withCode(email, wrongCodeOf(server, key, at + 1)))
    expect((await logIn(email)).status).toBe(401)
    await forgot(email)
    await reset(email, await codeTo(server, email, 3), { newPassword: NEW_PASSWORD })
    expect((await withCode(email, codeOf(server, key), NEW_PASSWORD)).status).toBe(429)
  })

  test('a lockout of one account does not affect another', async () => {
    const [one, other] = [await personWithFactor(), await personWithFactor()]
    await concurrently(12, (at) => withCode(one.email, wrongCodeOf(server, one.key, at + 1)))
    expect((await withCode(other.email, codeOf(server, other.key))).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('each works once; the owner gets an email with the number left', async () => {
    const person = await personWithFactor()
    const [first = '', second = ''] = person.recoveryCodes
    const answers = await concurrently(4, () => withCode(person.email, first))
    expect([countOf(answers, 200), countOf(answers, 401)]).toEqual([1, 3])
    expect((await withCode(person.email, second.replace('-', ' ').toUpperCase())).status).toBe(200)
    const emails = await emailsTo(server, person.email, 3)
    expect(emails[0]?.subject).toBe('A recovery code was used for your Skyfurrow account')
    expect(emails[0]?.text).toContain('You have 8 left.')
    expect(JSON.stringify(emails)).not.toContain(second)
    expect(await actions(person)).toEqual([
      'account.second-factor-on',
      'account.recovery-code-used',
      'account.recovery-code-used',
    ])
  })

  test('those of another user do not work', async () => {
    const [one, other] = [await personWithFactor(), await personWithFactor()]
    expect((await withCode(one.email, other.recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await withCode(other.email, other.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('new ones invalidate the old ones, and require password and code', async () => {
    const { token, email, key, recoveryCodes } = await personWithFactor()
    const renew = (currentPassword: string, code: string) =>
      server.call('renewRecoveryCodes', { token, body: { currentPassword, code } })
    expect((await renew('Not-mine-2026!', codeOf(server, key))).body.errors?.[0]?.field).toBe('currentPassword')
    expect((await renew(PASSWORD, wrongCodeOf(server, key))).body.errors?.[0]?.field).toBe('code')
    const { body } = await renew(PASSWORD, codeOf(server, key))
    expect(body.data.recoveryCodes).toHaveLength(10)
    expect((await withCode(email, recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await withCode(email, body.data.recoveryCodes[0] ?? '')).status).toBe(200)
  })
})

describe('disabling', () => {
  test('requires password and code; then the password alone is enough, and the owner gets an email', async () => {
    const person = await personWithFactor()
    const stop = (currentPassword: string, code: string) =>
      server.call('stopSecondFactor', { token: person.token, body: { currentPassword, code } })
    expect((await stop('Not-mine-2026!', codeOf(server, person.key))).body.errors?.[0]?.field).toBe('currentPassword')
    expect((await stop(PASSWORD, wrongCodeOf(server, person.key))).body.errors?.[0]?.field).toBe('code')
    expect((await logIn(person.email)).status).toBe(401)
    expect((await stop(PASSWORD, codeOf(server, person.key))).status).toBe(200)
    expect((await logIn(person.email)).status).toBe(200)
    const [sentEmail] = await emailsTo(server, person.email, 2)
    expect(sentEmail?.subject).toBe('Second factor turned off for your Skyfurrow account')
    expect(await actions(person)).toEqual(['account.second-factor-on', 'account.second-factor-off'])
    expect((await stop(PASSWORD, '123456')).status).toBe(409)
    expect(
      await server.deps.db.selectFrom('recoveryCodes').where('userId', '=', person.id).select('userId').execute(),
    ).toEqual([])
  })

  test('is not done by a reset of the password by email', async () => {
    const { email, key } = await personWithFactor()
    await forgot(email)
    expect((await reset(email, await codeTo(server, email, 2), { newPassword: NEW_PASSWORD })).status).toBe(200)
    expect((await logIn(email, NEW_PASSWORD)).message).toBe(NEEDED)
    expect((await withCode(email, codeOf(server, key), NEW_PASSWORD)).status).toBe(200)
  })
})
