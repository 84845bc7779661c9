import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { days, minutes } from '#domain/units.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUndeliveredEmail } from '#server/testing/server/undelivered-emails.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { queueEmail } from './queue-email.ts'

const CODE = '042917'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server, { fullName: 'Sam Furrow' })
})
afterAll(() => server.close())
beforeEach(() => server.deps.db.deleteFrom('emails').execute())

const list = async (query: { after?: string; pageSize?: string } = {}) =>
  (await server.call('listUndeliveredEmails', { token: staff.token, query })).body
const retry = (emailId: string) => server.call('retryEmail', { token: staff.token, body: { emailId } })
const ago = (milliseconds: number) => new Date(server.deps.now().getTime() - milliseconds)

test('undelivered emails are listed latest first, over pages without a repeat or a gap, for 30 days', async () => {
  const ids: string[] = []
  // Two at a time, as when a mail server goes down.
  for (const back of [0, 0, 1, 1, 29])
    ids.push(await createUndeliveredEmail(server, `${randomUUID()}@example.org`, { failedAt: ago(days(back)) }))
  await createUndeliveredEmail(server, 'old@example.org', { failedAt: ago(days(31)) })
  const whole = await list()
  expect(whole.total).toBe(5)
  expect(whole.data.map(({ emailId }) => emailId).toSorted()).toEqual(ids.toSorted())
  expect(whole.data.map(({ failedTime }) => failedTime)).toEqual(
    whole.data.map(({ failedTime }) => failedTime).toSorted((a, b) => b.localeCompare(a)),
  )
  const paged: string[] = []
  let after: string | undefined
  do {
    const page = await list({ pageSize: '2', ...(after ? { after } : {}) })
    paged.push(...page.data.map(({ emailId }) => emailId))
    after = page.next ?? undefined
  } while (after)
  expect(paged).toEqual(whole.data.map(({ emailId }) => emailId))
})

test('the content of an email is never shown', async () => {
  await createUndeliveredEmail(server, 'ann@example.org', { text: `Your code: ${CODE}`, expiresAt: ago(-minutes(5)) })
  expect(JSON.stringify(await list())).not.toContain(CODE)
})

test('a retried email arrives, leaves the list, and the log says who retried it', async () => {
  const reader = await createUser(server, { fullName: 'Carla Fields' })
  const id = await createUndeliveredEmail(server, reader.email)
  const { status, body } = await retry(id)
  expect([status, body.message]).toEqual([200, 'The email is on its way again'])
  const [sentEmail] = await emailsTo(server, reader.email)
  expect(sentEmail).toMatchObject({ id, text: 'It is ready.' })
  expect((await list()).data).toEqual([])
  // Said twice, it goes once.
  expect((await retry(id)).status).toBe(200)

  const query = { subject: `user:${reader.id}`, actorId: staff.id }
  const log = await server.call('listActivity', { token: staff.token, query })
  expect(log.body.data).toMatchObject([
    { action: 'email.retried', about: 'Carla Fields', after: { email: 'Your report is ready' } },
  ])
})

test('a code that is no longer good is not sent again', async () => {
  const id = await createUndeliveredEmail(server, 'ann@example.org', { expiresAt: ago(1) })
  expect((await list()).data).toMatchObject([{ emailId: id, canRetry: false }])
  const { status, body } = await retry(id)
  expect([status, body.message]).toEqual([
    409,
    'The code in this email has expired. The recipient can request a new one.',
  ])
})

test('a newer code takes the place of one that still waits', async () => {
  const to = 'ben@example.org'
  const { deps } = server
  const queue = { ...deps.queue, enqueueAll: async () => undefined }
  const sentEmail = {
    to,
    subject: 'Your code',
    greeting: 'Hello',
    paragraphs: [],
    code: CODE,
    expiresInMs: minutes(10),
  }
  await queueEmail(deps.db, { ...deps, queue }, sentEmail)
  await queueEmail(deps.db, deps, { ...sentEmail, code: '555555' })
  const [arrived] = await emailsTo(server, to)
  expect(arrived?.text).toContain('555555')
  expect((await list()).data).toMatchObject([{ to, canRetry: false, reason: expect.stringContaining('expired') }])
  expect(await deps.db.selectFrom('emails').select('text').where('status', '=', 'EXPIRED').execute()).toEqual([
    { text: '' },
  ])
})
