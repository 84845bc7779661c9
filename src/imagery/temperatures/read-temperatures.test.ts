import { describe, expect, test } from 'vitest'
import { readCsv } from '../tables/csv.ts'
import { readTemperatures } from './read-temperatures.ts'

const read = (text: string, unit: 'celsius' | 'fahrenheit' = 'celsius') =>
  readTemperatures(readCsv(Buffer.from(text), false).rows, unit)

describe('daily temperatures', () => {
  test.each([
    ['means', 'date,mean\n2026-05-01,12.5', 12.5],
    ['minimum and maximum', 'Date;Tmin (°C);Tmax (°C)\n2026-05-01;8,5;19,5', 14],
    ['a compact date', 'DATE\tTAVG\n20260501\t−3', -3],
    ['a day that only one order allows', 'date,mean\n01.05.2026,3', 3],
    ['a spreadsheet’s number of the day', 'date,mean\n46143,3', 3],
  ])('of %s', (_what, text, mean) => {
    expect(read(text)).toEqual({ days: [{ date: '2026-05-01', mean }], empty: 0 })
  })

  test('in °F become °C', () => {
    expect(read('date,min,max\n2026-05-01,50,68', 'fahrenheit').days).toEqual([{ date: '2026-05-01', mean: 15 }])
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
