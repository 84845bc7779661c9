import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCoordinate } from './read-coordinate.ts'

test('a number is one, without an axis', () =>
  expect(readCoordinate('604 117,09')).toEqual({ value: 604_117.09, axis: null }))

test.each([
  [`51°30'36.0"N`, 51.51, 'lat'],
  ['S 33 30 36', -33.51, 'lat'],
  ["10° 30.6' W", -10.51, 'lon'],
  ['10:30:36', 10.51, null],
  ['51.51N', 51.51, 'lat'],
  ['-10d30m36s', -10.51, null],
  ['10.51°', 10.51, null],
])('%s are degrees', (text, value, axis) => {
  expect(readCoordinate(text)).toEqual({ value: expect.closeTo(value, 9), axis })
})

test.each(['', 'A1', 'NaN', 'Infinity', '10:75:00', '1e999', '12,34,56', '-', 'N', '9'.repeat(100)])(
  '"%s" is neither',
  (text) => expect(readCoordinate(text).value).toBeNaN(),
)

test('any text is a number or NaN, never infinite', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9NSEW.,°'" :+-]{0,70}$/)), (text) => {
      const { value } = readCoordinate(text)
      expect(Number.isNaN(value) || Number.isFinite(value)).toBe(true)
    }),
  ))
