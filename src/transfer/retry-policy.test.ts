import { expect, it } from 'vitest'
import { hours, minutes, seconds } from '#domain/units.ts'
import { CallError } from './call-error.ts'
import { createRetryPolicy } from './retry-policy.ts'

const noAnswer = new CallError(0)
const outage = { error: noAnswer, offline: false }

it('F29: delays grow up to half a minute', () => {
  const retryPolicy = createRetryPolicy(() => 0)
  const rests = Array.from({ length: 8 }, () => retryPolicy.delayAfter(outage))
  expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map(seconds))
})

it('gives up after 12 hours without a connection, and starts again once a part has arrived', () => {
  let now = 0
  const retryPolicy = createRetryPolicy(() => now)
  retryPolicy.delayAfter(outage)
  now = hours(12)
  expect(retryPolicy.delayAfter(outage)).toBe(seconds(2))
  retryPolicy.reset()
  now += minutes(1)
  expect(retryPolicy.delayAfter(outage)).toBe(seconds(1))
  now += hours(12) + 1
  expect(retryPolicy.delayAfter(outage)).toBeUndefined()
})

it.each([0, 403, 404, 409, 500])(
  'gives up at the fourth response %i to a part of which few bytes were sent',
  (status) => {
    const retryPolicy = createRetryPolicy(() => 0)
    const refusal = { error: new CallError(status), partBytesSent: 1000, offline: false }
    const rests = Array.from({ length: 4 }, () => retryPolicy.delayAfter(refusal))
    expect(rests.map((rest) => rest !== undefined)).toEqual([true, true, true, false])
  },
)

it('does not count failures while offline', () => {
  const retryPolicy = createRetryPolicy(() => 0)
  for (let times = 0; times < 9; times += 1)
    expect(retryPolicy.delayAfter({ error: noAnswer, partBytesSent: 0, offline: true })).toBeGreaterThan(0)
})

it.each([400, 401, 403, 404, 409, 413, 507])('does not retry a call that was answered with %i', (status) => {
  expect(createRetryPolicy(() => 0).delayAfter({ error: new CallError(status), offline: false })).toBeUndefined()
})
