import { describe, expect, test } from 'vitest'
import type { DatedValues, Trait, Workspace } from '../workspace/workspace.ts'
import { changeBetween, recoloured } from './recoloured.ts'

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

describe('plots in other colours than those of their values', () => {
  const values = [30, null, 10, 30, 20, 99]
  const now = day('2026-07-14', values)
  const genotypes = ['B', 'A', 'Check', 'A', 'Check', 'A']
  const plots = genotypes.map((genotype, at) => ({
    plotId: String(at),
    attributes: { genotype, ...(genotype === 'Check' && { entryType: 'check plot' }) },
  }))
  const shown = {
    ...workspace,
    day: now,
    colours: { ramp: 'heights', classes: 0 } as const,
    plots: plots as unknown as Workspace['plots'],
    isExcluded: (plotId: string) => plotId === '5',
  }

  test('the highest has rank 1, those that are alike share one, and excluded plots have none', () => {
    const by = recoloured('rank', shown)
    expect(by?.day.values).toEqual([1.5, null, 4, 1.5, 3, null])
    expect(by?.scale).toEqual([4, 1])
    expect(by?.textOf?.(1.5)).toBe('1.5')
  })

  test('differences are from the mean of the check plots that count', () => {
    const by = recoloured('checks', shown)
    expect(by?.day.values).toEqual([15, null, -5, 15, 5, null])
    expect(by?.title).toBe('Height, cm, difference from the mean of 2 check plots')
    const none = recoloured('checks', { ...shown, isExcluded: (plotId) => ['2', '4'].includes(plotId) })
    expect(none?.day.values).toEqual(values.map(() => null))
  })

  test('few names have colours of their own, many have places in the ramp', () => {
    const few = recoloured('column genotype', shown)
    expect(few?.names).toEqual(['A', 'B', 'Check'])
    expect(few?.day.values.map((value) => few.textOf?.(value ?? 0))).toEqual(genotypes)
    const lines = Array.from({ length: 12 }, (_, at) => ({ attributes: { genotype: `Line ${at}` } }))
    const many = recoloured('column genotype', {
      ...shown,
      plots: lines as unknown as Workspace['plots'],
    })
    expect(many?.names).toBeUndefined()
    expect(many?.scale).toEqual([0, 11])
    expect(many?.textOf?.(10)).toBe('Line 10')
  })

  test('an address that asks for nothing, or for something unknown, shows values', () => {
    expect(recoloured(null, shown)).toBeNull()
    expect(recoloured('something', shown)).toBeNull()
  })
})
