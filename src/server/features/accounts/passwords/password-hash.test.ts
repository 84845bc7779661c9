import { expect, test } from 'vitest'
import { hashingStats, hashPassword, passwordMatches } from './password-hash.ts'

test('a hash is argon2id with 19 MiB, 2 passes and a new salt, over every character', async () => {
  const long = 'Furrow-2026!'.padEnd(128, 'x')
  const [one, other] = await Promise.all([hashPassword(long), hashPassword(long)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
  expect(await passwordMatches(one, long)).toBe(true)
  expect(await passwordMatches(one, `${long.slice(0, -1)}y`)).toBe(false)
  expect(await passwordMatches(undefined, long)).toBe(false)
})

test('two hashes run concurrently, a hundred wait, and more are rejected', async () => {
  const crowd = Array.from({ length: 104 }, () => hashPassword('Furrow-2026!'))
  expect(hashingStats()).toMatchObject({ running: 2, waiting: 100 })
  const outcomes = await Promise.allSettled(crowd)
  const rejected = outcomes.filter(({ status }) => status === 'rejected')
  expect(rejected).toHaveLength(2)
  expect(rejected).toMatchObject([{ reason: { code: 'unavailable', details: { retryAfterSeconds: 3 } } }, {}])
  expect(hashingStats()).toMatchObject({ running: 0, waiting: 0 })
})
