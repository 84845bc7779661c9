import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, hours } from '#domain/units.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { purgeRateLimits } from './purge-rate-limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('rows that no rate limit counts any more are deleted, others are kept', async () => {
  const { db, now } = server.deps
  const at = (milliseconds: number) => new Date(now().getTime() + milliseconds)
  await db
    .insertInto('rateLimitHits')
    .values([
      { key: 'old', at: at(-days(1)), subject: null },
      { key: 'new', at: at(-hours(23)), subject: null },
    ])
    .execute()
  await db
    .insertInto('rateLimitBuckets')
    .values([
      { key: 'full', fullAt: at(-1) },
      { key: 'filling', fullAt: at(hours(1)) },
    ])
    .execute()
  await db
    .insertInto('loginAttempts')
    .values([
      { key: 'old', attempts: 99, attemptedAt: at(-days(1)) },
      { key: 'new', attempts: 1, attemptedAt: at(-hours(23)) },
    ])
    .execute()
  await purgeRateLimits(server.deps)
  const left = await Promise.all(
    (['rateLimitHits', 'rateLimitBuckets', 'loginAttempts'] as const).map(async (table) =>
      (await db.selectFrom(table).select('key').execute()).map(({ key }) => key),
    ),
  )
  expect(left).toEqual([['new'], ['filling'], ['new']])
})
