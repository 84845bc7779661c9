import { assert as assertAll, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { repeatsKey } from './repeated-keys.ts'

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
])('%s repeats a key', (json) => {
  expect(repeatsKey(json)).toBe(true)
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
  expect(repeatsKey(json)).toBe(false)
})

test('no value that was written by a program repeats a key', () => {
  const holds = property(jsonValue(), (value) => !repeatsKey(JSON.stringify(value, null, 1)))
  expect(() => assertAll(holds)).not.toThrow()
})

test('the deepest text that a body can hold is looked through', () => {
  expect(repeatsKey(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`)).toBe(false)
})
