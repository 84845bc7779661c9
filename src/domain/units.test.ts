import { expect, test } from 'vitest'
import { formatBytes, formatDateTime } from './units.ts'

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
