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
  ['int', 'integer: 1 <= x <= 14', [1, '14'], [0, 15, 1.5, '', ' ', 'two', true]],
  ['float', 'float > 0.0', [0.01], [0, '-1']],
  ['float', 'float <= 2', [2, -7], [2.1]],
  ['float', 'as the node likes', [-1e9], ['fine']],
  ['bool', '', [true, 'false', 1], ['yes']],
  ['enum', ['high', 'low'], ['low'], ['medium', '']],
  ['string', 'path', ['', 'anything'], []],
])('of %s %j', (type, domain, taken, refused) => {
  for (const value of taken) expect(problemOfValue({ type, domain }, value)).toBeUndefined()
  for (const value of refused)
    expect(problemOfValue({ type, domain }, value)).toBe(`must be ${valuesOf({ type, domain })}`)
})
