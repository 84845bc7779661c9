import { describe, expect, test } from 'vitest'
import { fieldBookId } from '../field-book/unique-ids.ts'
import { readCsv } from '../tables/csv.ts'
import { joinValues } from './join-values.ts'
import { type Days, takeValues } from './read-values.ts'

const PLOTS = ['101', '102', '103'].map((plotId, at) => ({
  plotId,
  attributes: { row: '1', column: String(at + 1) },
}))

const fromApp = (id: string) => `unique_id,row,column,plot_id,trait,value\n${id},1,1,101,height,80\n`

const TRIAL = '3f9a2c1b-0000-4000-8000-000000000000'
const IDS = new Set(PLOTS.map(({ plotId }) => plotId))
const take = (text: string, choices: Parameters<typeof takeValues>[2] = {}) =>
  takeValues(readCsv(Buffer.from(text), false).rows, IDS, choices)
const join = (text: string, days: Days = 'together') => joinValues(PLOTS, take(text).read(days), { trialId: TRIAL })

const valuesIn = (text: string, usualMark?: 'point') =>
  joinValues(PLOTS, take(text).read('together'), { trialId: TRIAL, usualMark }).columns.flatMap(({ values }) =>
    values.map(({ value }) => value),
  )

describe('a table of scores and yield', () => {
  test('has a column for each title that is about no plot, with its unit and its date', () => {
    const { by, columns } = join('Plot\tGenotype\tYield (kg/ha)\tVigour 2026-07-01\n101\tA\t3200\tgood\n103\tB\tNA\t7')
    expect(by).toBe('plot id')
    expect(columns).toMatchObject([
      { name: 'Yield', unit: 'kg/ha', values: [{ plotId: '101', value: 3200 }], blanks: 1, missing: ['102', '103'] },
      {
        name: 'Vigour',
        takenOn: '2026-07-01',
        values: [
          { plotId: '101', value: 'good' },
          { plotId: '103', value: 7 },
        ],
        texts: { count: 1, some: ['good'] },
      },
    ])
  })

  test('takes each of several columns with the same title, with a number from the second on', () => {
    const { columns } = join('plot;yield (t/ha);yield (t/ha);yield 2;yield\n101;1;2;3;4\n')
    expect(columns.map(({ name, unit, values }) => [name, unit, values[0]?.value])).toEqual([
      ['yield', 't/ha', 1],
      ['yield 3', 't/ha', 2],
      ['yield 2', undefined, 3],
      ['yield 4', undefined, 4],
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
    ['points beside commas', ['1.5', '2,75', '1,234'], [1.5, 2.75, '1,234']],
    ['no-break spaces', ['3\u00a0200,5', '4\u00a0201,5', '80 %'], [3200.5, 4201.5, 80]],
    ['apostrophes', ["3'250.5", '4’250.5', '−3e2'], [3250.5, 4250.5, -300]],
    ['thousands with points', ['3.250,5', '4.250', 'NA'], [3250.5, 4250]],
    ['numbers that are none', ['1e999', '0x10', '--1'], ['1e999', '0x10', '--1']],
  ])('reads %s', (_what, cells, values) => {
    const text = `plot;score\n${cells.map((cell, at) => `${101 + at};${cell}`).join('\n')}`
    expect(join(text).columns[0]?.values.map(({ value }) => value)).toEqual(values)
  })

  test('reads numbers with the decimal mark of the whole table, and of its kind where none tells it', () => {
    expect(valuesIn('plot;yield;moisture\n101;3.250;14,5')).toEqual([3250, 14.5])
    expect(valuesIn('plot;yield\n101;3.250')).toEqual(['3.250'])
    expect(valuesIn('plot,yield\n101,3.250', 'point')).toEqual([3.25])
  })

  test('says which of its numbers count as no value', () => {
    expect(join('plot,yield\n101,3200\n102,-9999\n103,-9999').columns[0]?.marks).toEqual({ count: 2, some: [-9999] })
  })

  test('has dates as 2026-08-15, however they are written, and names what is none', () => {
    expect(join('plot;maturity\n101;5.8.2026\n102;not ripe\n103;15.08.26').columns[0]).toMatchObject({
      values: [{ value: '2026-08-05' }, { value: 'not ripe' }, { value: '2026-08-15' }],
      texts: { count: 1, some: ['not ripe'] },
    })
  })

  const DATABASE =
    'plot_id,trait,value,timestamp,person\n' +
    '101,height,80,2026-07-01 09:12:00-0500,Ada\n' +
    '101,height,82,2026-07-01 10:00:00-0500,Ada\n' +
    '101,height,95,2026-07-15 09:00:00-0500,Ada\n' +
    '102,height,81,2026-07-01 09:00:00-0500,Ada\n' +
    '102,lodging,NA,2026-07-15 09:01:00-0500,Ada\n' +
    '103,lodging,3,2026-07-15 09:02:00-0500,Ada\n' +
    '999,height,70,2026-07-15 09:02:00-0500,Ada\n'

  test('of Field Book has a line for each value: each trait is a column, with its date when that is one', () => {
    expect(join(DATABASE).columns).toMatchObject([
      {
        name: 'height',
        takenOn: undefined,
        days: { first: '2026-07-01', last: '2026-07-15' },
        values: [
          { plotId: '101', value: 95 },
          { plotId: '102', value: 81 },
        ],
        duplicates: ['line 2: 101', 'line 3: 101'],
        unmatched: ['line 8: 999'],
        missing: ['103'],
      },
      { name: 'lodging', takenOn: '2026-07-15', values: [{ plotId: '103', value: 3 }], blanks: 1 },
    ])
  })

  test('of Field Book can make a column of each trait and day', () => {
    expect(join(DATABASE, 'apart').columns).toMatchObject([
      { name: 'height', takenOn: '2026-07-01', values: [{ value: 82 }, { value: 81 }], duplicates: ['line 2: 101'] },
      { name: 'height', takenOn: '2026-07-15', values: [{ value: 95 }], unmatched: ['line 8: 999'] },
      { name: 'lodging', takenOn: '2026-07-15' },
    ])
  })

  test('of older versions of Field Book has other titles; times of several zones are compared as moments', () => {
    const { columns } = join(
      'plot_id,trait,userValue,timeTaken,rep\n' +
        // 13:00 and 12:30 in UTC.
        '101,height,80,2026-07-01 09:00:00.000-04:00,1\n101,height,82,2026-07-01 14:30:00.000+02:00,2\n',
    )
    expect(columns).toMatchObject([
      { values: [{ plotId: '101', value: 80 }], duplicates: ['line 3: 101'], counts: 'latest' },
    ])
  })

  test('as a table of Field Book has a column for each trait beside what the field file says of plots', () => {
    const id = fieldBookId('102', TRIAL)
    const { columns } = join(
      `unique_id,row,column,plot_id,genotype,geo_coordinates,height\n${id},1,2,102,A,-95.5;44.2,80\n`,
    )
    expect(columns).toMatchObject([{ name: 'height', values: [{ plotId: '102', value: 80 }] }])
  })

  test('of another trial is for no plot, even with the same plot ids, rows and columns', () => {
    const other = fieldBookId('101', '4f9a2c1b-0000-4000-8000-000000000000')
    expect(join(fromApp(fieldBookId('101', TRIAL))).columns).toMatchObject([{ values: [{ plotId: '101' }] }])
    expect(join(fromApp(other)).columns).toMatchObject([
      { values: [], unmatched: [`line 2: ${other}`], problem: 'No line is for a plot of this trial' },
    ])
  })

  test('says what is missing', () => {
    expect(() => join('plot_id,yield')).toThrow('with their heading')
    expect(() => join('plot_id,genotype\n101,A')).toThrow('No column of this table has values')
    expect(join(`plot_id,note\n101,${'x'.repeat(101)}`).columns[0]?.problem).toBe(
      'A text is longer than 100 characters',
    )
    expect(join('plot_id,yield\n101,-1e300').columns[0]?.problem).toBe('A number is larger than 1,000,000,000,000')
  })

  test('has its heading below title rows, with units in a row of their own, in other languages', () => {
    const { columns } = join(
      'Ernte 2026;;\nParzelle;Ertrag;Lager\n;dt/ha;score\n101;81,5;3\n102;79,25;NA\nMittel;80,4;',
    )
    expect(columns).toMatchObject([
      { name: 'Ertrag', unit: 'dt/ha', values: [{ value: 81.5 }, { value: 79.25 }], unmatched: ['line 6: Mittel'] },
      { name: 'Lager', unit: 'score', values: [{ value: 3 }], blanks: 2 },
    ])
  })

  test('has titles that span columns', () => {
    const { columns } = join('Plot;Height;;Yield\n;2026-07-01;2026-07-15;\n101;80;95;3200')
    expect(columns.map(({ name, takenOn }) => [name, takenOn])).toEqual([
      ['Height', '2026-07-01'],
      ['Height', '2026-07-15'],
      ['Yield', undefined],
    ])
  })

  test('has what a person chose in place of what was found', () => {
    const text = 'Fläche;Bonitur;entry\n7;101;3\n8;102;4'
    expect(take(text).table.columns.map(({ role }) => role)).toEqual(['score', 'plotId', 'entry'])
    const { columns } = joinValues(PLOTS, take(text, { roles: { 2: 'score', 0: '' } }).read('together'), {
      trialId: TRIAL,
    })
    expect(columns).toMatchObject([
      {
        name: 'entry',
        values: [
          { plotId: '101', value: 3 },
          { plotId: '102', value: 4 },
        ],
      },
    ])
    expect(() => take('a;b\n7;3').read('together')).toThrow('Choose the column with their ids')
  })

  test('asks for the order of day and month where its dates don’t tell it', () => {
    const text = 'plot;date;height\n101;5/7/2026;80\n102;5/8/2026;81'
    expect(take(text).table).toMatchObject({ isDayOrderOpen: true, columns: [{}, { role: 'date' }, { role: 'score' }] })
    expect(
      take(text, { dayOrder: 'month-first' })
        .read('apart')
        .map(({ takenOn }) => takenOn),
    ).toEqual(['2026-05-07', '2026-05-08'])
    expect(take(`${text}\n103;13/8/2026;82`)).toMatchObject({ table: { isDayOrderOpen: false } })
  })
})
