import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hours, minutes, seconds } from '#domain/units.ts'
import { addressOf, openSmtpServer, type Received, type TestSmtpServer } from '#server/testing/doubles/smtp-server.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { SEND_ATTEMPTS_MAX, sendEmailJob } from './queue-email.ts'

const soon = { timeout: seconds(60), interval: 20 }

let post: TestSmtpServer
let server: TestServer
let staff: TestUser
beforeEach(async () => {
  post = await openSmtpServer()
  server = await openTestServer({ SMTP_URL: addressOf(post) })
  staff = await createStaff(server)
})
afterEach(async () => {
  await server.close()
  await post.stop()
})

const newEmail = () => `${randomUUID()}@example.org`
const receivedBy = (email: string): Received[] => post.received.filter(({ to }) => to === email)
const arrived = (email: string, count = 1) =>
  vi.waitFor(() => {
    expect(receivedBy(email)).toHaveLength(count)
    return receivedBy(email)
  }, soon)
const codeIn = (mail: Received | undefined) => /^ *(\d{6})\r?$/m.exec(mail?.message ?? '')?.[1] ?? ''

const register = async (email: string) => {
  const body = { fullName: 'Ann Meadow', email, password: PASSWORD }
  expect((await server.call('register', { body })).status).toBe(200)
}

async function decideOn(person: TestUser, status: 1 | 2 | 3 = 3): Promise<void> {
  const body = { userId: person.id, status, projectTypes: [] }
  expect((await server.call('verifyUser', { token: staff.token, body })).status).toBe(200)
}

const storedEmail = (email: string) =>
  server.deps.db.selectFrom('emails').selectAll().where('toEmail', '=', email).executeTakeFirstOrThrow()

/** Waits until an email is settled, or its attempt has ended. */
const untilEmail = (email: string, expected: object) =>
  vi.waitFor(async () => expect(await storedEmail(email)).toMatchObject(expected), soon)

const undeliveredEmails = async () => (await server.call('listUndeliveredEmails', { token: staff.token })).body.data

/** The seconds until the next try of whatever waits for one; none while a try is under way. */
async function restsLeft(): Promise<number[]> {
  const { rows } = await sql<{ left: number; busy: boolean }>`
    select extract(epoch from start_after - now())::float8 as left, state <> 'retry' as busy
    from queue.job where name = 'send-email' and state in ('created', 'active', 'retry')
  `.execute(server.deps.db)
  if (rows.some(({ busy }) => busy)) throw new Error('A try is under way')
  return rows.map(({ left }) => left)
}

/** As though the rests before the next tries were over. */
async function skipRests(): Promise<void> {
  const { db, queue } = server.deps
  await sql`update queue.job set start_after = now() where name = 'send-email' and state = 'retry'`.execute(db)
  // Its coming wakes the worker, which would look by itself in five seconds.
  await db.transaction().execute((trx) => queue.enqueue(trx, sendEmailJob, { emailId: 'of no email' }))
}

test('F56: with the mail server down for an hour no call is rejected; emails wait and arrive, except expired codes', async () => {
  await post.stop()
  const email = newEmail()
  const person = await createUser(server)
  await register(email)
  await decideOn(person)
  let downMs = 0
  while (downMs < hours(1)) {
    const rests = await vi.waitFor(restsLeft, soon)
    const restMs = seconds(Math.max(...rests))
    server.advance(restMs)
    downMs += restMs
    if (downMs < hours(1)) await skipRests()
  }
  expect(await storedEmail(person.email)).toMatchObject({ status: 'WAITING' })
  expect(await storedEmail(email)).toMatchObject({ status: 'EXPIRED', text: '', html: '' })

  await post.start()
  await skipRests()
  const [decision] = await arrived(person.email)
  expect(decision?.messageId).toBe(`<${(await storedEmail(person.email)).id}@127.0.0.1>`)
  await untilEmail(person.email, { status: 'SENT', text: '', html: '' })
  expect(receivedBy(email)).toEqual([])

  expect((await server.call('resendCode', { body: { email } })).status).toBe(200)
  const [code] = await arrived(email)
  const confirmed = await server.call('confirmUser', { body: { email, confirmationCode: codeIn(code) } })
  expect(confirmed.status).toBe(200)
})

test('F56: a code that waits for some minutes arrives while it is good', async () => {
  await post.stop()
  const email = newEmail()
  await register(email)
  await untilEmail(email, { status: 'WAITING', attempts: 1, unknownAttempts: 0 })
  server.advance(minutes(5))
  await post.start()
  await vi.waitFor(restsLeft, soon)
  await skipRests()
  const [code] = await arrived(email)
  const { status } = await server.call('confirmUser', { body: { email, confirmationCode: codeIn(code) } })
  expect(status).toBe(200)
})

