import { expect, test } from 'vitest'
import { filtered, identityColumns, sorted } from './table-model.ts'

const plots = [
  { plotId: '102', attributes: { genotype: 'MN1410', rep: '1' }, path: '' },
  { plotId: '101', attributes: { genotype: 'Check A', rep: '1', entryType: 'CHECK' }, path: '' },
  { plotId: '203', attributes: { genotype: 'MN0095', rep: '10' }, path: '' },
  { plotId: '204', attributes: {}, path: '' },
]
const isCheck = (at: number) => plots[at]?.attributes.entryType === 'CHECK'
const namesOf = (places: readonly number[]) => places.map((at) => plots[at]?.plotId)

test('checks stay on top, and plots without a value come last, up and down', () => {
  const cells = [3, 1, 2, null]
  expect(namesOf(sorted([0, 1, 2, 3], cells, { isDown: false, isCheck }))).toEqual(['101', '203', '102', '204'])
  expect(namesOf(sorted([0, 1, 2, 3], cells, { isDown: true, isCheck }))).toEqual(['101', '102', '203', '204'])
})

test('numbers in texts count as numbers', () => {
  const rep = identityColumns(plots).find(({ id }) => id === 'rep')?.cells
  expect(namesOf(sorted([2, 0, 3], rep, { isDown: false, isCheck }))).toEqual(['102', '203', '204'])
})

test('a filter keeps the plots that have all words, whatever their case', () => {
  expect(namesOf(filtered(plots, 'mn 10'))).toEqual(['102', '203'])
  expect(namesOf(filtered(plots, ' '))).toHaveLength(4)
  expect(filtered(plots, 'none such')).toEqual([])
})
