import { expect, it } from 'vitest'
import { seconds } from '#domain/units.ts'
import { createTransferRate } from './transfer-rate.ts'

const PER_SECOND = 1000

it('is unknown at first, and then what went out per second', () => {
  const pace = createTransferRate()
  expect(pace.note(0, 0)).toBeUndefined()
  expect(pace.note(400, 400)).toBeUndefined()
  expect(pace.note(3 * PER_SECOND, seconds(3))).toBe(PER_SECOND)
})

it('follows a line that slows down, and tells of one that stands still', () => {
  const pace = createTransferRate()
  for (let second = 0; second <= 30; second += 1) pace.note(second * PER_SECOND, seconds(second))
  for (let second = 31; second < 60; second += 1) pace.note(30 * PER_SECOND, seconds(second))
  expect(pace.note(30 * PER_SECOND, seconds(60))).toBe(0)
})

it('counts nothing twice: bytes that were reset start it again', () => {
  const pace = createTransferRate()
  pace.note(0, 0)
  pace.note(5000, seconds(5))
  expect(pace.note(1000, seconds(6))).toBeUndefined()
  expect(pace.note(2000, seconds(8))).toBe(500)
})
