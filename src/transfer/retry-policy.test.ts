import { expect, it } from 'vitest'
import { hours, minutes, seconds } from '#domain/units.ts'
import { CallError } from './call-error.ts'
import { createRetryPolicy } from './retry-policy.ts'

const noAnswer = new CallError(0)
const outage = { fault: noAnswer, offline: false }

it('F29: rests longer and longer, up to half a minute', () => {
  const retryPolicy = createRetryPolicy(() => 0)
  const rests = Array.from({ length: 8 }, () => retryPolicy.delayAfter(outage))
  expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map(seconds))
})

it('is over after a night without a connection, and new once a part has arrived', () => {
  let now = 0
  const retryPolicy = createRetryPolicy(() => now)
  retryPolicy.delayAfter(outage)
  now = hours(12)
  expect(retryPolicy.delayAfter(outage)).toBe(seconds(2))
  retryPolicy.renew()
  now += minutes(1)
  expect(retryPolicy.delayAfter(outage)).toBe(seconds(1))
  now += hours(12) + 1
  expect(retryPolicy.delayAfter(outage)).toBeUndefined()
})

it.each([0, 403, 404, 409, 500])('ends at the fourth answer of %i to a part of which little had gone out', (status) => {
  const retryPolicy = createRetryPolicy(() => 0)
  const refusal = { fault: new CallError(status), partBytesSent: 1000, offline: false }
  const rests = Array.from({ length: 4 }, () => retryPolicy.delayAfter(refusal))
  expect(rests.map((rest) => rest !== undefined)).toEqual([true, true, true, false])
})

it('counts no failure of the time offline', () => {
  const retryPolicy = createRetryPolicy(() => 0)
  for (let times = 0; times < 9; times += 1)
    expect(retryPolicy.delayAfter({ fault: noAnswer, partBytesSent: 0, offline: true })).toBeGreaterThan(0)
})

it.each([400, 401, 403, 404, 409, 413, 507])('does not repeat a call that was answered with %i', (status) => {
  expect(createRetryPolicy(() => 0).delayAfter({ fault: new CallError(status), offline: false })).toBeUndefined()
})
