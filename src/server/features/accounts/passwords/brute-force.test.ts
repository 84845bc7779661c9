import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, hours, minutes, seconds } from '#domain/units.ts'
import {
  anonymousClient,
  concurrently,
  countOf,
  newAddress,
  newEmail,
  openRateLimitedServer,
  type Reply,
} from '#server/testing/server/anonymous-client.ts'
import { codeTo, countQueuedEmails, emailsTo, waitForJobs, wrongCode } from '#server/testing/server/emails.ts'
import type { TestServer } from '#server/testing/server/test-server.ts'
import { createUser } from '#server/testing/server/users.ts'
import { hashingStats, hashPassword } from './password-hash.ts'

let server: TestServer
beforeAll(async () => {
  server = await openRateLimitedServer()
})
afterAll(() => server.close())

const { logIn, register, confirm, resend, forgot, reset } = anonymousClient(() => server)

describe('guessing a code', () => {
  test('of two hundred concurrent guesses from two hundred addresses at most five are compared', async () => {
    const email = newEmail()
    await register(email)
    const code = await codeTo(server, email)
    const answers = await concurrently(200, (at) => confirm(email, wrongCode(code, at + 1)))
    expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([5, 195])
    const late = await confirm(email, code)
    expect([late.status, late.message]).toEqual([429, 'Too many attempts. Request a new code.'])
    expect(late.retryAfter).toBeGreaterThan(0)
  })

  test('at most ten codes a day are sent, which allows fifty guesses', async () => {
    const email = newEmail()
    await register(email)
    for (let asked = 0; asked < 14; asked += 1) {
      await resend(email)
      await waitForJobs(server, 'email-code')
      server.advance(minutes(13))
    }
    expect(await countQueuedEmails(server, email)).toBe(10)
    server.advance(days(1))
    await resend(email)
    expect(await countQueuedEmails(server, email)).toBe(11)
  })

  test('one IP address has thirty guesses in fifteen minutes, for all accounts together', async () => {
    const from = newAddress()
    const answers = await concurrently(40, () => confirm(newEmail(), '123456', from))
    expect([countOf(answers, 404), countOf(answers, 429)]).toEqual([30, 10])
    expect((await reset(newEmail(), '123456', { from })).status).toBe(429)
    expect((await confirm(newEmail(), '123456')).status).toBe(404)
  })

  test('one IP address can request twenty codes an hour, and the response is always the same', async () => {
    const from = newAddress()
    const people = await concurrently(22, () => createUser(server))
    const answers: Reply[] = []
    for (const { email } of people) answers.push(await forgot(email, from))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const posted = await Promise.all(people.map(({ email }) => countQueuedEmails(server, email)))
    expect(posted.filter((emails) => emails === 1)).toHaveLength(20)
    expect(posted.filter((emails) => emails === 0)).toHaveLength(2)
  })
})

describe('guessing a password', () => {
  test('of two hundred concurrent guesses ten are compared, for known and unknown accounts', async () => {
    const { email } = await createUser(server)
    const texts: Set<string>[] = []
    for (const target of [email, newEmail()]) {
      const before = hashingStats().computed
      const answers = await concurrently(200, () => logIn(target, 'Wrong-2026!'))
      expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 190])
      expect(hashingStats().computed - before).toBe(10)
      const rejected = answers.filter(({ status }) => status === 429)
      expect(rejected.every(({ retryAfter }) => retryAfter > 0 && retryAfter <= 60)).toBe(true)
      texts.push(new Set(answers.map(({ text }) => text)))
    }
    expect(texts[0]).toEqual(texts[1])
  })

  test('F44: a clock that is set back locks no account', async () => {
    const { email } = await createUser(server)
    server.advance(hours(25))
    await logIn(email, 'Wrong-2026!')
    server.advance(-hours(25))
    expect((await logIn(email)).status).toBe(200)
  })

  test('concurrent correct passwords are not limited, also after a few wrong ones', async () => {
    const { email } = await createUser(server)
    await concurrently(5, () => logIn(email, 'Wrong-2026!'))
    expect(countOf(await concurrently(20, () => logIn(email)), 200)).toBe(20)
    await concurrently(9, () => logIn(email, 'Wrong-2026!'))
    expect((await logIn(email)).status).toBe(200)
  })

  test('logins that the server is too busy for do not cause a lockout', async () => {
    const { email } = await createUser(server)
    const calm = new AbortController()
    const crowd = concurrently(140, async () => {
      while (!calm.signal.aborted) await hashPassword('to keep it busy').catch(() => nextTurn())
    })
    const answers = await concurrently(12, () => logIn(email))
    calm.abort()
    await crowd
    expect(countOf(answers, 429)).toBe(0)
    expect(countOf(answers, 503)).toBeGreaterThan(0)
    expect((await logIn(email)).status).toBe(200)
  })

  test('lockouts grow, apply to the right password, too, and end with it', async () => {
    const { email } = await createUser(server)
    await concurrently(10, () => logIn(email, 'Wrong-2026!'))
    const paused = await logIn(email)
    expect([paused.status, paused.message]).toEqual([
      429,
      'Too many attempts. Try again in 1 minute, or reset your password.',
    ])
    for (const pause of [1, 2, 4, 8, 15, 15]) {
      server.advance(minutes(pause) - seconds(20))
      expect((await logIn(email)).status).toBe(429)
      server.advance(seconds(20))
      expect((await logIn(email, 'Wrong-2026!')).status).toBe(401)
    }
    server.advance(minutes(15))
    expect((await logIn(email)).status).toBe(200)
    expect((await logIn(email, 'Wrong-2026!')).status).toBe(401)
    expect((await logIn(email)).status).toBe(200)
  })

  test('after a hundred attempts the account is locked for the day, until the password is reset by email', async () => {
    const { email } = await createUser(server)
    let compared = 0
    for (let tries = 0; tries < 100; tries += 1) {
      compared += countOf([await logIn(email, 'Wrong-2026!')], 401)
      server.advance(minutes(15))
    }
    expect(compared).toBe(100)
    server.advance(hours(10))
    const paused = await logIn(email)
    expect(paused.message).toMatch(/^Too many attempts\. Try again in 14 hours, or reset your password\.$/)
    await forgot(email)
    const [sentEmail] = (await emailsTo(server, email, 3)).filter(({ subject }) => /code/.test(subject))
    const verificationCode = /^ *(\d{6})$/m.exec(sentEmail?.text ?? '')?.[1] ?? ''
    await reset(email, verificationCode, { newPassword: 'Meadow-2027!' })
    expect((await logIn(email, 'Meadow-2027!')).status).toBe(200)
  })

  test('only the owner gets an email, once, without any secret', async () => {
    const { email } = await createUser(server)
    const stranger = newEmail()
    for (const target of [email, stranger]) await concurrently(30, () => logIn(target, 'Wrong-2026!'))
    server.advance(minutes(2))
    await logIn(email, 'Wrong-2026!')
    await waitForJobs(server, 'failed-login-alert')
    const [sentEmail] = await emailsTo(server, email)
    expect(sentEmail?.subject).toBe('Someone is trying to log in to your Skyfurrow account')
    expect(JSON.stringify(sentEmail)).not.toContain('Wrong-2026!')
    expect([await countQueuedEmails(server, email), await countQueuedEmails(server, stranger)]).toEqual([1, 0])
  })

  test('one IP address has fifty attempts in fifteen minutes, for all accounts together', async () => {
    const from = newAddress()
    const answers = await concurrently(60, () => logIn(newEmail(), 'Wrong-2026!', from))
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([50, 10])
  })
})
