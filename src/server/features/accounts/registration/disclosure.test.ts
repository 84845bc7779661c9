import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import {
  anonymousClient,
  concurrently,
  countOf,
  newAddress,
  newEmail,
  openRateLimitedServer,
  type Reply,
} from '#server/testing/server/anonymous-client.ts'
import type { TestServer } from '#server/testing/server/test-server.ts'
import { createUser } from '#server/testing/server/users.ts'
import { hashingStats } from '../passwords/password-hash.ts'

let server: TestServer
beforeAll(async () => {
  server = await openRateLimitedServer()
})
afterAll(() => server.close())

const { logIn, register, resend, forgot } = anonymousClient(() => server)

/** The jobs that decide whether a code is sent, including completed ones. */
async function countJobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from queue.job where name = 'email-code'
  `.execute(server.deps.db)
  return rows[0]?.count ?? 0
}

describe('account enumeration', () => {
  test('login does the same work and responds the same for a wrong password, an unknown and an unconfirmed email', async () => {
    const { email } = await createUser(server)
    const unconfirmed = newEmail()
    await register(unconfirmed)
    const texts = new Set<string>()
    for (const target of [email, newEmail(), unconfirmed]) {
      const before = hashingStats().computed
      const { status, text } = await logIn(target, 'Wrong-2026!')
      expect([status, hashingStats().computed - before]).toEqual([401, 1])
      texts.add(text)
    }
    expect(texts.size).toBe(1)
  })

  test.each([
    ['forgot-password', forgot],
    ['resend-code', resend],
  ])('%s enqueues one job and responds the same, with and without an account', async (_name, ask) => {
    const { email } = await createUser(server)
    const unconfirmed = newEmail()
    await register(unconfirmed)
    const answers: Reply[] = []
    const before = await countJobs()
    for (const target of [email, newEmail(), unconfirmed]) answers.push(await ask(target))
    expect((await countJobs()) - before).toBe(3)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('one IP address can find five accounts an hour; then the responses reveal nothing about any email', async () => {
    const from = newAddress()
    const people = await concurrently(6, () => createUser(server))
    const [first] = people
    const statuses: number[] = []
    for (const { email } of [...people.slice(0, 3), ...people.slice(0, 2), ...people.slice(3, 5)])
      statuses.push((await register(email, from)).status)
    expect(statuses).toEqual([409, 409, 409, 409, 409, 409, 409])
    const after = [await register(people[5]?.email ?? '', from), await register(newEmail(), from)]
    expect(after.map(({ status }) => status)).toEqual([429, 429])
    expect(after[0]?.text).toBe(after[1]?.text)
    expect((await register(first?.email ?? '')).status).toBe(409)
    const audited = await server.deps.db
      .selectFrom('audit')
      .select('action')
      .where('action', '=', 'account.enumeration-suspected')
      .execute()
    expect(audited).toHaveLength(1)
  })

  test('ten registrations an hour from one IP address, three in three hours for one email', async () => {
    const from = newAddress()
    const answers = await concurrently(12, () => register(newEmail(), from))
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([10, 2])
    const email = newEmail()
    const statuses: number[] = []
    for (let time = 0; time < 4; time += 1) {
      statuses.push((await register(email)).status)
      server.advance(minutes(2))
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
