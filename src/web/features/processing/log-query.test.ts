import { expect, test } from 'vitest'
import type { RunLog } from '#contract/processing.ts'
import { readOn } from './log-query.ts'

const line = (number: number) => ({ number, at: '2026-11-25T09:00:00.000Z', line: `line ${number}` })

/** A log as the server answers it: pages of 500. */
function logOf(count: number, kept = 0) {
  const asked: number[] = []
  const load = async (from: number): Promise<RunLog> => {
    asked.push(from)
    const first = Math.max(from, kept)
    const lines = Array.from({ length: Math.max(0, Math.min(500, count - first)) }, (_, at) => line(first + at))
    return { lines, next: (lines.at(-1)?.number ?? from - 1) + 1 }
  }
  return { asked, load }
}

test('a log is read page by page, and then from its end on', async () => {
  const { asked, load } = logOf(730)
  const log = await readOn({ known: { lines: [], next: 0 }, load })
  expect(log.lines.map(({ number }) => number)).toEqual(Array.from({ length: 730 }, (_, at) => at))
  const more = logOf(735)
  const followed = await readOn({ known: log, load: more.load })
  expect(asked).toEqual([0, 500])
  expect(more.asked).toEqual([730])
  expect(followed.lines.slice(-6).map(({ number }) => number)).toEqual([729, 730, 731, 732, 733, 734])
})

test('nothing new leaves the log as it is', async () => {
  const { load } = logOf(3)
  const log = await readOn({ known: { lines: [], next: 0 }, load })
  expect(await readOn({ known: log, load })).toBe(log)
})

test('of a long log the last 2,000 lines are shown', async () => {
  const { lines, next } = await readOn({ known: { lines: [], next: 0 }, load: logOf(5200, 3000).load })
  expect([lines.length, lines[0]?.number, next]).toEqual([2000, 3200, 5200])
})
