import { expect, test } from 'vitest'
import { degreeDays, usualBaseOf } from './degree-days.ts'

const days = [5, 12, 20, 40].map((mean, at) => ({ date: `2026-05-0${at + 1}`, mean }))
const warmth = { base: 10, upper: 30, days }

test('degree-days count from planting to the day before the flight, never below 0 and at most to the upper limit', () => {
  expect(degreeDays(warmth, '2026-05-01', '2026-05-01')).toEqual({ sum: 0, missing: 0 })
  expect(degreeDays(warmth, '2026-05-01', '2026-05-04')).toEqual({ sum: 12, missing: 0 })
  expect(degreeDays(warmth, '2026-05-01', '2026-05-05')).toEqual({ sum: 32, missing: 0 })
  expect(degreeDays({ ...warmth, upper: null }, '2026-05-04', '2026-05-05').sum).toBe(30)
})

test('a missing day gives no number, and says how many are missing', () => {
  const gap = { ...warmth, days: days.filter(({ date }) => date !== '2026-05-02') }
  expect(degreeDays(gap, '2026-05-01', '2026-05-05')).toEqual({ sum: null, missing: 1 })
  expect(degreeDays(warmth, '2026-04-30', '2026-05-05')).toEqual({ sum: null, missing: 1 })
  expect(degreeDays(gap, '2026-05-03', '2026-05-05')).toEqual({ sum: 30, missing: 0 })
  expect(degreeDays(warmth, '2026-05-02', '2026-05-01').sum).toBeNull()
})

test('limits are suggested for crops that are known', () => {
  expect(['Winter wheat', 'Soybean', 'Sweet corn', 'Cotton'].map(usualBaseOf)).toEqual([0, 10, 10, 15.6])
  expect(['Tulip', 'Buckwheat', 'Peppercorn', '', null].map(usualBaseOf)).toEqual(Array(5).fill(undefined))
})
