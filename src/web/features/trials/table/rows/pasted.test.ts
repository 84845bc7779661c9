import { expect, test } from 'vitest'
import type { OwnColumn } from '../../field-book-queries.ts'
import { pastedValues } from './pasted.ts'

const own = (columnId: string, takenOn: string | null) => ({ columnId, name: columnId, takenOn }) as OwnColumn
const column = (of?: OwnColumn) => ({ id: '', title: '', unit: '', cells: [], ...(of && { own: of }) })
const [yields, scores] = [own('Yield', null), own('Score', '2026-07-14')]
const into = {
  plots: ['101', '102', '103'].map((plotId) => ({ plotId, attributes: {}, rings: [] })),
  columns: [column(), column(yields), column(), column(scores)],
  // As the table is sorted.
  rows: [2, 0, 1],
  read: (text: string) => (Number.isNaN(Number(text)) ? text : Number(text)),
}

test('cells go down over the rows as they are shown, and right over own columns; an empty one takes the value away', () => {
  expect(pastedValues('1\tgood\r\n\t7\r\n', { own: yields, plotId: '101' }, into)).toEqual([
    {
      name: 'Yield',
      values: [
        { plotId: '101', value: 1 },
        { plotId: '102', value: null },
      ],
    },
    {
      name: 'Score',
      takenOn: '2026-07-14',
      values: [
        { plotId: '101', value: 'good' },
        { plotId: '102', value: 7 },
      ],
    },
  ])
})

test('what does not fit is not pasted', () => {
  expect(pastedValues('1\n2\n3', { own: scores, plotId: '101' }, into)).toBe(
    '3 rows were copied, and only 2 begin here',
  )
  expect(pastedValues('1\t2', { own: scores, plotId: '103' }, into)).toBe(
    '2 columns were copied, and only 1 of your own begin here',
  )
})
