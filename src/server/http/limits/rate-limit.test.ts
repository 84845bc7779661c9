import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { rateLimitOf } from '#domain/rate-limits.ts'
import { readFailure } from '#server/testing/server/read-failure.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer({ LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' })
  staff = await createStaff(server)
  customer = await createUser(server)
  // So that no bucket refills during a test, however long a busy machine takes.
  server.stopClock()
})
afterAll(() => server.close())

const names = Object.keys(api) as EndpointName[]
const addressOf = (name: EndpointName) => `198.51.100.${names.indexOf(name) + 1}`

/** A call from any address. */
async function ask(name: EndpointName, { from, token }: { from: string; token?: string | undefined }) {
  const { method }: Endpoint = api[name]
  const response = await fetch(server.url + pathOf(api[name]), {
    method,
    headers: {
      'x-forwarded-for': from,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  const body = readFailure(await response.text(), response.status)
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), body }
}

async function empty(key: string, windowSeconds: number): Promise<void> {
  const fullAt = new Date(server.deps.now().getTime() + windowSeconds * 1000)
  await server.deps.db
    .insertInto('rateLimitBuckets')
    .values({ key, fullAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ fullAt }))
    .execute()
}

test.each(names)('%s has a rate limit per address, for every caller', async (name) => {
  const { limit, statusCodeAs }: Endpoint = api[name]
  const from = addressOf(name)
  const { address } = rateLimitOf(limit)
  await empty(`address:${limit}:${from}`, address.windowSeconds)
  const { status, retryAfter, body } = await ask(name, { from })
  expect(status).toBe(429)
  expect(body.statusCode).toBe(statusCodeAs === 'text' ? '429' : 429)
  expect(body.message).toMatch(/^Too many (attempts|requests)\. Try again /)
  expect(retryAfter).toBe(Math.ceil(address.windowSeconds / address.max))
  expect((await ask(name, { from: '203.0.113.1' })).status).not.toBe(429)
})

test.each(names.filter((name) => api[name].access !== 'public'))(
  '%s has a rate limit per account, from any address',
  async (name) => {
    const { limit, access }: Endpoint = api[name]
    const user = access === 'admin' ? staff : customer
    const { account } = rateLimitOf(limit)
    if (!account) throw new Error(`${name} is for people who are signed in; ${limit} has no limit per account`)
    await empty(`account:${limit}:${user.id}`, account.windowSeconds)
    const { status, retryAfter } = await ask(name, { from: '203.0.113.2', token: user.token })
    expect(status).toBe(429)
    expect(retryAfter).toBeGreaterThan(0)
  },
)

test('the three hundred and first call of a minute waits; other people at that address are not affected', async () => {
  const [user, other] = [await createUser(server), await createUser(server)]
  const from = '203.0.113.3'
  const answers = await Promise.all(Array.from({ length: 420 }, () => ask('getProfile', { from, token: user.token })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
  expect((await ask('getProfile', { from, token: other.token })).status).toBe(200)
})

test('IPv6 addresses are counted by their /64 prefix', async () => {
  await empty('address:general:2001:db8:7:8::/64', 60)
  expect((await ask('logOut', { from: '2001:db8:7:8:aaaa::1' })).status).toBe(429)
  expect((await ask('logOut', { from: '2001:db8:7:9:aaaa::1' })).status).not.toBe(429)
})

test('only a trusted proxy sets the address of a call', async () => {
  const open = await openTestServer({ LIMIT_FACTOR: '1' })
  const statuses = new Set<number>()
  for (let call = 0; call < 11; call += 1) {
    const response = await fetch(`${open.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${call}` },
      body: '{}',
    })
    statuses.add(response.status)
  }
  await open.close()
  expect([...statuses]).toEqual([400, 429])
})

test('when counting fails, calls are allowed, except those that could guess secrets', async () => {
  const { db } = server.deps
  await db.schema.alterTable('rate_limit_buckets').renameTo('rate_limit_buckets_hidden').execute()
  try {
    const from = '203.0.113.4'
    expect((await ask('logOut', { from })).status).toBe(400)
    for (const name of ['logIn', 'confirmUser', 'confirmForgotPassword'] as const)
      expect((await ask(name, { from })).status).toBe(500)
  } finally {
    await db.schema.alterTable('rate_limit_buckets_hidden').renameTo('rate_limit_buckets').execute()
  }
})
