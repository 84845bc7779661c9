import { expect, test } from 'vitest'
import { dateOfDay, dayOf } from '#domain/dates.ts'
import type { ValueType } from '#domain/trials.ts'
import { type OwnColumn, recordedColumn, recordedTraits } from './recorded-traits.ts'

const column = (values: (number | string)[], more: Partial<OwnColumn> = {}): OwnColumn => ({
  name: 'Yield',
  unit: null,
  takenOn: null,
  chosenType: null,
  values: values.map((value, at) => ({ plotId: String(101 + at), value })),
  ...more,
})

test.each<[string, (number | string)[], ValueType]>([
  ['numbers', [3200.5, 3100, -2], 'number'],
  ['numbers beside a remark', [3200.5, 'lodged', 3100], 'number'],
  ['numbers as texts, with decimal commas', ['3,25', '4,5', '3'], 'number'],
  ['dates', ['2026-08-15', '2026-08-20'], 'date'],
  ['dates beside a remark', ['15.08.2026', 'not ripe', '20.8.2026'], 'date'],
  ['days of the year', [225, 230], 'number'],
  ['texts', ['good', 'poor', 7], 'text'],
  ['dates that can be read two ways', ['5/6/2026', '7/8/2026'], 'text'],
  ['nothing yet', [], 'number'],
])('%s: the type is what most values are', (_what, values, type) => {
  expect(recordedColumn(column(values)).type).toBe(type)
})

test('what is no number stays beside the numbers, as it was written', () => {
  const { numbers, texts } = recordedColumn(column([3200.5, 'lodged', '3100']))
  expect([...numbers]).toEqual([
    ['101', 3200.5],
    ['103', 3100],
  ])
  expect([...texts]).toEqual([['102', 'lodged']])
})

test.each<[string, (number | string)[], { kept: number[]; marks: number[] }]>([
  ['-9999 beside yields', [3200, -9999, '3100', '-9999'], { kept: [3200, 3100], marks: [-9999] }],
  ['two marks, as where two people write them', [4, -99, -9999], { kept: [4], marks: [-99, -9999] }],
  ['-999 beside small changes of both signs', [-12.5, 8, -999], { kept: [-12.5, 8], marks: [-999] }],
  ['-99 near other numbers', [-120, -99, -80], { kept: [-120, -99, -80], marks: [] }],
  ['nines above zero, and -9', [999, 9999, -9], { kept: [999, 9999, -9], marks: [] }],
  ['nothing else', ['-9999', '-9999'], { kept: [], marks: [-9999] }],
])('%s: such numbers stand for no value where no other one is near', (_what, values, { kept, marks }) => {
  const { type, numbers, texts, missing } = recordedColumn(column(values))
  expect(type).toBe('number')
  expect([...numbers.values()]).toEqual(kept)
  expect([...new Set(missing.values())]).toEqual(marks)
  expect(texts.size).toBe(0)
})

test('a person says that words are none of the numbers, or that numbers are words', () => {
  const asNumbers = recordedColumn(column(['4', 'R', 'S', 'R'], { chosenType: 'number' }))
  expect([...asNumbers.numbers.values()]).toEqual([4])
  const asTexts = recordedColumn(column([1, 2, 3], { chosenType: 'text' }))
  expect([asTexts.numbers.size, [...asTexts.texts.values()]]).toEqual([0, ['1', '2', '3']])
})

// date -d 2026-08-15 +%s, and of 2026-08-20, by 86,400: 20680 and 20685.
test('dates are days, so that their mean is a date', () => {
  const { unit, numbers } = recordedColumn(column(['2026-08-15', '2026-08-20 00:00:00']))
  expect([unit, [...numbers.values()]]).toEqual(['date', [20_680, 20_685]])
  expect(dateOfDay((20_680 + 20_685) / 2)).toBe('2026-08-18')
  expect(dateOfDay(dayOf('1969-12-31'))).toBe('1969-12-31')
})

test('columns of one name and unit are one trait on several dates; another unit is another trait, and a text is none', () => {
  const columns = [
    column([5], { name: 'Height', unit: 'cm', takenOn: '2026-07-15' }),
    column([4], { name: 'Height', unit: 'cm', takenOn: '2026-07-01' }),
    column([6], { name: 'Height', unit: 'cm' }),
    column([0.6], { name: 'Height', unit: 'm', takenOn: '2026-07-01' }),
    column(['tall', 'short'], { name: 'Height', takenOn: '2026-07-01' }),
    column([], { name: 'Score' }),
  ]
  const traits = recordedTraits(columns.map(recordedColumn))
  expect(traits.map((trait) => [trait.name, trait.unit, trait.columns.map(({ takenOn }) => takenOn)])).toEqual([
    ['Height', 'cm', [null, '2026-07-01', '2026-07-15']],
    ['Height', 'm', ['2026-07-01']],
  ])
  expect(new Set(traits.map(({ trait }) => trait)).size).toBe(2)
})
