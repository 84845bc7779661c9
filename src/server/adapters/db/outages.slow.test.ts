import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Cluster, openCluster } from '#server/testing/processes/postgres-cluster.ts'
import { anonymousClient, concurrently, newEmail } from '#server/testing/server/anonymous-client.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'
import type { Database } from './schema.ts'

let cluster: Cluster
let server: TestServer
let user: TestUser
beforeAll(async () => {
  cluster = await openCluster()
  await cluster.run('create database outages')
  server = await openTestServer({ DATABASE_URL: cluster.urlOf('outages') })
  user = await createUser(server)
})
afterAll(async () => {
  await server.close()
  await cluster.remove()
})

const getProfile = () => server.call('getProfile', { token: user.token })
const statusOf = async (path: string) => (await fetch(server.url + path)).status
const untilHealthy = () => vi.waitFor(async () => expect((await getProfile()).status).toBe(200), { timeout: 60_000 })

test('F23: calls during a restart of the database get 503 with Retry-After, and succeed again afterwards', async () => {
  const done = new AbortController()
  const responses: Awaited<ReturnType<typeof getProfile>>[] = []
  const callers = concurrently(8, async () => {
    while (!done.signal.aborted) responses.push(await getProfile())
  })
  await vi.waitFor(() => expect(responses.length).toBeGreaterThan(20), { timeout: 60_000 })
  await cluster.stop('SIGQUIT')
  const down = await getProfile()
  expect([down.status, down.body.message]).toEqual([503, 'The server is busy. Try again in a moment.'])
  expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0)
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
  await cluster.start()
  await untilHealthy()
  done.abort()
  await callers
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(responses.every(({ status, headers }) => status === 200 || headers.has('retry-after'))).toBe(true)
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), { timeout: 60_000 })
})

test('F23: jobs continue after a restart of the database', async () => {
  const { register } = anonymousClient(() => server)
  const email = newEmail()
  await cluster.stop('SIGQUIT')
  await cluster.start()
  await vi.waitFor(async () => expect((await register(email)).status).toBe(200), { timeout: 60_000 })
  await emailsTo(server, email)
})

async function insertTwo(trx: Database, between: () => Promise<unknown>): Promise<void> {
  await trx.insertInto('rateLimitBuckets').values({ key: 'cut', fullAt: new Date() }).execute()
  await between()
  await trx.insertInto('rateLimitBuckets').values({ key: 'cut too', fullAt: new Date() }).execute()
}

test('F25: a transaction is rolled back when its connection breaks, and can be retried', async () => {
  const { db } = server.deps
  const interrupted = db.transaction().execute((trx) =>
    insertTwo(trx, async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await cluster.run(`select pg_terminate_backend(${rows[0]?.pid})`)
    }),
  )
  await expect(interrupted).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 3 } })
  const inserted = db.selectFrom('rateLimitBuckets').select('key').where('key', 'like', 'cut%')
  expect(await inserted.execute()).toEqual([])
  await db.transaction().execute((trx) => insertTwo(trx, async () => undefined))
  expect(await inserted.execute()).toHaveLength(2)
})

test('F16: with a full disk changes get 503 and reads succeed; the server recovers without a restart', async () => {
  const { db } = server.deps
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(db)
  await sql`create function refuse_tables() returns event_trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger full_disk before update on users for each row execute function refuse()`.execute(db)
  await cluster.run(
    `create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_tables()`,
    'outages',
  )
  const change = () => server.call('changeName', { token: user.token, body: { fullName: 'Ann Lee' } })
  const rejected = await change()
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '60'])
  expect(rejected.body.message).toBe('The server has no room to save anything. Try again later.')
  expect([await statusOf('/readyz'), await statusOf('/readyz'), (await getProfile()).status]).toEqual([503, 503, 200])
  await cluster.run('drop event trigger full_disk; drop trigger full_disk on users', 'outages')
  expect([await statusOf('/readyz'), (await change()).status]).toEqual([200, 200])
})
