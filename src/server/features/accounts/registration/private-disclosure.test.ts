import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { anonymousClient, newAddress, newEmail, type Reply } from '#server/testing/server/anonymous-client.ts'
import { codeTo, countQueuedEmails, emailsTo, wrongCode } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser } from '#server/testing/server/users.ts'
import { hashingStats } from '../passwords/password-hash.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ ACCOUNT_DISCLOSURE: 'private', LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => server.close())

const { logIn, register, confirm, forgot } = anonymousClient(() => server)
const REGISTERED = JSON.stringify({
  statusCode: 200,
  message: 'Registration successful! Please verify your email.',
})
const NOT_CONFIRMED = JSON.stringify({ statusCode: 400, message: 'Invalid confirmation details provided' })

describe('registration reveals nothing', () => {
  test('response and work are the same for a new, an unconfirmed and a confirmed address', async () => {
    const { email: confirmed } = await createUser(server)
    const unconfirmed = newEmail()
    await register(unconfirmed)
    server.advance(seconds(61))
    for (const email of [newEmail(), unconfirmed, confirmed]) {
      const before = hashingStats().computed
      expect((await register(email)).text).toBe(REGISTERED)
      expect(hashingStats().computed - before).toBe(1)
    }
  })

  test('the owner of an account gets an email, and the account does not change', async () => {
    const { email, fullName } = await createUser(server, { fullName: 'Olga Owner' })
    await register(email)
    const [sentEmail] = await emailsTo(server, email)
    expect(sentEmail?.subject).toBe('You already have a Skyfurrow account')
    expect(sentEmail?.text).toContain(`Hello ${fullName},`)
    expect(sentEmail?.text).not.toMatch(/^ *\d{6}$/m)
    expect((await logIn(email)).status).toBe(200)
  })

  test.each([
    ['in a row', 0],
    ['a minute apart', minutes(2)],
  ])(
    'five times %s, response and number of emails are the same for a new and a confirmed address',
    async (_how, apartMs) => {
      const { email: confirmed } = await createUser(server)
      const outcomes: unknown[] = []
      for (const email of [newEmail(), confirmed]) {
        const answers: Reply[] = []
        for (let time = 0; time < 5; time += 1) {
          answers.push(await register(email))
          server.advance(apartMs)
        }
        outcomes.push([answers.map(({ text }) => text), await countQueuedEmails(server, email)])
      }
      expect(outcomes[1]).toEqual(outcomes[0])
    },
  )

  test('codes requested elsewhere do not change the responses', async () => {
    const { email: confirmed } = await createUser(server)
    const outcomes: string[][] = []
    for (const email of [newEmail(), confirmed]) {
      const texts: string[] = []
      for (let time = 0; time < 5; time += 1) {
        await forgot(email)
        texts.push((await register(email)).text)
        server.advance(seconds(61))
      }
      outcomes.push(texts)
    }
    expect(outcomes[1]).toEqual(outcomes[0])
  })

  test('one IP address can try as many emails as its registrations allow, with or without an account', async () => {
    const from = newAddress()
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1) {
      const email = at % 2 === 0 ? (await createUser(server)).email : newEmail()
      statuses.push((await register(email, from)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

test('a second registration of an email within a minute does not replace the password', async () => {
  const email = newEmail()
  await register(email)
  const code = await codeTo(server, email)
  const hijack = { fullName: 'Eve Hijacker', email, password: 'Hijack-2026!' }
  expect((await server.call('register', { body: hijack })).status).toBe(200)
  expect(await countQueuedEmails(server, email)).toBe(1)
  expect((await confirm(email, code)).status).toBe(200)
  expect((await logIn(email, hijack.password)).status).toBe(401)
  expect((await logIn(email)).status).toBe(200)
})

describe('confirmation reveals nothing', () => {
  test('about an unknown address, a confirmed one, a wrong code, a used one, and too many attempts', async () => {
    const { email: confirmed } = await createUser(server)
    const waiting = newEmail()
    await register(waiting)
    const code = await codeTo(server, waiting)
    const answers = [await confirm(newEmail(), '123456'), await confirm(confirmed, '123456')]
    for (let tries = 0; tries < 7; tries += 1) answers.push(await confirm(waiting, wrongCode(code)))
    answers.push(await confirm(waiting, code))
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([NOT_CONFIRMED]))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  })

  test('and the right code still works', async () => {
    const email = newEmail()
    await register(email)
    expect((await confirm(email, await codeTo(server, email))).status).toBe(200)
    expect((await logIn(email)).status).toBe(200)
  })
})
