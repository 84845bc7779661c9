import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COUNT_MAX, NOTICES_MAX, NOTICES_PER_CUSTOMER_MAX } from '#domain/notices.ts'
import { days } from '#domain/units.ts'
import { codeTo, emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { purgeExpired } from '../accounts/purge-expired.ts'
import { addNotices } from './add-notices.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const list = async ({ token }: TestUser, query: { pageSize?: string; after?: string } = {}) =>
  (await server.call('listNotices', { token, query })).body
const titlesOf = async (person: TestUser) => (await list(person)).data.map(({ title }) => title)
const countsOf = async ({ token }: TestUser) => (await server.call('getCounts', { token })).body.data
const read = ({ token }: TestUser, noticeId: string, withOlder = false) =>
  server.call('markNoticesRead', { token, body: { noticeId, withOlder } })
const setUser = (person: TestUser, change: { role?: 'ADMIN' | 'USER'; status?: 'APPROVED' | 'ON_HOLD' }) =>
  server.deps.db.updateTable('users').set(change).where('id', '=', person.id).execute()

async function signUp(fullName: string): Promise<string> {
  const email = `${randomUUID()}@example.org`
  await server.call('register', { body: { fullName, email, password: PASSWORD, organisation: 'Plant Institute' } })
  return email
}

/** Notices about nothing in particular, oldest first. */
async function add(person: TestUser, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const content = { kind: 'account-message', message: `Message ${n}` } as const
    server.advance(1)
    await addNotices(server.deps.db, server.deps, { people: [person], subject: `user:${person.id}`, content })
  }
}

test('a customer is told of every change of a request, newest first, each with what it is about', async () => {
  const customer = await createUser(server)
  const { analysisRequestId } = await submitArchive(server, customer, { start: { fileName: 'June%20flight.zip' } })
  const change = (fileStatus: 'UNDER_REVIEW' | 'REJECTED' | 'PENDING', message?: string) =>
    server.call('changeStatus', {
      token: staff.token,
      body: { analysisRequestId, fileStatus, ...(message !== undefined && { message }) },
    })
  await change('UNDER_REVIEW')
  await change('UNDER_REVIEW')
  await change('UNDER_REVIEW', 'We miss the control points')
  await change('UNDER_REVIEW', '')
  await change('REJECTED', 'The photos overlap too little')
  await attachReportFile(server, staff, { id: analysisRequestId, content: Buffer.from('a map'), publish: 'true' })
  await change('PENDING')
  const { data } = await list(customer)
  expect(data.map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
    ['request-status', 'Your request for Soybean Trial is waiting for review', 'Its report is not available for now.'],
    ['report-ready', 'Your report for Soybean Trial is ready', 'Prepared by Test Person'],
    ['request-status', 'Your request for Soybean Trial was rejected', 'The photos overlap too little'],
    ['request-message', 'New message about Soybean Trial', 'We miss the control points'],
    ['request-status', 'Your request for Soybean Trial is under review', null],
    ['request-received', 'We received your images for Soybean Trial', 'June flight.zip'],
  ])
  expect(data.every(({ subject, isRead }) => subject === `analysis:${analysisRequestId}` && !isRead)).toBe(true)
})

test('a customer is told of decisions on the account, of messages, and of changed projects', async () => {
  const customer = await createUser(server)
  const decide = (status: 1 | 2 | 3, projectTypes: string[], message = '') =>
    server.call('verifyUser', {
      token: staff.token,
      body: { userId: customer.id, status, projectTypes, metadata: { message } },
    })
  await decide(3, ['Soybean_Trial'], 'Which station is it?')
  await decide(1, ['Soybean_Trial', 'Rye'])
  await decide(1, ['Rye'], 'The soybean trial has ended')
  await decide(1, ['Rye'], 'Please send the plan')
  const { data } = await list(customer)
  expect(data.map(({ title, detail }) => [title, detail])).toEqual([
    ['New message about your account', 'Please send the plan'],
    ['Your projects have changed', 'Now: Rye. The soybean trial has ended'],
    ['Your account is approved', 'Your projects: Soybean Trial, Rye.'],
    ['Your account is on hold', 'Which station is it?'],
  ])
})

