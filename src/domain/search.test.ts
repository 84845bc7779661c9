import { expect, it } from 'vitest'
import { searchPattern } from './search.ts'

it.each([
  ['Anna Bauer', '%anna bauer%'],
  ['  Winter_Wheat-2026 ', '%winter wheat 2026%'],
  ['anna.bauer@hof.example', '%anna bauer hof example%'],
  ['100%_sure', '%100 sure%'],
  ['MÜLLER', '%müller%'],
  ['Ab', '% ab%'],
  ['王伟', '% 王伟%'],
  ['😀😀', '% 😀😀%'],
  ['_x_', '% x%'],
])('%j is looked for as %j', (said, pattern) => {
  expect(searchPattern(said)).toBe(pattern)
})

it.each(['', '  ', '%', '\\ _ "'])('%j holds nothing to look for', (said) => {
  expect(searchPattern(said)).toBeUndefined()
})
