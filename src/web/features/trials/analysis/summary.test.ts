import { expect, test } from 'vitest'
import { summaryOf } from './summary.ts'

test('plots without a value count in nothing', () => {
  // sd(c(2, 4, 4, 4, 5, 5, 7, 9)) in R is 2.13809.
  const summary = summaryOf([2, 4, null, 4, 4, 5, 5, 7, 9])
  expect(summary).toMatchObject({ count: 8, mean: 5, least: 2, most: 9 })
  expect(summary?.sd).toBeCloseTo(2.13809, 5)
})

test('one value has no deviation, and none has no summary', () => {
  expect(summaryOf([null, 7])).toEqual({ count: 1, mean: 7, sd: Number.NaN, least: 7, most: 7 })
  expect(summaryOf([null])).toBeNull()
})
