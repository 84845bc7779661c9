import { describe, expect, test } from 'vitest'
import { readCsv } from '../tables/csv.ts'
import { joinValues } from './join-values.ts'
import { readValues } from './read-values.ts'

const PLOTS = ['101', '102', '103'].map((plotId, at) => ({
  plotId,
  attributes: { row: '1', column: String(at + 1) },
}))

const join = (text: string) => joinValues(PLOTS, readValues(readCsv(Buffer.from(text), false).rows))

describe('a table of scores and yield', () => {
  test('has a column for each title that is about no plot, with its unit and its date', () => {
    const { by, columns } = join('Plot\tGenotype\tYield (kg/ha)\tVigour 2026-07-01\n101\tA\t3200\tgood\n103\tB\tNA\t7')
    expect(by).toBe('plot id')
    expect(columns).toMatchObject([
      { name: 'Yield', unit: 'kg/ha', values: [{ plotId: '101', value: 3200 }], texts: 0 },
      {
        name: 'Vigour',
        takenOn: '2026-07-01',
        values: [
          { plotId: '101', value: 'good' },
          { plotId: '103', value: 7 },
        ],
        texts: 1,
      },
    ])
  })

  test('is tied by row and column where it has no id, and says what fits no plot and what comes twice', () => {
    const { by, columns } = join('row,column,yield\n01,2,5\n1,9,6\n1,2,7\n')
    expect(by).toBe('row and column')
    expect(columns).toMatchObject([
      { values: [{ plotId: '102', value: 5 }], unmatched: ['line 3'], duplicates: ['line 4'], problem: undefined },
    ])
  })

  test.each([
    ['decimal commas', ['2,5', '1,234', '3'], [2.5, 1.234, 3]],
    ['what could be thousands', ['1,234', '2,500', '3'], ['1,234', '2,500', 3]],
    ['points beside commas', ['1.5', '2,75', '-3e2'], [1.5, '2,75', -300]],
    ['numbers that are none', ['1e999', '0x10', '--1'], ['1e999', '0x10', '--1']],
  ])('reads %s', (_what, cells, values) => {
    const text = `plot;score\n${cells.map((cell, at) => `${101 + at};${cell}`).join('\n')}`
    expect(join(text).columns[0]?.values.map(({ value }) => value)).toEqual(values)
  })

  test('of Field Book has a line for each value: each trait on each day is a column, the latest value counts', () => {
    const { columns } = join(
      'plot_id,trait,value,timestamp,person\n' +
        '101,height,80,2026-07-01 09:12:00-0500,Ada\n' +
        '101,height,82,2026-07-01 10:00:00-0500,Ada\n' +
        '101,height,95,2026-07-15 09:00:00-0500,Ada\n' +
        '102,lodging,NA,2026-07-15 09:01:00-0500,Ada\n' +
        '999,height,70,2026-07-15 09:02:00-0500,Ada\n',
    )
    expect(columns).toMatchObject([
      { name: 'height', takenOn: '2026-07-01', values: [{ plotId: '101', value: 82 }], duplicates: ['line 2: 101'] },
      { name: 'height', takenOn: '2026-07-15', values: [{ plotId: '101', value: 95 }], unmatched: ['line 6: 999'] },
    ])
  })

  test('says what is missing', () => {
    expect(() => join('plot_id,yield')).toThrow('with their heading')
    expect(() => join('plot_id,genotype\n101,A')).toThrow('No column of this table has values')
    expect(join(`plot_id,note\n101,${'x'.repeat(101)}`).columns[0]?.problem).toBe(
      'A text is longer than 100 characters',
    )
  })
})
