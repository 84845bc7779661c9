import { expect, test } from 'vitest'
import type { Comparison, GenotypeRow } from '#imagery/traits/derived/compare-genotypes.ts'
import { rankedMeansOf } from './mean-intervals.ts'

const row = (genotype: string, mean: number, more: Partial<GenotypeRow> = {}): GenotypeRow => ({
  genotype,
  isCheck: false,
  plots: 3,
  mean,
  standardError: 1.5,
  sd: null,
  effect: null,
  adjusted: null,
  rank: null,
  difference: null,
  letters: null,
  ...more,
})
const compared = (rows: GenotypeRow[], errorDf: number | null = 18) => ({ rows, errorDf }) as Comparison

test('means come from the greatest on, with the interval of R: mean + c(-1, 1) * qt(0.975, 18) * error', () => {
  const found = rankedMeansOf(compared([row('A', 10), row('B', 12)]), false)
  expect(found.map(({ genotype }) => genotype)).toEqual(['B', 'A'])
  expect(found[1]?.interval).toEqual([expect.closeTo(6.848617, 5), expect.closeTo(13.151383, 5)])
})

test('adjusted means are ranked by themselves, with their own errors; the plain ones stand beside them', () => {
  const rows = [
    row('A', 10, { adjusted: { mean: 11, standardError: 1 } }),
    row('B', 12, { adjusted: { mean: 9, standardError: 2 } }),
    row('C', 15),
  ]
  expect(rankedMeansOf(compared(rows), true)).toEqual([
    expect.objectContaining({
      genotype: 'A',
      mean: 11,
      other: 10,
      interval: [expect.closeTo(8.899078, 5), expect.any(Number)],
    }),
    expect.objectContaining({ genotype: 'B', mean: 9, other: 12 }),
  ])
})

test('without a known error there is no interval', () => {
  expect(rankedMeansOf(compared([row('A', 10, { standardError: null })]), false)[0]?.interval).toBeNull()
  expect(rankedMeansOf(compared([row('A', 10)], null), false)[0]?.interval).toBeNull()
})