test('F57: an email with an unknown outcome is sent once more, with the same Message-ID', async () => {
  const answers = ['drop', 'take'] as const
  post.judge.message = () => answers[Math.min(post.received.length, answers.length) - 1] ?? 'take'
  const email = newEmail()
  await register(email)
  await arrived(email)
  await vi.waitFor(restsLeft, soon)
  await skipRests()
  const [first, second] = await arrived(email, 2)
  expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@127\.0\.0\.1>$/)
  expect(second?.messageId).toBe(first?.messageId)
  await untilEmail(email, { status: 'SENT', attempts: 2 })
})

test('F57: an email whose connection breaks each time is sent twice, and a third time only by staff', async () => {
  post.judge.message = () => 'drop'
  const person = await createUser(server)
  await decideOn(person)
  await arrived(person.email)
  await vi.waitFor(restsLeft, soon)
  await skipRests()
  await untilEmail(person.email, { status: 'FAILED', attempts: 2 })
  expect(receivedBy(person.email)).toHaveLength(2)
  const [lost] = await undeliveredEmails()
  expect(lost).toMatchObject({ to: person.email, attempts: 2, canRetry: true })
  expect(lost?.reason).toContain('it may have arrived')

  post.judge.message = () => 'take'
  const body = { emailId: lost?.emailId ?? '' }
  expect((await server.call('retryEmail', { token: staff.token, body })).status).toBe(200)
  const copies = await arrived(person.email, 3)
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
  await vi.waitFor(async () => expect(await undeliveredEmails()).toEqual([]), soon)
})

test('F6: an email whose process was killed twice while sending is not sent a third time automatically', async () => {
  post.judge.address = () => ({ code: 450, words: 'Not yet' })
  const person = await createUser(server)
  await decideOn(person)
  await untilEmail(person.email, { attempts: 1 })
  await vi.waitFor(restsLeft, soon)
  // What two processes leave that were killed before they could say how it went.
  await server.deps.db.updateTable('emails').set({ unknownAttempts: 2, attempts: 3, lastError: null }).execute()
  post.judge.address = () => 'take'
  await skipRests()
  await untilEmail(person.email, { status: 'FAILED', lastError: expect.stringContaining('stopped') })
  expect(receivedBy(person.email)).toEqual([])
})

test('F58: a rejected email fails at once and is shown to staff; others are not delayed', async () => {
  const [refused, fine] = [newEmail(), newEmail()]
  post.judge.address = (to) => (to === refused ? { code: 550, words: `5.1.1 <${to}>: no such box` } : 'take')
  await register(refused)
  await untilEmail(refused, { status: 'FAILED', attempts: 1 })
  await register(fine)
  await arrived(fine)
  expect(await vi.waitFor(restsLeft, soon)).toEqual([])

  const answer = await server.call('listUndeliveredEmails', { token: staff.token })
  expect(answer.body.data).toEqual([
    {
      emailId: (await storedEmail(refused)).id,
      to: refused,
      fullName: 'Ann Meadow',
      subject: 'Your Skyfurrow confirmation code',
      createdTime: expect.any(String),
      failedTime: expect.any(String),
      reason: 'The mail server said: 550 5.1.1 <…>: no such box',
      attempts: 1,
      canRetry: true,
    },
  ])
  const code = /^ *(\d{6})$/m.exec((await storedEmail(refused)).text)?.[1]
  expect(code).toBeDefined()
  expect(JSON.stringify(answer.body)).not.toContain(code)
})

test('a server that asks to retry later (greylisting) gets the email later, once', async () => {
  const email = newEmail()
  post.judge.address = () => ({ code: 451, words: '4.7.1 Greylisted, come again' })
  await register(email)
  await untilEmail(email, { attempts: 1, lastError: 'The mail server said: 451 4.7.1 Greylisted, come again' })
  const [rest = 0] = await vi.waitFor(restsLeft, soon)
  expect(rest).toBeGreaterThan(5)
  post.judge.address = () => 'take'
  await skipRests()
  await untilEmail(email, { status: 'SENT', attempts: 2 })
  expect(receivedBy(email)).toHaveLength(1)
})

test('an email fails after twelve attempts', async () => {
  post.judge.address = () => ({ code: 450, words: 'Never' })
  const person = await createUser(server)
  await decideOn(person)
  await vi.waitFor(async () => {
    await skipRests()
    expect(await storedEmail(person.email)).toMatchObject({ status: 'FAILED', attempts: SEND_ATTEMPTS_MAX })
  }, soon)
  expect(await undeliveredEmails()).toMatchObject([{ to: person.email, attempts: SEND_ATTEMPTS_MAX, canRetry: true }])
})
