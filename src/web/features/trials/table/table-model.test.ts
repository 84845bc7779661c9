import { expect, test } from 'vitest'
import { reverseExclusion, reverseValues } from './reverse.ts'
import { filtered, identityColumns, ownColumns, sorted, textOfTable } from './table-model.ts'

const plots = [
  { plotId: '102', attributes: { genotype: 'MN1410', rep: '1' }, path: '', rings: [] },
  { plotId: '101', attributes: { genotype: 'Check A', rep: '1', entryType: 'CHECK' }, path: '', rings: [] },
  { plotId: '203', attributes: { genotype: 'MN0095', rep: '10' }, path: '', rings: [] },
  { plotId: '204', attributes: {}, path: '', rings: [] },
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

const YIELD = {
  columnId: 'c1',
  name: 'Yield',
  unit: 'kg/ha',
  takenOn: null,
  author: 'Ada',
  changedTime: '2026-09-01T00:00:00.000Z',
  values: [
    { plotId: '101', value: 3200.123456789 },
    { plotId: '102', value: '=1+1' },
    { plotId: '999', value: 1 },
  ],
}

test('the copied table has what is shown, in its order and in full precision, and no formula', () => {
  const columns = ownColumns(plots, [YIELD])
  expect(textOfTable({ plots, columns, order: [1, 0, 3] })).toBe(
    "Plot\tYield, kg/ha\n101\t3200.123456789\n102\t'=1+1\n204\t",
  )
})

test('a change of values is taken back to what each plot had on that date, or to nothing', () => {
  const values = [
    { plotId: '101', value: 1 },
    { plotId: '203', value: 2 },
  ]
  const [same, other] = reverseValues(
    [
      { name: 'Yield', values },
      { name: 'Yield', takenOn: '2026-07-01', values },
    ],
    [YIELD],
  )
  expect(same?.values).toEqual([
    { plotId: '101', value: 3200.123456789 },
    { plotId: '203', value: null },
  ])
  expect(other).toEqual({
    name: 'Yield',
    takenOn: '2026-07-01',
    values: values.map((one) => ({ ...one, value: null })),
  })
})

test('an exclusion is taken back to the reason that each plot had on the same dates', () => {
  const before = [
    { plotId: '101', trialFlightId: null, reason: 'Flooded', author: 'Ada', createdTime: '' },
    { plotId: '102', trialFlightId: 'f1', reason: 'Lodged', author: 'Ada', createdTime: '' },
  ]
  expect(reverseExclusion({ plotIds: ['101', '102', '203'], reason: null }, before)).toEqual([
    { plotIds: ['101'], reason: 'Flooded' },
    { plotIds: ['102', '203'], reason: null },
  ])
  expect(reverseExclusion({ plotIds: ['101', '102'], trialFlightId: 'f1', reason: 'Hail' }, before)).toEqual([
    { plotIds: ['101'], trialFlightId: 'f1', reason: null },
    { plotIds: ['102'], trialFlightId: 'f1', reason: 'Lodged' },
  ])
})
