import { describe, expect, test } from 'vitest'
import { dayOrderOf, isOpenDay, readDay, readKnownDay } from './read-date.ts'

describe('a day', () => {
  test.each([
    '2026-05-12',
    '2026-5-12',
    '2026/05/12',
    '20260512',
    '2026-05-12T00:00:00Z',
    '2026-05-12T23:30:00-05:00',
    '2026-05-12 09:12:00.000+02:00',
    '12.05.2026',
    '12. 5.2026',
    '12.5.26',
    '12 May 2026',
    '12-May-2026',
    '12-may-26',
    'May 12, 2026',
    '12th of May 2026',
    '12. Mai 2026',
    '12 mai 2026',
    '12 de mayo de 2026',
    '12 de maio de 2026',
    '12 maggio 2026',
    '12 mei 2026',
    '12 maja 2026',
  ])('%s', (text) => expect(readDay(text)).toBe('2026-05-12'))

  test.each([
    '',
    'spring',
    '2026-02-30',
    '31.04.2026',
    '2026',
    '3200',
    '46154',
    '26-05-12',
    '5/12',
    '13/13/2026',
    '12 Moi 2026',
  ])('‘%s’ is none', (text) => expect(readDay(text)).toBeUndefined())

  test('that a spreadsheet wrote as its number is one where days are known to stand', () => {
    expect(readKnownDay('46154')).toBe('2026-05-12')
    expect(readKnownDay('46154.75')).toBe('2026-05-12')
    expect(readKnownDay('3200')).toBeUndefined()
  })
})

test('the order of day and month is that which all days of a table allow; without one, it is asked for', () => {
  expect(dayOrderOf(['5/12/2026', '13/12/2026'])).toBe('day-first')
  expect(dayOrderOf(['5/12/2026', '12/13/2026'])).toBe('month-first')
  expect(dayOrderOf(['5/12/2026', '5/5/2026'])).toBeUndefined()
  expect(dayOrderOf(['13/12/2026', '12/13/2026'])).toBeUndefined()
  expect([readDay('5/12/2026'), readDay('5/12/2026', 'day-first'), readDay('5/12/2026', 'month-first')]).toEqual([
    undefined,
    '2026-12-05',
    '2026-05-12',
  ])
  expect([isOpenDay('5/12/2026'), isOpenDay('5/5/2026'), isOpenDay('13/5/2026')]).toEqual([true, false, false])
})
