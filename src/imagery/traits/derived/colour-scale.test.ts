import { expect, test } from 'vitest'
import { colourOf, scaleOf } from './colour-scale.ts'

test('a value that is far off leaves the others their colours', () => {
  const values = [...Array.from({ length: 100 }, (_, at) => at / 100), 900, null]
  const scale = scaleOf(values)
  expect(scale?.[1]).toBeLessThan(1)
  expect(scaleOf([null])).toBeNull()
  expect(scaleOf([3, 3])).toEqual([2.5, 3.5])
})

test('the ramp begins with soil, ends with canopy, and holds what is beyond', () => {
  expect(colourOf(0, [0, 1])).toBe('rgb(243 233 210)')
  expect(colourOf(7, [0, 1])).toBe('rgb(21 47 74)')
})
