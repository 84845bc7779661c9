import { expect, it } from 'vitest'
import { GiB, hours, MiB, minutes, seconds } from '#domain/units.ts'
import { percentOf, timeLeft } from './progress.ts'

const evening = new Date(2026, 6, 1, 21, 30).getTime()
const ending = (leftMs: number) => ({
  sentBytes: 0,
  totalBytes: leftMs * 1000,
  bytesPerSecond: seconds(1000),
  endsAt: evening + leftMs,
})

it.each([
  [seconds(59), 'less than a minute left'],
  [seconds(61), '2 min left (ends 21:31)'],
  [hours(2), '2 h 0 min left (ends 23:30)'],
  [hours(10) + minutes(5), '10 h 5 min left (ends 7:35, tomorrow)'],
  [hours(40), '40 h 0 min left (ends 13:30, in 2 days)'],
])('shows when an upload that takes %i ms more will end', (leftMs, words) => {
  expect(timeLeft(ending(leftMs))).toBe(words)
})

it('is empty while the speed is unknown, and when every byte was sent', () => {
  expect(timeLeft({ sentBytes: 0, totalBytes: 10 })).toBe('')
  expect(timeLeft({ ...ending(seconds(9)), sentBytes: 9_000_000 })).toBe('')
})

it('is 100 percent only when every byte was sent', () => {
  expect(percentOf({ sentBytes: GiB(20) - 1, totalBytes: GiB(20) })).toBe(99)
  expect(percentOf({ sentBytes: MiB(1), totalBytes: MiB(1) })).toBe(100)
  expect(percentOf({ sentBytes: 0, totalBytes: 0 })).toBe(0)
})
