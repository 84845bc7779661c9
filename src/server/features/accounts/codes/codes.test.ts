import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '#domain/units.ts'
import { codeTo, countQueuedEmails, emailsTo, wrongCode } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD } from '#server/testing/server/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const NEW_PASSWORD = 'Meadow-2027!'
const confirm = (email: string, confirmationCode: string) =>
  server.call('confirmUser', { body: { email, fullName: '', confirmationCode } })
const reset = (email: string, verificationCode: string, newPassword = NEW_PASSWORD) =>
  server.call('confirmForgotPassword', { body: { email, verificationCode, newPassword } })
const forgot = (email: string) => server.call('forgotPassword', { query: { email } })
const resend = (email: string) => server.call('resendCode', { body: { email } })
const logIn = (email: string, password = PASSWORD) => server.call('logIn', { body: { email, password } })

/** An unconfirmed account and its code. */
async function registered(): Promise<{ email: string; code: string }> {
  const email = `${randomUUID()}@example.org`
  await server.call('register', { body: { fullName: 'Anna Bauer', email, password: PASSWORD } })
  return { email, code: await codeTo(server, email) }
}

describe('guessing', () => {
  test('after five wrong codes the right one is rejected until a new one is requested', async () => {
    const { email, code } = await registered()
    for (let guess = 1; guess <= 5; guess += 1) {
      const { status, body } = await confirm(email, wrongCode(code, guess))
      expect(status).toBe(400)
      expect(body.message).toMatch(/^This code is not correct/)
    }
    const late = await confirm(email, code)
    expect(late.status).toBe(429)
    expect(late.body.message).toBe('Too many attempts. Request a new code.')
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    server.advance(seconds(61))
    await resend(email)
    expect((await confirm(email, await codeTo(server, email, 2))).status).toBe(200)
  })

  test('of forty concurrent guesses at most five are compared', async () => {
    const { email, code } = await registered()
    const guesses = Array.from({ length: 40 }, (_, at) => confirm(email, wrongCode(code, at + 1)))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
    expect((await confirm(email, code)).status).toBe(429)
  })

  test('the same holds for a reset code', async () => {
    const { email } = await createUser(server)
    await forgot(email)
    const code = await codeTo(server, email)
    const statuses = await Promise.all(Array.from({ length: 5 }, (_, at) => reset(email, wrongCode(code, at + 1))))
    expect(statuses.map(({ body }) => body.statusCode)).toEqual(['400', '400', '400', '400', '400'])
    expect((await reset(email, code)).status).not.toBe(200)
    expect((await logIn(email)).status).toBe(200)
  })

  test.each(['12345', '1234567', '12345a', ''])(
    '%j is rejected and does not count as an attempt',
    async (malformed) => {
      const { email, code } = await registered()
      for (let time = 0; time < 6; time += 1) {
        const { status, body } = await confirm(email, malformed)
        expect(status).toBe(400)
        expect(body.message).toBe('Confirmation code must be 6 characters long.')
      }
      expect((await confirm(email, code)).status).toBe(200)
    },
  )
})

describe('the lifetime of a code', () => {
  test('a code issued before the clock was set back is not valid longer than others', async () => {
    const { email } = await createUser(server)
    server.advance(hours(5))
    await forgot(email)
    const code = await codeTo(server, email)
    server.advance(-hours(5))
    expect((await reset(email, code)).status).toBe(400)
  })

  test.each([
    [minutes(10) - seconds(20), 200],
    [minutes(10), 400],
  ])('after %d ms: %d', async (age, status) => {
    const { email, code } = await registered()
    server.advance(age)
    expect((await confirm(email, code)).status).toBe(status)
  })

  test('a new code invalidates the old one', async () => {
    const { email, code } = await registered()
    server.advance(seconds(61))
    await resend(email)
    const next = await codeTo(server, email, 2)
    expect((await confirm(email, code)).status).toBe(400)
    expect((await confirm(email, next)).status).toBe(200)
  })

  test('a code is valid for its own account only', async () => {
    const [one, other] = [await registered(), await registered()]
    expect((await confirm(one.email, other.code)).status).toBe(400)
    expect((await confirm(other.email, other.code)).status).toBe(200)
  })

  test('a confirmation code resets no password, and a reset code confirms nothing', async () => {
    const { email, code } = await registered()
    expect((await reset(email, code)).body.statusCode).toBe('400')
    await confirm(email, code)
    server.advance(seconds(61))
    await forgot(email)
    const resetCode = await codeTo(server, email, 2)
    await server.deps.db.updateTable('users').set({ confirmedAt: null }).where('email', '=', email).execute()
    expect((await confirm(email, resetCode)).status).toBe(400)
  })
})

