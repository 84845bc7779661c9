import { assert as assertAll, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { hasDuplicateKey, hasTooManyValues, VALUES_MAX } from './duplicate-keys.ts'

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"b":{"c":1,"c":1}}',
  '[{"a":1},{"a":1,"a":1}]',
  '{"a":1,"\\u0061":2}',
  '{ "a" : 1 ,\n\t"a"\r\n: 2 }',
  '{"":1,"":2}',
  '{"a\\"":1,"a\\"":2}',
  '{"a":"}","a":1}',
  '{"a":[{"a":1}],"a":1}',
  '{"\\\\":1,"b":"\\\\","\\\\":1}',
])('%s has a duplicate key', (json) => {
  expect(hasDuplicateKey(json)).toBe(true)
})

test.each([
  '{}',
  '{"a":1,"b":2}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"a"}',
  '["a","a"]',
  '{"a":"\\",\\"a\\":1"}',
  '{"a\\\\":1,"a":2}',
  '"a"',
  '1',
])('%s does not', (json) => {
  expect(hasDuplicateKey(json)).toBe(false)
})

test('no value that a program has serialized has a duplicate key', () => {
  const holds = property(jsonValue(), (value) => !hasDuplicateKey(JSON.stringify(value, null, 1)))
  expect(() => assertAll(holds)).not.toThrow()
})

test('the most deeply nested text that fits into a body is checked', () => {
  expect(hasDuplicateKey(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`)).toBe(false)
})

const list = (length: number, value: string) => `[${Array(length).fill(value).join(',')}]`

test.each([
  list(VALUES_MAX + 1, '0'),
  list(VALUES_MAX / 2 + 1, '{}'),
  `${'['.repeat(VALUES_MAX + 1)}${']'.repeat(VALUES_MAX + 1)}`,
  '{"":'.repeat(VALUES_MAX + 1),
])('a text with too many values is detected without parsing it', (json) => {
  expect(hasTooManyValues(json)).toBe(true)
})

test.each([
  list(10_000, '{"partNumber":10000,"etag":"\\"a,b\\"","size":536870912}'),
  JSON.stringify([','.repeat(200_000), '"[{'.repeat(100_000)]),
  '"never closed, [',
  '',
])('the longest list of completed parts, and any string content, is accepted', (json) => {
  expect(hasTooManyValues(json)).toBe(false)
})
