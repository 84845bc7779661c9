import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { STAFF_EMAILS_AT_ONCE } from '#domain/rate-limits.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { addNotices } from './add-notices.ts'
import { notifyStaff } from './notify-staff.ts'
import { sendDailyEmails } from './send-daily-emails.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ LIMIT_FACTOR: '1' }, { runsJobs: false })
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['notices', 'emailSettings', 'emails', 'rateLimitHits'] as const)
    await server.deps.db.deleteFrom(table).execute()
  await server.deps.db.updateTable('users').set({ status: 'ON_HOLD' }).execute()
})

const choose = ({ token }: TestUser, body: BodyIn<'changeEmailSetting'>) =>
  server.call('changeEmailSetting', { token, body })
const arrive = (project: string, requestId: string = randomUUID(), isAnswer = false) =>
  server.deps.db.transaction().execute((trx) =>
    notifyStaff(trx, server.deps, {
      subject: `analysis:${requestId}`,
      content: { kind: 'new-request', project, customer: 'Carla Fields', isAnswer },
    }),
  )
const signUp = (fullName: string, userId: string = randomUUID()) =>
  server.deps.db.transaction().execute((trx) =>
    notifyStaff(trx, server.deps, {
      subject: `user:${userId}`,
      content: { kind: 'new-user', fullName, email: 'ann@example.org', organisation: null },
    }),
  )
const emailsTo = ({ email }: TestUser) =>
  server.deps.db.selectFrom('emails').select(['subject', 'text', 'html']).where('toEmail', '=', email).execute()
const subjectsTo = async (person: TestUser) => (await emailsTo(person)).map(({ subject }) => subject).toSorted()
const sendDaily = () => sendDailyEmails(server.deps, {}, { signal: new AbortController().signal })

test('each member of staff chooses: at once, once a day, or never', async () => {
  const [atOnce, daily, mixed] = [await createStaff(server), await createStaff(server), await createStaff(server)]
  for (const topic of ['new-user', 'new-request'] as const) await choose(daily, { topic, choice: 'DAILY' })
  await choose(mixed, { topic: 'new-user', choice: 'OFF' })
  const customer = await createUser(server)
  const id = randomUUID()
  await arrive('Winter_Wheat', id)
  await signUp('Ann Meadow', id)
  expect(await subjectsTo(atOnce)).toEqual(['A new user is waiting for verification', 'New request for Winter Wheat'])
  expect(await subjectsTo(mixed)).toEqual(['New request for Winter Wheat'])
  expect(await subjectsTo(daily)).toEqual([])
  expect(await subjectsTo(customer)).toEqual([])
  const [request] = await emailsTo(mixed)
  expect(request?.text).toContain('Carla Fields sent images for Winter Wheat')
  expect(request?.text).toContain(`/dashboard/requests/${id}`)
  expect(request?.text).toMatch(/^Choose which emails you get:\nhttp.*\/account$/m)

  await sendDaily()
  expect(await subjectsTo(atOnce)).toHaveLength(2)
  const [email, ...others] = await emailsTo(daily)
  expect(others).toEqual([])
  expect(email?.subject).toBe('1 new request and 1 new user on Skyfurrow')
  expect(email?.text).toContain('Ann Meadow signed up')
  for (const path of ['requests', 'users']) expect(email?.text).toContain(`/dashboard/${path}/${id}`)
  expect(email?.html).toContain('href=')
})

test('an answer to a rejection is called that, at once and in the daily email', async () => {
  const [atOnce, daily] = [await createStaff(server), await createStaff(server)]
  await choose(daily, { topic: 'new-request', choice: 'DAILY' })
  await arrive('Rye')
  await arrive('Maize', randomUUID(), true)
  expect(await subjectsTo(atOnce)).toContain('Answer to a rejection for Maize')
  await sendDaily()
  const subject = '1 new request and 1 answer to a rejection on Skyfurrow'
  const email = (await emailsTo(daily)).find((one) => one.subject === subject)
  expect(email?.text).toContain('Carla Fields answered a rejection with new images for Maize')
})