describe('how often a code is sent', () => {
  test('once a minute and five times an hour, and the response never reveals it', async () => {
    const { email } = await registered()
    const answers = [await resend(email)]
    expect(await countQueuedEmails(server, email)).toBe(1)
    for (let mails = 2; mails <= 5; mails += 1) {
      server.advance(seconds(61))
      answers.push(await resend(email))
      expect(await countQueuedEmails(server, email)).toBe(mails)
    }
    server.advance(seconds(61))
    answers.push(await resend(email))
    expect(await countQueuedEmails(server, email)).toBe(5)
    server.advance(hours(1))
    answers.push(await resend(email), await resend(`${randomUUID()}@example.org`))
    expect(await countQueuedEmails(server, email)).toBe(6)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  test('the same holds for reset codes: twenty concurrent calls send one', async () => {
    const { email } = await createUser(server)
    const answers = await Promise.all(Array.from({ length: 20 }, () => forgot(email)))
    expect(new Set(answers.map(({ body }) => body.message))).toEqual(new Set(['Verification code sent to your email!']))
    expect(await countQueuedEmails(server, email)).toBe(1)
  })

  test('a code to reset the password is not held up by a confirmation code sent just before', async () => {
    const { email, code } = await registered()
    expect((await confirm(email, code)).status).toBe(200)
    await forgot(email)
    expect((await reset(email, await codeTo(server, email, 2))).status).toBe(200)
  })

  test('a confirmed address gets no confirmation code, an unconfirmed one no reset code', async () => {
    const { email } = await createUser(server)
    await resend(email)
    expect(await countQueuedEmails(server, email)).toBe(0)
    const waiting = await registered()
    server.advance(seconds(61))
    await forgot(waiting.email)
    expect(await countQueuedEmails(server, waiting.email)).toBe(1)
  })
})

describe('resetting the password', () => {
  test('ends every session, and the owner gets an email', async () => {
    const person = await createUser(server)
    const { body: other } = await logIn(person.email)
    await forgot(person.email)
    const done = await reset(person.email, await codeTo(server, person.email))
    expect(done.status).toBe(200)
    expect(done.body).toEqual({ statusCode: '200', message: 'Password reset successful!' })
    for (const token of [person.token, other.data.accessToken])
      expect((await server.call('getProfile', { token })).status).toBe(401)
    for (const refreshToken of [person.refreshToken, other.data.refreshToken])
      expect((await server.call('refreshSession', { body: { refreshToken } })).status).toBe(401)
    expect((await logIn(person.email)).status).toBe(401)
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200)
    const [sentEmail] = await emailsTo(server, person.email, 2)
    expect(sentEmail?.subject).toBe('Your Skyfurrow password was changed')
    expect(JSON.stringify(sentEmail)).not.toContain(NEW_PASSWORD)
  })

  test('the response never reveals whether an address has an account', async () => {
    const { email } = await createUser(server)
    const stranger = `${randomUUID()}@example.org`
    const [known, unknown] = [await forgot(email), await forgot(stranger)]
    expect(known.body).toEqual({ statusCode: 200, message: 'Verification code sent to your email!' })
    expect(unknown.body).toEqual(known.body)
    const code = await codeTo(server, email)
    for (let guess = 1; guess <= 7; guess += 1) {
      const answers = [await reset(email, wrongCode(code, guess)), await reset(stranger, wrongCode(code, guess))]
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      expect(answers[0]?.status).toBe(400)
    }
  })

  test('a rejected new password does not use up the code', async () => {
    const { email } = await createUser(server)
    await forgot(email)
    const code = await codeTo(server, email)
    const weak = await reset(email, code, 'weak')
    expect(weak.body).toMatchObject({ statusCode: '400', errors: [{ field: 'newPassword' }] })
    expect((await reset(email, code)).body.statusCode).toBe('200')
  })
})
