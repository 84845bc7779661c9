import { expect, test } from 'vitest'
import { positionErrorOf } from './position-error.ts'

const GPS = { across: 1.5, up: 2 }

test('a fixed position has the error that it states, but no less than a camera beside an antenna', () => {
  expect(positionErrorOf({ flag: 50, across: 0.05, up: 0.08 })).toEqual({ across: 0.05, up: 0.08 })
  expect(positionErrorOf({ flag: 50, across: 0.001, up: 0.001 })).toEqual({ across: 0.02, up: 0.03 })
})

test('one of a float solution is off by decimetres, whatever it states', () => {
  expect(positionErrorOf({ flag: 34, across: 0.05, up: 0.7 })).toEqual({ across: 0.3, up: 0.7 })
})

test.each([
  ['a single one', { flag: 16, across: 0.02, up: 0.02 }],
  ['one without a flag', { flag: null, across: 0.02, up: 0.02 }],
  ['one that states no error', { flag: 50, across: null, up: null }],
  ['one of which nothing is known', null],
])('%s is off as any of GPS', (_, stated) => {
  expect(positionErrorOf(stated)).toEqual(GPS)
})
