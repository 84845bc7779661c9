import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { concurrently } from '#server/testing/server/anonymous-client.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'
import type { Schema } from './schema.ts'

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
const untilWell = () => vi.waitFor(async () => expect((await getProfile()).status).toBe(200), { timeout: 60_000 })

/** Waits for a connection and keeps it; resolves to a function that releases it. */
async function hold(): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  const end = server.deps.db.connection().execute(async () => {
    taken.resolve()
    await given.promise
  })
  await taken.promise
  return () => {
    given.resolve()
    return end
  }
}

/** A concurrent transaction that has run `statement` and stays open. */
async function othersHold(statement: string): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  const end = server.deps.db.transaction().execute(async (trx) => {
    await sql.raw(statement).execute(trx)
    done.resolve()
    await given.promise
  })
  await done.promise
  return () => {
    given.resolve()
    return end
  }
}

const touch = (trx: Kysely<Schema>, id: string) =>
  trx
    .updateTable('users')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
const versionOf = async ({ id }: TestUser) =>
  (await server.deps.db.selectFrom('users').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

describe('F26: a database that is slow', () => {
  test('F26: a statement that takes too long is a 503; health answers meanwhile', async () => {
    const release = await othersHold('lock table sessions in access exclusive mode')
    let answered = 0
    const calls = concurrently(CONNECTIONS - 2, async () => {
      const answer = await getProfile()
      answered += 1
      return answer
    })
    expect(await statusOf('/healthz')).toBe(200)
    expect(answered).toBe(0)
    for (const { status, headers } of await calls) expect([status, headers.has('retry-after')]).toEqual([503, true])
    await release()
    await untilWell()
  })

  test('F26: with every connection at a slow statement, the process still says that it lives and that it is not ready', async () => {
    const slow = concurrently(CONNECTIONS, () => sql`select pg_sleep(4)`.execute(server.deps.db))
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
    await slow
    expect(await statusOf('/readyz')).toBe(200)
  })
})

describe('F27: no connection is free', () => {
  test('F27: a call is refused while all of them are still held, and the queue for them has an end', async () => {
    const releases = await concurrently(CONNECTIONS, hold)
    const few = await concurrently(3, getProfile)
    expect(few.map(({ status }) => status)).toEqual([503, 503, 503])
    const many = await concurrently(200, getProfile)
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]))
    expect(many.every(({ headers }) => headers.has('retry-after'))).toBe(true)
    for (const release of releases) await release()
    await untilWell()
  })

  test('F27: more calls at once than connections do not wait for each other for good', async () => {
    const answers = await concurrently(60, () =>
      server.call('changeName', { token: person.token, body: { fullName: 'Ann Lee' } }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('F28: transactions in each other’s way', () => {
  test('F28: of two in a deadlock the one that was undone is done again', async () => {
    const [one, other] = [await createUser(server), await createUser(server)]
    const before = [await versionOf(one), await versionOf(other)]
    let tries = 0
    const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const both = Promise.all(reached.map(({ promise }) => promise))
    const run = (at: 0 | 1, first: TestUser, second: TestUser) =>
      server.deps.db.transaction().execute(async (trx) => {
        tries += 1
        await touch(trx, first.id)
        reached[at].resolve()
        await both
        await touch(trx, second.id)
      })
    await Promise.all([run(0, one, other), run(1, other, one)])
    expect(tries).toBe(3)
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
    let tries = 0
    const hopeless = server.deps.db.transaction().execute(async (trx) => {
      tries += 1
      await sql`do $$ begin raise exception 'not in order' using errcode = '40001'; end $$`.execute(trx)
    })
    await expect(hopeless).rejects.toMatchObject({ code: 'unavailable' })
    expect(tries).toBe(4)
  })
})
