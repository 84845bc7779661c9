import { expect, test } from 'vitest'
import { otherColumns } from './other-columns.ts'

const plot = (plotId: string, properties: object) => ({ plotId, properties: { ...properties } })

test('all that is no attribute is a column: numbers where all are, texts as they are', () => {
  const { columns, leftOut } = otherColumns([
    plot('101', { fid: 1, yield: '3200.5', code: '007', Shape_Area: 6, isCheck: true, list: [1] }),
    plot('102', { fid: 2, yield: 3100, code: '8', note: ' ' }),
  ])
  expect(leftOut).toEqual(['column list: it has lists or objects, not values'])
  expect(Object.fromEntries(columns.map(({ name, values }) => [name, values.map(({ value }) => value)]))).toEqual({
    yield: [3200.5, 3100],
    code: ['007', '8'],
    isCheck: ['true'],
  })
})

test('texts are numbers as people write them, where all are', () => {
  const values = {
    comma: ['4,500', '5,25'],
    spaced: ['3\u202f200,5', '3'],
    code: ['1E5', '2E5'],
    long: ['9007199254740993', '1'],
    open: ['1,234', '2'],
    mixed: [1.234, '2,5'],
    points: ['1.234', '2.500'],
  }
  const { columns } = otherColumns(
    [0, 1].map((at) => plot(`${at}`, Object.fromEntries(Object.entries(values).map(([name, of]) => [name, of[at]])))),
  )
  expect(Object.fromEntries(columns.map(({ name, values: found }) => [name, found.map(({ value }) => value)]))).toEqual(
    {
      comma: [4.5, 5.25],
      spaced: [3200.5, 3],
      code: ['1E5', '2E5'],
      long: ['9007199254740993', '1'],
      open: ['1,234', '2'],
      mixed: [1.234, 2.5],
      points: [1.234, 2.5],
    },
  )
})

test('what a column can not hold is named', () => {
  const properties = { notes: 'x'.repeat(101), big: 1e13, ['n'.repeat(61)]: 1 }
  expect(otherColumns([plot('101', properties)])).toEqual({
    columns: [],
    leftOut: [
      'column notes: it has texts of more than 100 characters',
      'column big: it has numbers beyond 1e12',
      `column ${'n'.repeat(60)}: its name has more than 60 characters`,
    ],
  })
})
