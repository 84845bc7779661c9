import { expect, test } from 'vitest'
import type { DatedValues, Trait, Workspace } from '../workspace/workspace.ts'
import { changeBetween } from './change-between.ts'

const day = (date: string, values: (number | null)[]) => ({ date, values }) as DatedValues
const before = day('2026-07-01', [10, 20, null, 40])
const after = day('2026-07-14', [15, 10, 5, 40])
const workspace = {
  trait: { unit: 'cm' } as Trait,
  title: 'Height, cm',
  dates: [before, after],
} as unknown as Workspace

test('a change goes from the earlier to the later date, whichever is shown first, with 0 in the middle of the colours', () => {
  for (const [one, two] of [
    [before, after],
    [after, before],
  ] as const) {
    const change = changeBetween(workspace, one, two)
    expect(change.day.values).toEqual([5, -10, null, 0])
    expect(change.day.date).toBe('2026-07-01 to 2026-07-14')
    expect(change.scale).toEqual([-10, 10])
  }
})
