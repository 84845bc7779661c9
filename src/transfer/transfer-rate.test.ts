import { expect, it } from 'vitest'
import { seconds } from '#domain/units.ts'
import { createTransferRate } from './transfer-rate.ts'

const PER_SECOND = 1000

it('is unknown at first, and then the sent bytes per second', () => {
  const rate = createTransferRate()
  expect(rate.record(0, 0)).toBeUndefined()
  expect(rate.record(400, 400)).toBeUndefined()
  expect(rate.record(3 * PER_SECOND, seconds(3))).toBe(PER_SECOND)
})

it('falls when a connection slows down, and is 0 when it stalls', () => {
  const rate = createTransferRate()
  for (let second = 0; second <= 30; second += 1) rate.record(second * PER_SECOND, seconds(second))
  for (let second = 31; second < 60; second += 1) rate.record(30 * PER_SECOND, seconds(second))
  expect(rate.record(30 * PER_SECOND, seconds(60))).toBe(0)
})

it('starts again when bytes were reset', () => {
  const rate = createTransferRate()
  rate.record(0, 0)
  rate.record(5000, seconds(5))
  expect(rate.record(1000, seconds(6))).toBeUndefined()
  expect(rate.record(2000, seconds(8))).toBe(500)
})
