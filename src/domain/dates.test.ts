import { expect, test } from 'vitest'
import { dateText } from './dates.ts'

test('dates and moments within a text are written as people read them', () => {
  expect(dateText('2026-11-25 to 2026-12-01 09:30')).toBe('25 Nov 2026 to 1 Dec 2026 9:30')
})

test.each(['No date', 'plot 1234-56-78', 'north-2026-00-10', '12026-07-01'])('%s is no date, and stays', (text) => {
  expect(dateText(text)).toBe(text)
})
