import { expect, test } from 'vitest'
import { queueText } from '#web/lib/queue-text.ts'
import { durationText, estimateText, leftText, stageText, tookText } from './run-words.ts'

test('an estimate is a range in one unit, with what it is from', () => {
  expect(estimateText({ secondsFrom: 125, secondsTo: 231, runs: 3 })).toBe('2 to 4 minutes, from 3 earlier runs')
  expect(estimateText({ secondsFrom: 118, secondsTo: 118, runs: 1 })).toBe('1 to 2 minutes, from 1 earlier run')
  expect(estimateText({ secondsFrom: 41, secondsTo: 70, runs: 2 })).toBe('41 to 70 seconds, from 2 earlier runs')
  expect(estimateText({ secondsFrom: 3000, secondsTo: 7300, runs: 20 })).toBe('1 to 3 hours, from 20 earlier runs')
  expect(estimateText({ secondsFrom: 0, secondsTo: 0, runs: 1 })).toBe('1 second, from 1 earlier run')
})

test('how long a run took', () => {
  const startedAt = '2026-11-25T09:00:00.000Z'
  expect(tookText({ startedAt, endedAt: '2026-11-25T09:01:58.000Z' })).toBe('1 min 58 s')
  expect(tookText({ startedAt, endedAt: '2026-11-25T11:05:09.000Z' })).toBe('2 h 5 min')
  expect(tookText({ startedAt, endedAt: null })).toBeNull()
  expect(tookText({ startedAt: null, endedAt: startedAt })).toBeNull()
  // The clock of the reader may be behind that of the server.
  expect(durationText(-5000)).toBe('0 s')
})

test('stages are counted without the waiting, and the queue says how many come before', () => {
  expect(stageText('waiting')).toBe('Waiting for its turn')
  expect(stageText('running')).toBe('Step 2 of 4: Making maps of the photos')
  expect([null, 0, 1, 12].map(queueText)).toEqual([
    'Waiting for its turn',
    'Next in line',
    '1 other comes before it',
    '12 others come before it',
  ])
})

test.each([
  [0.25, 60_000, 'about 3 min left'],
  [0.5, 9_000_000, 'about 3 h left'],
  [0.9, 60_000, 'about 1 min left'],
  [0.01, 60_000, null],
  [1, 60_000, null],
])('at %s after %s ms it says: %s', (fraction, elapsed, text) => {
  const startedAt = '2026-06-23T10:00:00.000Z'
  expect(leftText({ startedAt, fraction }, Date.parse(startedAt) + elapsed)).toBe(text)
})

test('a run that has not begun says nothing of its end', () =>
  expect(leftText({ startedAt: null, fraction: 0 }, 0)).toBeNull())
