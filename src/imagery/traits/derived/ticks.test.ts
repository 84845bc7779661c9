import { expect, test } from 'vitest'
import { ticksOf } from './ticks.ts'

test.each<[readonly [number, number], number, number[]]>([
  [[-0.0734, 0.2213], 3, [0, 0.1, 0.2]],
  [[0, 100], 4, [0, 25, 50, 75, 100]],
  [[-29_625.2, -29_601.7], 3, [-29_620, -29_610]],
])('ticks from %j are round numbers within it', (range, most, ticks) => {
  expect(ticksOf(range, most)).toEqual(ticks)
})