test('the daily email has each notice once, and is not sent when nothing is new', async () => {
  const daily = await createStaff(server)
  await choose(daily, { topic: 'new-request', choice: 'DAILY' })
  await sendDaily()
  expect(await subjectsTo(daily)).toEqual([])
  await arrive('Rye')
  await Promise.all([sendDaily(), sendDaily()])
  await sendDaily()
  expect(await subjectsTo(daily)).toEqual(['1 new request on Skyfurrow'])
  for (let n = 0; n < 22; n += 1) await arrive('Maize')
  await sendDaily()
  const [, second] = (await emailsTo(daily)).toSorted((a, b) => a.subject.length - b.subject.length)
  expect(second?.subject).toBe('22 new requests on Skyfurrow')
  expect(second?.text.match(/sent images for Maize/g)).toHaveLength(20)
  expect(second?.text).toContain('Open the dashboard to see 2 more')
  expect(second?.text).not.toContain('Rye')
})

test('people who are no longer staff, or have switched the emails off meanwhile, get no daily email', async () => {
  const [demoted, off] = [await createStaff(server), await createStaff(server)]
  for (const person of [demoted, off]) await choose(person, { topic: 'new-request', choice: 'DAILY' })
  await arrive('Rye')
  await server.deps.db.updateTable('users').set({ role: 'USER' }).where('id', '=', demoted.id).execute()
  await choose(off, { topic: 'new-request', choice: 'OFF' })
  await sendDaily()
  expect([await subjectsTo(demoted), await subjectsTo(off)]).toEqual([[], []])
})

test('beyond thirty emails in an hour, further news waits for the daily email', async () => {
  const person = await createStaff(server)
  for (let n = 0; n < STAFF_EMAILS_AT_ONCE.max + 2; n += 1) await arrive('Rye')
  expect(await subjectsTo(person)).toHaveLength(STAFF_EMAILS_AT_ONCE.max)
  await sendDaily()
  expect(await subjectsTo(person)).toContain('2 new requests on Skyfurrow')
})

test('people choose only what is offered to them, and the log says so', async () => {
  const [staff, customer] = [await createStaff(server), await createUser(server)]
  const settingsOf = async ({ token }: TestUser) => (await server.call('getEmailSettings', { token })).body.data
  expect(await settingsOf(staff)).toEqual([
    { topic: 'new-user', choice: 'AT_ONCE' },
    { topic: 'new-request', choice: 'AT_ONCE' },
  ])
  expect(await settingsOf(customer)).toEqual([
    { topic: 'request-status', choice: 'AT_ONCE' },
    { topic: 'request-message', choice: 'AT_ONCE' },
    { topic: 'report-ready', choice: 'AT_ONCE' },
  ])
  expect((await choose(customer, { topic: 'new-user', choice: 'AT_ONCE' })).status).toBe(400)
  expect((await choose(customer, { topic: 'report-ready', choice: 'DAILY' })).status).toBe(400)
  await Promise.all([1, 2].map(() => choose(customer, { topic: 'report-ready', choice: 'OFF' })))
  expect(await settingsOf(customer)).toContainEqual({ topic: 'report-ready', choice: 'OFF' })
  const query = { subject: `user:${customer.id}`, actorId: customer.id }
  const { data } = (await server.call('listActivity', { token: staff.token, query })).body
  expect(data.filter(({ action }) => action === 'account.email-setting-changed')).toMatchObject([
    { before: { 'report-ready': 'AT_ONCE' }, after: { 'report-ready': 'OFF' } },
  ])
})

test('settings go with their person', async () => {
  const person = await createUser(server)
  await choose(person, { topic: 'report-ready', choice: 'OFF' })
  await addNotices(server.deps.db, server.deps, {
    people: [person],
    subject: `user:${person.id}`,
    content: { kind: 'account-message', message: 'Hello' },
  })
  await server.deps.db.deleteFrom('users').where('id', '=', person.id).execute()
  expect(await server.deps.db.selectFrom('emailSettings').selectAll().execute()).toEqual([])
})
