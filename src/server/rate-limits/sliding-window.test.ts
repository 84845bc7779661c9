import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginLockoutMs, type RateLimitRule } from '#domain/rate-limits.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { consumeRateLimit } from './sliding-window.ts'
import { createTokenBuckets } from './token-buckets.ts'

let server: TestServer
let now = new Date()
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** As in one process of several over the same database. */
const openProcess = () => createTokenBuckets({ db: server.deps.db, now: () => now })
type Process = ReturnType<typeof openProcess>
const hitClock = () => consumeRateLimit(server.deps.db, 'clock', { limits: [{ max: 1, windowSeconds: 60 }], now })
const minutesAfter = (tries: number) => loginLockoutMs(tries) / 60_000

async function takeAll(processes: Process[], key: string, { limit, calls }: { limit: RateLimitRule; calls: number }) {
  const waits = await Promise.all(
    Array.from({ length: calls }, async (_, at) => processes[at % processes.length]?.take(key, limit)),
  )
  return { taken: waits.filter((wait) => wait === 0).length, waits: new Set(waits) }
}

test.each([
  { max: 10, windowSeconds: 900 },
  { max: 300, windowSeconds: 60 },
])('a bucket of $max in $windowSeconds s applies to several processes together', async (limit) => {
  const key = `of-processes:${limit.max}`
  const processes = [openProcess(), openProcess(), openProcess()]
  const { taken } = await takeAll(processes, key, { limit, calls: limit.max * 3 })
  expect(taken).toBe(limit.max)
  expect((await takeAll([openProcess()], key, { limit, calls: 5 })).taken).toBe(0)
})

test('a bucket refills evenly, and reports when', async () => {
  const limit = { max: 10, windowSeconds: 900 }
  const one = openProcess()
  expect(await takeAll([one], 'filling', { limit, calls: 11 })).toEqual({ taken: 10, waits: new Set([0, 90]) })
  later(89_999)
  expect(await one.take('filling', limit)).toBe(1)
  later(1)
  expect((await takeAll([one, openProcess()], 'filling', { limit, calls: 4 })).taken).toBe(1)
  later(900_000)
  expect((await takeAll([openProcess()], 'filling', { limit, calls: 20 })).taken).toBe(10)
})

test('a clock that is set back does not lock callers out until that time', async () => {
  const limit = { max: 10, windowSeconds: 900 }
  const one = openProcess()
  const tomorrow = 25 * 3_600_000
  later(tomorrow)
  await takeAll([one], 'clock', { limit, calls: 11 })
  expect([await hitClock(), await hitClock()]).toEqual([0, 60])
  later(-tomorrow)
  expect(await one.take('clock', limit)).toBe(90)
  later(90_000)
  expect(await one.take('clock', limit)).toBe(0)
  expect(await openProcess().take('clock', limit)).toBe(90)
  expect(await hitClock()).toBe(0)
})

test('a caller beyond the rate limit causes no database query', async () => {
  let statements = 0
  const counting = server.deps.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const one = createTokenBuckets({ db: counting, now: () => now })
  const limit = { max: 300, windowSeconds: 60 }
  for (let call = 0; call < 300; call += 1) expect(await one.take('flood', limit)).toBe(0)
  expect(statements).toBeLessThanOrEqual(60)
  expect(await one.take('flood', limit)).toBeGreaterThan(0)
  const before = statements
  for (let call = 0; call < 1000; call += 1) await one.take('flood', limit)
  expect(statements).toBe(before)
})

test('an act with a high cost waits until the bucket has enough, and leaves what is there to cheaper ones', async () => {
  const limit = { max: 600, windowSeconds: 60 }
  const one = openProcess()
  expect(await one.take('costly', limit, 400)).toBe(0)
  expect(await one.take('costly', limit, 400)).toBe(20)
  expect(await one.take('costly', limit, 500)).toBe(30)
  expect(await one.take('costly', limit, 150)).toBe(0)
  expect(await openProcess().take('costly', limit, 50)).toBe(0)
  expect(await one.take('costly', limit)).toBe(1)
  later(1000)
  expect(await one.take('costly', limit, 10)).toBe(0)
})

test('the costs of several concurrent processes never exceed the bucket', async () => {
  const limit = { max: 600, windowSeconds: 60 }
  const processes = [openProcess(), openProcess(), openProcess()]
  const costs = Array.from({ length: 60 }, (_, at) => 1 + ((at * 7) % 40))
  const waits = await Promise.all(
    costs.map(async (cost, at) => (await processes[at % 3]?.take('costs', limit, cost)) ?? 1),
  )
  const taken = costs.reduce((sum, cost, at) => sum + (waits[at] === 0 ? cost : 0), 0)
  expect(taken).toBeLessThanOrEqual(600)
  expect(taken).toBeGreaterThan(500)
})

test('a cost beyond a whole bucket takes a whole bucket', async () => {
  const limit = { max: 10, windowSeconds: 60 }
  const one = openProcess()
  expect(await one.take('whole', limit, 50)).toBe(0)
  expect(await one.take('whole', limit, 50)).toBe(60)
  later(60_000)
  expect(await one.take('whole', limit, 50)).toBe(0)
})

const hit = (key: string, max: number, subject?: string) =>
  server.deps.db
    .transaction()
    .execute((trx) =>
      consumeRateLimit(trx, key, { limits: [{ max, windowSeconds: 60 }], now, ...(subject ? { subject } : {}) }),
    )

test('hits for one key are exact, however many are concurrent', async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, () => hit('exact', 3)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  expect(waits.filter((wait) => wait === 60)).toHaveLength(17)
})

test('the same subject is counted once', async () => {
  const waits: number[] = []
  for (const subject of ['a', 'a', 'b', 'a', 'c', 'b']) waits.push(await hit('distinct', 2, subject))
  expect(waits).toEqual([0, 0, 0, 0, 60, 0])
  later(60_000)
  expect(await hit('distinct', 2, 'c')).toBe(0)
})

test('lockouts after wrong passwords grow to a quarter of an hour, and to a day after a hundred', () => {
  expect([1, 9, 10, 11, 12, 13, 14, 15, 99, 100, 1000].map(minutesAfter)).toEqual([
    0, 0, 1, 2, 4, 8, 15, 15, 15, 1440, 1440,
  ])
})
