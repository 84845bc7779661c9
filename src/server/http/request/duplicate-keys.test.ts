import { assert as assertAll, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { hasDuplicateKey, isCrowded, VALUES_MAX } from './duplicate-keys.ts'

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
])('%s repeats a key', (json) => {
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

test('no value that was written by a program repeats a key', () => {
  const holds = property(jsonValue(), (value) => !hasDuplicateKey(JSON.stringify(value, null, 1)))
  expect(() => assertAll(holds)).not.toThrow()
})

test('the deepest text that a body can hold is looked through', () => {
  expect(hasDuplicateKey(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`)).toBe(false)
})

const list = (length: number, value: string) => `[${Array(length).fill(value).join(',')}]`

test.each([
  list(VALUES_MAX + 1, '0'),
  list(VALUES_MAX / 2 + 1, '{}'),
  `${'['.repeat(VALUES_MAX + 1)}${']'.repeat(VALUES_MAX + 1)}`,
  '{"":'.repeat(VALUES_MAX + 1),
])('a text of too many values is known without being read', (json) => {
  expect(isCrowded(json)).toBe(true)
})

test.each([
  list(10_000, '{"partNumber":10000,"etag":"\\"a,b\\"","size":536870912}'),
  JSON.stringify([','.repeat(200_000), '"[{'.repeat(100_000)]),
  '"never closed, [',
  '',
])('the longest list of receipts, and whatever stands in a text, is not too many', (json) => {
  expect(isCrowded(json)).toBe(false)
})
