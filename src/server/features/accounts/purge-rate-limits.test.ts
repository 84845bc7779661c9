import { afterAll, beforeAll, expect, test } from 'vitest'
import { days, hours } from '#domain/units.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { purgeRateLimits } from './purge-rate-limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('what no limit counts any more is removed, the rest stays', async () => {
  const { db, now } = server.deps
  const at = (milliseconds: number) => new Date(now().getTime() + milliseconds)
  await db
    .insertInto('limitHits')
    .values([
      { key: 'old', at: at(-days(1)), what: null },
      { key: 'new', at: at(-hours(23)), what: null },
    ])
    .execute()
  await db
    .insertInto('limitBuckets')
    .values([
      { key: 'full', fullAt: at(-1) },
      { key: 'filling', fullAt: at(hours(1)) },
    ])
    .execute()
  await db
    .insertInto('loginTries')
    .values([
      { key: 'old', tries: 99, triedAt: at(-days(1)) },
      { key: 'new', tries: 1, triedAt: at(-hours(23)) },
    ])
    .execute()
  await purgeRateLimits(server.deps)
  const left = await Promise.all(
    (['limitHits', 'limitBuckets', 'loginTries'] as const).map(async (table) =>
      (await db.selectFrom(table).select('key').execute()).map(({ key }) => key),
    ),
  )
  expect(left).toEqual([['new'], ['filling'], ['new']])
})
