import { expect, test } from 'vitest'
import { warningsIn, withWarnings } from './warnings.ts'

/** Of four plots; the second column has no warnings at all. */
const COLUMNS = [
  { flags: [['SHADOW'], [], ['SHADOW', 'LOW_PIXELS'], []] },
  {},
  { flags: [['SHADOW'], [], [], ['OUTLIER_TIME']] },
]

test.each([
  ['any', [3, 2, 0]],
  ['none', [1]],
  ['SHADOW', [2, 0]],
  ['LOW_PIXELS', [2]],
  ['NEG_HEIGHT', []],
])('plots by warnings: %s, in the order in which they came', (wanted, places) => {
  expect(withWarnings([3, 2, 1, 0], COLUMNS, wanted)).toEqual(places)
})

test('warnings count plots, not values, the most frequent first', () => {
  expect(warningsIn(COLUMNS, 4)).toEqual([
    { flag: 'SHADOW', plots: 2 },
    { flag: 'LOW_PIXELS', plots: 1 },
    { flag: 'OUTLIER_TIME', plots: 1 },
  ])
})
