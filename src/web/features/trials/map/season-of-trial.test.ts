import { expect, test } from 'vitest'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import { seasonOfTrial } from './season-of-trial.ts'

const plots = Array.from({ length: 11 }, (_, at): PlotFacts => {
  const genotype = at < 2 ? 'G1' : null
  return { plotId: String(at), genotype } as PlotFacts
})

test('a date has the mean of all plots, where 80 % of them lie, and the mean of a genotype', () => {
  const series = plots.map((_, at) => [at, null])
  expect(seasonOfTrial({ plots, series, genotype: 'G1' }, 0)).toEqual({ low: 1, high: 9, mean: 5, genotype: 0.5 })
  expect(seasonOfTrial({ plots, series, genotype: 'G1' }, 1)).toBeNull()
})

test('plots without a genotype are no genotype, and one plot has no mean of its genotype', () => {
  const series = plots.map((_, at) => [at])
  expect(seasonOfTrial({ plots, series, genotype: null }, 0)?.genotype).toBeNull()
  const one = plots.slice(1)
  expect(seasonOfTrial({ plots: one, series: series.slice(1), genotype: 'G1' }, 0)?.genotype).toBeNull()
})
