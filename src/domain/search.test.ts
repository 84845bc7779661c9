import { expect, it } from 'vitest'
import { searchWords } from './search.ts'

it.each([
  ['Anna Bau', ['anna', 'bau*']],
  ['  Winter_Wheat-2026 ', ['winter', 'wheat', '2026*']],
  ['anna.bauer@hof.example', ['anna', 'bauer', 'hof', 'example*']],
  ['100%_sure', ['100', 'sure*']],
  ['MÜLLER', ['müller*']],
  ['王伟', ['王伟*']],
  ['', []],
  ['\\ _ "%', []],
])('%j is a search for %j', (text, words) => {
  expect(searchWords(text).map(({ word, isPrefix }) => word + (isPrefix ? '*' : ''))).toEqual(words)
})
