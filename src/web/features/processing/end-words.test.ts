import { expect, test } from 'vitest'
import type { RunItem } from '#contract/processing.ts'
import { endsSince } from './end-words.ts'

const run = (runId: string, state: RunItem['state'], more: Partial<RunItem> = {}) => ({
  runId,
  state,
  engine: 'farm' as const,
  preset: 'fast' as const,
  requestedAt: '2026-11-25T09:00:00.000Z',
  reason: null,
  products: [],
  ...more,
})

test('what has ended is said once, also what began meanwhile, and nothing of what had ended before or goes on', () => {
  const before = [run('a', 'RUNNING'), run('b', 'QUEUED'), run('c', 'FAILED'), run('d', 'RUNNING')]
  const now = [
    run('a', 'DONE'),
    run('b', 'CANCELLED', { engine: 'preview' }),
    run('c', 'FAILED'),
    run('d', 'RUNNING'),
    run('e', 'DONE', { engine: 'preview' }),
  ]
  expect(endsSince(before, now)).toMatch(
    /^Farm, .*: the run is done and made 0 files\. Preview, .*: the run was cancelled\. Preview, .*: the run is done and made 0 files\.$/,
  )
  expect(endsSince(now, now)).toBe('')
})

test('a failure is said with its reason', () => {
  const failed = run('a', 'FAILED', { reason: 'The node ran out of memory.' })
  expect(endsSince([run('a', 'RUNNING')], [failed])).toMatch(/: the run failed\. The node ran out of memory\.$/)
})
