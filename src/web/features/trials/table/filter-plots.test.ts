import { expect, test } from 'vitest'
import { filterPlots } from './filter-plots.ts'
import { identityColumns, type TableColumn } from './table-model.ts'

const plots = [
  { plotId: '102', attributes: { genotype: 'MN1410', rep: '1' }, rings: [] },
  { plotId: '101', attributes: { genotype: 'Check A', rep: '1' }, rings: [] },
  { plotId: '203', attributes: { genotype: 'MN0095', rep: '10' }, rings: [] },
  { plotId: '204', attributes: {}, rings: [] },
]
const columns: TableColumn[] = [
  ...identityColumns(plots),
  { id: 'own-1', title: 'Yield, kg/ha', unit: 'kg/ha', cells: [4000, 3200.5, null, 5000] },
  { id: 'own-2', title: 'Flowering', unit: 'date', cells: [20_640, 20_650, null, null] },
  { id: '2026-07-14', title: '14 Jul 2026', unit: '%', cells: [99.94, 80, 99.86, 1] },
  { id: '2026-07-30', title: '30 Jul 2026', unit: '%', cells: [1, 2, 3, 4] },
]
const shown = (text: string) => filterPlots({ plots, columns }, text).places.map((at) => plots[at]?.plotId)
const problemsOf = (text: string) => filterPlots({ plots, columns }, text).problems

test('words keep the plots that have all of them, whatever their case', () => {
  expect(shown('mn 10')).toEqual(['102', '203'])
  expect(shown(' ')).toHaveLength(4)
  expect(shown('none such')).toEqual([])
})

test('conditions are on columns by their names, of numbers, dates and texts', () => {
  expect(shown('yield > 3,200.5')).toEqual(['102', '204'])
  expect(shown('Yield, kg/ha >= 3200.5 and rep = 1')).toEqual(['102', '101'])
  expect(shown('flowering<2026-07-10')).toEqual(['102'])
  expect(shown('genotype = check a')).toEqual(['101'])
  expect(shown('rep <= 9')).toEqual(['102', '101'])
  expect(shown('plot >= 200; mn')).toEqual(['203'])
  // 99.94 and 99.86 are both shown as 99.9.
  expect(shown('14 Jul 2026 = 99.9')).toEqual(['102', '203'])
})

test('a plot without a value meets no condition on it', () => {
  expect(shown('yield != 4000')).toEqual(['101', '204'])
  expect(shown('genotype <> MN1410')).toEqual(['101', '203'])
})

test('what can’t be read says why, and leaves nothing out', () => {
  for (const [text, problem] of [
    ['weight > 3', 'No column begins with “weight”.'],
    ['yield >', 'Yield, kg/ha > needs a value.'],
    ['yield > much', '“much” is no number.'],
    ['flowering = July', '“July” is no date such as 2026-07-14.'],
  ] as const) {
    expect(problemsOf(text)).toEqual([problem])
    expect(shown(text)).toHaveLength(4)
  }
  expect(shown('weight > 3 and rep = 10')).toEqual(['203'])
  const two = [...columns, { id: 'own-3', title: 'Yield of cover', unit: '', cells: [1, 2, 3, 4] }]
  expect(filterPlots({ plots, columns: two }, 'yi > 3').problems).toEqual([
    '“yi” may be Yield, kg/ha or Yield of cover.',
  ])
})
