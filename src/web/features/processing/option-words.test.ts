import { expect, test } from 'vitest'
import type { EngineOption } from '#domain/engine-options.ts'
import { findOptions, firstValue, optionFacts } from './option-words.ts'

const option = (changes: Partial<EngineOption>): EngineOption => ({
  name: 'crop',
  type: 'float',
  value: '3',
  domain: 'positive float',
  help: 'Cuts the edges of maps.',
  ...changes,
})

test('what an option takes, and its default', () => {
  expect(optionFacts(option({}))).toBe('a number of at least 0, default 3')
  expect(optionFacts(option({ type: 'bool', value: 'false', domain: 'bool' }))).toBe('yes or no, default no')
  expect(optionFacts(option({ type: 'string', value: '', domain: 'json' }))).toBe('text, no default')
  const domain = Array.from({ length: 9 }, (_, at) => `lens-${at}`)
  expect(optionFacts(option({ type: 'enum', value: 'lens-0', domain }))).toBe('one of 9 values, default lens-0')
})

test('a switch is first set the other way than it is', () => {
  expect(firstValue(option({ type: 'bool', value: 'false' }))).toBe('true')
  expect(firstValue(option({ type: 'bool', value: 'true' }))).toBe('false')
  expect(firstValue(option({}))).toBe('3')
})

test('options are found by all words of what is typed, in name or help', () => {
  const options = [option({}), option({ name: 'dsm', help: 'Makes a map of heights.' })]
  expect(findOptions(options, ' MAP  edges')).toEqual([options[0]])
  expect(findOptions(options, 'map')).toHaveLength(2)
  expect(findOptions(options, '')).toHaveLength(2)
  expect(findOptions(options, 'cloud')).toEqual([])
})
