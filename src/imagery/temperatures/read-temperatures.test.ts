import { describe, expect, test } from 'vitest'
import { readCsv } from '../tables/csv.ts'
import { takeTemperatures } from './read-temperatures.ts'

const read = (text: string, unit: 'celsius' | 'fahrenheit' = 'celsius') =>
  takeTemperatures(readCsv(Buffer.from(text), false).rows, {}).read(unit)

describe('daily temperatures', () => {
  test.each([
    ['means', 'date,mean\n2026-05-01,12.5', 12.5],
    ['minimum and maximum', 'Date;Tmin (°C);Tmax (°C)\n2026-05-01;8,5;19,5', 14],
    ['a station’s title above, and units below', 'Station Ames\nDatum;Tmittel;Regen\n;°C;mm\n2026-05-01;12,5;0', 12.5],
    ['a compact date', 'DATE\tTAVG\n20260501\t−3', -3],
    ['a day that only one order allows', 'date,mean\n01.05.2026,3', 3],
    ['a spreadsheet’s number of the day', 'date,mean\n46143,3', 3],
  ])('of %s', (_what, text, mean) => {
    expect(read(text)).toEqual({ days: [{ date: '2026-05-01', mean }], empty: 0 })
  })

  test('in °F become °C', () => {
    expect(read('date,min,max\n2026-05-01,50,68', 'fahrenheit').days).toEqual([{ date: '2026-05-01', mean: 15 }])
  })

  test('takes the columns and the order of days that a person chose', () => {
    const rows = readCsv(Buffer.from('when;a;b\n5/1/2026;3;9\n5/2/2026;4;8'), false).rows
    const { table, read: readChosen } = takeTemperatures(rows, {
      roles: { 0: 'date', 2: 'mean' },
      dayOrder: 'month-first',
    })
    expect(table).toMatchObject({ heading: 0, isDayOrderOpen: true, columns: [{ role: 'date' }, { role: '' }, {}] })
    expect(readChosen('celsius').days).toEqual([
      { date: '2026-05-01', mean: 9 },
      { date: '2026-05-02', mean: 8 },
    ])
  })

  test('a day without a temperature is left out and counted', () => {
    expect(read('date,min,max\n2026-05-01,,20\n2026-05-02,10,20')).toMatchObject({ days: [{ mean: 15 }], empty: 1 })
  })

  test.each([
    ['date,rain\n2026-05-01,3', 'needs date, and mean'],
    ['date,mean\n01/05/2026,3', 'The date of line 2 can’t be read'],
    ['date,mean\n2026-02-30,3', 'The date of line 2 can’t be read'],
    ['date,mean\n2026-05-01,3\n2026-05-01,4', '2026-05-01 is there twice (line 3)'],
    ['date,mean\n2026-05-01,75', 'isn’t in this unit'],
    ['date,min,max\n2026-05-01,20,10', 'In line 2 max is below min'],
    ['date,mean\n2026-05-01,NA', 'no temperature'],
  ])('says what is wrong: %s', (text, problem) => {
    expect(() => read(text)).toThrow(problem)
  })
})