test('approved staff are told of a new request once it has arrived, and of a sign-up once its email is confirmed', async () => {
  const onHold = await createStaff(server)
  await setUser(onHold, { status: 'ON_HOLD' })
  const customer = await createUser(server, { fullName: 'Carla Fields' })
  const before = (await titlesOf(staff)).length
  const news = async () => (await list(staff)).data.slice(0, (await list(staff)).data.length - before)
  await startArchive(server, customer, { content: Buffer.from('x') })
  const email = await signUp('Ann Meadow')
  expect(await news()).toEqual([])

  const { analysisRequestId } = await submitArchive(server, customer)
  await server.call('confirmUser', { body: { email, fullName: '', confirmationCode: await codeTo(server, email) } })
  const { id } = await server.deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect((await news()).map(({ title, detail, subject }) => [title, detail, subject])).toEqual([
    ['Ann Meadow signed up', `${email}, Plant Institute`, `user:${id}`],
    ['Carla Fields sent images for Soybean Trial', null, `analysis:${analysisRequestId}`],
  ])
  await setUser(onHold, { status: 'APPROVED' })
  expect(await titlesOf(onHold)).toEqual([])
})

test('a customer who sends very many requests pushes out older notices about their own only', async () => {
  const [quiet, busy] = [await createUser(server, { fullName: 'Carla Fields' }), await createUser(server)]
  const reader = await createStaff(server)
  await submitArchive(server, quiet)
  const { analysisRequestId: first } = await submitArchive(server, busy)
  const content = { kind: 'new-request', project: 'Soybean_Trial', customer: 'Busy' } as const
  for (let n = 0; n < NOTICES_PER_CUSTOMER_MAX - 1; n += 1)
    await addNotices(server.deps.db, server.deps, { people: [reader], subject: `analysis:${first}`, content })
  const { analysisRequestId: last } = await submitArchive(server, busy, { content: Buffer.from('another') })
  const { data } = await list(reader, { pageSize: '100' })
  expect(data).toHaveLength(NOTICES_PER_CUSTOMER_MAX + 1)
  expect(data[0]?.subject).toBe(`analysis:${last}`)
  expect(data.at(-1)?.title).toContain('Carla Fields')
})

test('a customer switches emails off, not the notices; decisions on the account are always emailed', async () => {
  const customer = await createUser(server)
  await server.call('changeEmailSetting', {
    token: customer.token,
    body: { topic: 'request-message', choice: 'OFF' },
  })
  const { analysisRequestId } = await submitArchive(server, customer)
  const body = { analysisRequestId, fileStatus: 'PENDING', message: 'Which drone was it?' } as const
  await server.call('changeStatus', { token: staff.token, body })
  await server.call('verifyUser', {
    token: staff.token,
    body: { userId: customer.id, status: 3, projectTypes: ['Soybean_Trial'] },
  })
  expect(await titlesOf(customer)).toEqual([
    'Your account is on hold',
    'New message about Soybean Trial',
    'We received your images for Soybean Trial',
  ])
  const texts = new Map((await emailsTo(server, customer.email, 2)).map(({ subject, text }) => [subject, text]))
  expect([...texts.keys()].toSorted()).toEqual(['We received your images', 'Your Skyfurrow account is on hold'])
  const choice = /^Choose which emails you get:\nhttp.*\/account$/m
  expect(texts.get('We received your images')).toMatch(choice)
  expect(texts.get('Your Skyfurrow account is on hold')).not.toMatch(choice)
})

test('notices are read alone or with all older ones; those of other people are not found', async () => {
  const [person, other] = [await createUser(server), await createUser(server)]
  await add(person, 4)
  const [newest, second, , oldest] = (await list(person)).data
  const unread = async () => (await list(person)).data.filter(({ isRead }) => !isRead).map(({ detail }) => detail)
  await read(person, oldest?.noticeId ?? '')
  expect(await unread()).toEqual(['Message 4', 'Message 3', 'Message 2'])
  expect((await read(other, newest?.noticeId ?? '', true)).status).toBe(404)
  expect(await titlesOf(other)).toEqual([])
  expect((await countsOf(person)).unreadNotices).toEqual({ total: 3, isTotalExact: true })
  await read(person, second?.noticeId ?? '', true)
  expect(await unread()).toEqual(['Message 4'])
  expect((await read(person, second?.noticeId ?? '', true)).status).toBe(200)
})

