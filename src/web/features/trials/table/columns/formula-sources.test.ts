import { expect, test } from 'vitest'
import { readColumnFormula } from '#imagery/traits/catalogue/column-formulas.ts'
import { missingIn, sourcesOf } from './formula-sources.ts'

const COVER = { trait: 'canopyCover', flightIds: ['f1', 'gone'] }
const own = (name: string, takenOn: string | null) => ({
  id: name,
  title: `${name}, kg`,
  unit: 'kg',
  cells: [],
  own: {
    columnId: name,
    name,
    unit: 'kg',
    takenOn,
    type: 'number' as const,
    chosenType: null,
    author: '',
    changedTime: '',
    values: [],
  },
})
const sources = sourcesOf({
  columns: [{ id: 'row', title: 'Row', unit: '', cells: [] }, own('Yield', null), own('Lodging', '2026-08-01')],
  measured: [COVER] as never,
  flights: [{ trialFlightId: 'f1', takenOn: '2026-07-01', moment: '2026-07-01' }] as never,
})

test('columns are called by their names and dates, without units; a flight that was removed is none', () => {
  expect([...sources.keys()]).toEqual(['[Row]', '[Yield]', '[Lodging 2026-08-01]', '[canopyCover 2026-07-01]'])
})

test.each([
  ['[Yield] / [canopyCover 2026-07-01]', undefined],
  ['[Yield] / [Protein]', 'There is no column [Protein] in this table'],
  ['[yield] * 2', 'There is no column [yield] in this table; write [Yield]'],
])('%s', (text, words) => {
  const formula = readColumnFormula(text)
  if (typeof formula === 'string') throw new Error(formula)
  expect(missingIn(formula, sources)).toBe(words)
})
