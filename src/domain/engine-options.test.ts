import { expect, test } from 'vitest'
import { problemOfValue, valuesOf } from './engine-options.ts'

test.each([
  ['enum', ['high', '', 'low'], 'one of high, low'],
  ['bool', '', 'true or false'],
  ['int', 'integer: 1 <= x <= 14', 'a whole number from 1 to 14'],
  ['int', 'positive integer', 'a whole number of at least 0'],
  ['int', 'negative integer', 'a whole number of at most 0'],
  ['float', 'float > 0.0', 'a number above 0'],
  ['float', 'float < 2.5', 'a number below 2.5'],
  ['float', 'percent', 'a number from 0 to 100'],
  ['float', 'as the node likes', 'a number'],
  ['string', 'json', 'text'],
])('values of %s %j are %s', (type, domain, words) => expect(valuesOf({ type, domain })).toBe(words))

test.each([
  { type: 'int', domain: 'integer: 1 <= x <= 14', taken: [1, '14'], refused: [0, 15, 1.5, '', ' ', 'two', true] },
  { type: 'float', domain: 'float > 0.0', taken: [0.01], refused: [0, '-1'] },
  { type: 'float', domain: 'float <= 2', taken: [2, -7], refused: [2.1] },
  { type: 'float', domain: 'as the node likes', taken: [-1e9], refused: ['fine'] },
  { type: 'bool', domain: '', taken: [true, 'false', 1], refused: ['yes'] },
  { type: 'enum', domain: ['high', 'low'], taken: ['low'], refused: ['medium', ''] },
  { type: 'string', domain: 'path', taken: ['', 'anything'], refused: [] },
])('of $type $domain, $taken are taken and $refused are not', ({ taken, refused, ...option }) => {
  for (const value of taken) expect(problemOfValue(option, value)).toBeUndefined()
  for (const value of refused) expect(problemOfValue(option, value)).toBe(`must be ${valuesOf(option)}`)
})