test('pages have neither a repeat nor a gap; the newest 500 of a person are kept', async () => {
  const [person, other] = [await createUser(server), await createUser(server)]
  await add(other, 1)
  await add(person, NOTICES_MAX + 3)
  const details: (string | null)[] = []
  let after: string | undefined
  do {
    const page = await list(person, { pageSize: '100', ...(after && { after }) })
    details.push(...page.data.map(({ detail }) => detail))
    after = page.next ?? undefined
  } while (after)
  expect(details).toEqual(Array.from({ length: NOTICES_MAX }, (_, index) => `Message ${NOTICES_MAX + 3 - index}`))
  expect((await countsOf(person)).unreadNotices).toEqual({ total: COUNT_MAX, isTotalExact: false })
  expect(await titlesOf(other)).toHaveLength(1)
})

describe('staff', () => {
  test('see how many requests wait for review, and how many people with a confirmed email wait for verification', async () => {
    const before = await countsOf(staff)
    const customer = await createUser(server)
    const waiting = await submitArchive(server, customer)
    await signUp('Una Unconfirmed')
    await createUser(server, { status: 'PENDING' })
    const counts = await countsOf(staff)
    expect(counts.waitingRequests?.total).toBe((before.waitingRequests?.total ?? 0) + 1)
    expect(counts.waitingUsers?.total).toBe((before.waitingUsers?.total ?? 0) + 1)
    const body = { analysisRequestId: waiting.analysisRequestId, fileStatus: 'UNDER_REVIEW' } as const
    await server.call('changeStatus', { token: staff.token, body })
    expect((await countsOf(staff)).waitingRequests).toEqual(before.waitingRequests)
    expect(await countsOf(customer)).toMatchObject({ waitingRequests: null, waitingUsers: null })
  })

  test('whose access was taken away, or who must set up a second factor, see nothing of customers', async () => {
    const colleague = await createStaff(server)
    await submitArchive(server, await createUser(server, { fullName: 'Carla Fields' }))
    await add(colleague, 1)
    expect(await titlesOf(colleague)).toContain('Carla Fields sent images for Soybean Trial')
    const [hidden] = (await list(colleague)).data.filter(({ kind }) => kind === 'new-request')
    const seesOwnOnly = async () => {
      expect(await titlesOf(colleague)).toEqual(['New message about your account'])
      expect(await countsOf(colleague)).toEqual({
        unreadNotices: { total: 1, isTotalExact: true },
        waitingRequests: null,
        waitingUsers: null,
      })
      expect((await read(colleague, hidden?.noticeId ?? '')).status).toBe(404)
    }
    await setUser(colleague, { status: 'ON_HOLD' })
    await seesOwnOnly()
    await setUser(colleague, { role: 'USER', status: 'APPROVED' })
    await seesOwnOnly()
    await setUser(colleague, { role: 'ADMIN' })
    server.deps.config.staffSecondFactor = 'required'
    await seesOwnOnly()
    server.deps.config.staffSecondFactor = 'optional'
  })
})

test('notices are purged after 90 days, and with their person', async () => {
  const [person, gone] = [await createUser(server), await createUser(server)]
  await add(person, 1)
  await add(gone, 1)
  await server.deps.db.deleteFrom('users').where('id', '=', gone.id).execute()
  expect(await server.deps.db.selectFrom('notices').select('id').where('userId', '=', gone.id).execute()).toEqual([])
  const keptAfter = async (age: number) => {
    await purgeExpired({ ...server.deps, now: () => new Date(Date.now() + age) })
    return (await server.deps.db.selectFrom('notices').select('id').where('userId', '=', person.id).execute()).length
  }
  expect(await keptAfter(days(89))).toBe(1)
  expect(await keptAfter(days(91))).toBe(0)
})
