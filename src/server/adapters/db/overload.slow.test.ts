import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { concurrently } from '#server/testing/server/anonymous-client.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'
import type { Database } from './schema.ts'

const CONNECTIONS = 4

let server: TestServer
let person: TestUser
beforeAll(async () => {
  server = await openTestServer({ DATABASE_CONNECTIONS: String(CONNECTIONS) })
  person = await createUser(server)
})
afterAll(() => server.close())

const getProfile = () => server.call('getProfile', { token: person.token })
const statusOf = async (path: string) => (await fetch(server.url + path)).status
const untilHealthy = () => vi.waitFor(async () => expect((await getProfile()).status).toBe(200), { timeout: 60_000 })

/** Waits for a connection and keeps it; resolves to a function that releases it. */
async function hold(): Promise<() => Promise<void>> {
  const acquired = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const end = server.deps.db.connection().execute(async () => {
    acquired.resolve()
    await released.promise
  })
  await acquired.promise
  return () => {
    released.resolve()
    return end
  }
}

/** A concurrent transaction that has run `statement` and stays open. */
async function openTransaction(statement: string): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const end = server.deps.db.transaction().execute(async (trx) => {
    await sql.raw(statement).execute(trx)
    done.resolve()
    await released.promise
  })
  await done.promise
  return () => {
    released.resolve()
    return end
  }
}

const touch = (trx: Database, id: string) =>
  trx
    .updateTable('users')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
const versionOf = async ({ id }: TestUser) =>
  (await server.deps.db.selectFrom('users').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

describe('F26: a database that is slow', () => {
  test('F26: a statement that takes too long is a 503; health checks respond meanwhile', async () => {
    const release = await openTransaction('lock table sessions in access exclusive mode')
    let completed = 0
    const calls = concurrently(CONNECTIONS - 2, async () => {
      const response = await getProfile()
      completed += 1
      return response
    })
    expect(await statusOf('/healthz')).toBe(200)
    expect(completed).toBe(0)
    for (const { status, headers } of await calls) expect([status, headers.has('retry-after')]).toEqual([503, true])
    await release()
    await untilHealthy()
  })

  test('F26: with a slow statement on every connection, the process is still alive, and not ready', async () => {
    const slow = concurrently(CONNECTIONS, () => sql`select pg_sleep(4)`.execute(server.deps.db))
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
    await slow
    expect(await statusOf('/readyz')).toBe(200)
  })
})

describe('F27: no connection is free', () => {
  test('F27: calls are rejected while all connections are in use, and their queue is bounded', async () => {
    const releases = await concurrently(CONNECTIONS, hold)
    const few = await concurrently(3, getProfile)
    expect(few.map(({ status }) => status)).toEqual([503, 503, 503])
    const many = await concurrently(200, getProfile)
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]))
    expect(many.every(({ headers }) => headers.has('retry-after'))).toBe(true)
    for (const release of releases) await release()
    await untilHealthy()
  })

  test('F27: more concurrent calls than connections do not deadlock', async () => {
    const responses = await concurrently(60, () =>
      server.call('changeName', { token: person.token, body: { fullName: 'Ann Lee' } }),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('F28: transactions that conflict', () => {
  test('F28: of two in a deadlock the one that was rolled back is retried', async () => {
    const [one, other] = [await createUser(server), await createUser(server)]
    const before = [await versionOf(one), await versionOf(other)]
    let attempts = 0
    const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const both = Promise.all(reached.map(({ promise }) => promise))
    const run = (at: 0 | 1, first: TestUser, second: TestUser) =>
      server.deps.db.transaction().execute(async (trx) => {
        attempts += 1
        await touch(trx, first.id)
        reached[at].resolve()
        await both
        await touch(trx, second.id)
      })
    await Promise.all([run(0, one, other), run(1, other, one)])
    expect(attempts).toBe(3)
    expect([await versionOf(one), await versionOf(other)]).toEqual(before.map((version) => version + 2))
  })

  test('F28: the caller sees nothing of two serialization failures', async () => {
    const { db } = server.deps
    await sql`create sequence failures`.execute(db)
    await sql`create function fail_twice() returns trigger language plpgsql as $$
      begin
        if nextval('failures') <= 2 then raise exception 'not in order' using errcode = '40001'; end if;
        return new;
      end $$`.execute(db)
    await sql`create trigger fail_twice before insert on messages for each row execute function fail_twice()`.execute(
      db,
    )
    const body = { name: 'Ann Lee', email: 'ann@example.org', message: 'What does it cost?' }
    const { status } = await server.call('sendMessage', { body })
    await sql`drop trigger fail_twice on messages`.execute(db)
    expect(status).toBe(200)
    expect(await db.selectFrom('messages').select('id').execute()).toHaveLength(1)
  })

  test('F28: what never can be put in order is given up after four concurrently, as a 503', async () => {
    let attempts = 0
    const failing = server.deps.db.transaction().execute(async (trx) => {
      attempts += 1
      await sql`do $$ begin raise exception 'not in order' using errcode = '40001'; end $$`.execute(trx)
    })
    await expect(failing).rejects.toMatchObject({ code: 'unavailable' })
    expect(attempts).toBe(4)
  })
})
