import { expect, test } from 'vitest'
import { ageText, formatBytes, formatDateTime } from './units.ts'

test.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 ** 2 - 1, '1.00 MB'],
  [1024 ** 2, '1.00 MB'],
  [65_116_570, '62.10 MB'],
  [512 * 1024 ** 2, '512.00 MB'],
  [1024 ** 3, '1.00 GB'],
  [5 * 1024 ** 4, '5120.00 GB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown)
})

test.each([
  [new Date(2026, 0, 1, 0, 5), '1 Jan 2026 | 0:05'],
  [new Date(2026, 4, 9, 9, 0), '9 May 2026 | 9:00'],
  [new Date(2025, 11, 31, 23, 59), '31 Dec 2025 | 23:59'],
])('a date is shown in the local time zone: %2$s', (date, shown) => {
  expect(formatDateTime(date)).toBe(shown)
})

test.each([
  ['2026-11-22T11:59:30Z', '0 minutes'],
  ['2026-11-22T11:01:00Z', '59 minutes'],
  ['2026-11-22T11:00:00Z', '1 hour'],
  ['2026-11-19T12:00:00Z', '3 days'],
  ['2025-11-23T12:00:00Z', '364 days'],
  ['2025-11-22T12:00:00Z', '1 year'],
  ['2026-11-22T12:00:09Z', '0 minutes'],
])('at noon of 22 November what came at %s is %s old', (from, age) => {
  expect(ageText(new Date(from), new Date('2026-11-22T12:00:00Z'))).toBe(age)
})
