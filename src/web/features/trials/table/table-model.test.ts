import { expect, test } from 'vitest'
import type { Excluded } from '../analysis/use-excluded.ts'
import { groupsOf, rowsOf, sortedGroups, valueOfGroup } from './rows/groups.ts'
import { reverseExclusion, reverseValues } from './rows/reverse.ts'
import { identityColumns, ownColumns, sorted } from './table-model.ts'
import { textOfTable } from './table-text.ts'

const plots = [
  { plotId: '102', attributes: { genotype: 'MN1410', rep: '1' }, rings: [] },
  { plotId: '101', attributes: { genotype: 'Check A', rep: '1', entryType: 'CHECK' }, rings: [] },
  { plotId: '203', attributes: { genotype: 'MN0095', rep: '10' }, rings: [] },
  { plotId: '204', attributes: {}, rings: [] },
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

const YIELD = {
  columnId: 'c1',
  name: 'Yield',
  unit: 'kg/ha',
  takenOn: null,
  type: 'number' as const,
  chosenType: null,
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
  const excluded = { ...EXCLUDED, why: () => undefined }
  expect(textOfTable({ plots, columns, rows: [1, 0, 3], excluded })).toBe(
    "Plot\tYield, kg/ha\n101\t3200.123456789\n102\t'=1+1\n204\t",
  )
})

/** 102 on all dates, 203 on flight f1. */
const EXCLUDED: Excluded = {
  isLoaded: true,
  isEmpty: false,
  key: '',
  why: (plotId, flightId) =>
    plotId === '102' || (plotId === '203' && flightId === 'f1')
      ? { plotId, trialFlightId: null, reason: 'Flooded', author: '', createdTime: '' }
      : undefined,
}
const FIELD = [
  ['101', 'A'],
  ['102', 'B'],
  ['103', 'B'],
  ['201', 'Check', 'CHECK'],
  ['202', 'A'],
  ['203', 'B'],
  ['204', null],
].map(([plotId, genotype, entryType]) => ({
  plotId: plotId ?? '',
  attributes: { ...(genotype && { genotype }), ...(entryType && { entryType }) },
  path: '',
  rings: [],
}))
const OF_FIELD = { plots: FIELD, excluded: EXCLUDED }
const COVER = { id: 'c', title: 'Cover', unit: '%', cells: [10, 99, 30, 5, 20, 70, 1], flightIds: ['f1'] }
const groupsBy = (isDown: boolean) =>
  sortedGroups(
    groupsOf([...FIELD.keys()], FIELD),
    { sort: { id: 'c', isDown }, column: COVER, isCheck: (at) => at === 3 },
    OF_FIELD,
  )
const namesAndMeans = (isDown: boolean) =>
  groupsBy(isDown).map((group) => [group.genotype, valueOfGroup(COVER, group, OF_FIELD)])

test('genotypes go by the means of their plots without excluded ones, below the checks', () => {
  expect(namesAndMeans(true)).toEqual([
    ['Check', 5],
    ['B', 30],
    ['A', 15],
    [null, 1],
  ])
  expect(namesAndMeans(false)).toEqual([
    ['Check', 5],
    [null, 1],
    ['A', 15],
    ['B', 30],
  ])
})

test('a column without a flight counts all plots but those that are excluded on all dates; texts only where all share one', () => {
  const [b] = groupsBy(true).filter(({ genotype }) => genotype === 'B')
  if (!b) throw new Error('B is missing')
  expect(valueOfGroup({ ...COVER, flightIds: undefined }, b, OF_FIELD)).toBe(50)
  const texts = { ...COVER, isText: true }
  expect(valueOfGroup({ ...texts, cells: ['1', '2', '2', '1', '1', '2', '1'] }, b, OF_FIELD)).toBe('2')
  expect(valueOfGroup({ ...texts, isPlace: true, cells: ['1', '2', '2', '1', '1', '2', '1'] }, b, OF_FIELD)).toBeNull()
  expect(valueOfGroup({ ...texts, cells: ['1', '2', '3', '1', '1', '2', '1'] }, b, OF_FIELD)).toBeNull()
})

test('a folded genotype shows only its line, on the screen and in the copied table', () => {
  const rows = rowsOf(groupsBy(true), ({ genotype }) => genotype !== 'B')
  expect(rows.map((row) => (typeof row === 'number' ? row : row.genotype))).toEqual(['Check', 'B', 1, 2, 5, 'A', null])
  expect(textOfTable({ rows: rows.slice(0, 3), columns: [COVER], ...OF_FIELD })).toBe(
    'Plot\tCover\tExcluded because\nMean of Check, plots: 1\t5\t\nMean of B, plots: 2\t30\t\n102\t\tFlooded',
  )
})

const coverOn = (id: string) => ({ ...COVER, id, title: id, flightIds: [id] })

test('a copied table has no value of a plot on the flight it is excluded on, and its values of other flights', () => {
  const text = textOfTable({ rows: [5], columns: [coverOn('f1'), coverOn('f2')], ...OF_FIELD })
  expect(text.split('\n')).toEqual(['Plot\tf1\tf2\tExcluded because', expect.stringMatching(/^203\t\t\d+\t\w+/)])
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
