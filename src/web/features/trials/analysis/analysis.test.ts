import { expect, test } from 'vitest'
import { compareGenotypes } from '#imagery/traits/derived/compare-genotypes.ts'

import { whyNoPlaces } from '#imagery/traits/derived/why-none.ts'
import { nearestOf } from './chart-scale.ts'
import { JOBS } from './jobs.ts'
import { checkLabel, plotFactsOf } from './plot-facts.ts'
import { seasonOfPlot } from './season-of-plot.ts'
import { standingOf } from './standing.ts'

const OPTIONS = { from: 0, to: 2, isCover: true, ripeAt: null, startsAtPlanting: false }

test('two flights of a day are one with the mean of their values, and a missing value leaves the rest', () => {
  expect(seasonOfPlot({ days: [30, 40, 40], values: [60, 80, 100], options: OPTIONS })).toEqual({
    change: 40,
    perDay: 4,
    area: 750,
    fastest: { day: 35, perDay: 3 },
    closure: { state: 'reached', day: expect.closeTo(36.67, 2) },
    maturity: null,
  })
  expect(seasonOfPlot({ days: [30, 40, 50], values: [null, 80, 100], options: OPTIONS })).toMatchObject({
    change: null,
    area: 900,
    closure: { state: 'reached before the first flight' },
  })
})

test('the curve under the pointer is the nearest one, also between flights', () => {
  const place = { x: (day: number) => day * 10, y: (value: number) => 100 - value }
  const series = [
    [0, 0, 0],
    [50, null, 70],
  ]
  const at = (left: number, top: number) => nearestOf({ days: [0, 10, 20], series, place }, [left, top])
  expect(at(100, 42)).toBe(1)
  expect(at(100, 95)).toBe(0)
  expect(at(100, 70)).toBe(-1)
})

const plot = (number: number, attributes: Record<string, string>) => ({
  plotId: String(number),
  attributes,
  rings: [],
})

/** Nine genotypes in four blocks, on a field that rises by 6 from row to row. */
const PLOTS = plotFactsOf(
  Array.from({ length: 36 }, (_, at) => {
    const [row, column] = [Math.floor(at / 6), at % 6]
    const entryType = at % 9 === 0 ? 'Check' : 'test'
    return plot(at, { genotype: `g${at % 9}`, row: String(row), column: String(column), entryType })
  }),
)
const noise = (at: number) => ((at * 7919) % 13) / 13 - 0.5
const VALUES = PLOTS.map(({ row }, at) => 10 + (at % 9) + 6 * (row ?? 0) + noise(at))

test('genotypes beside the check: what the field adds hides differences, which adjusted means show', () => {
  const given = PLOTS.map(({ genotype, row, column }, at) => ({
    genotype: genotype ?? '',
    row: row ?? 0,
    column: column ?? 0,
    value: VALUES[at] ?? 0,
  }))
  const compared = [...new Set(given.map(({ genotype }) => genotype))]
  const spatial = JOBS.spatial({ plots: given, compared }, () => undefined)
  const about = { plots: PLOTS, values: VALUES, spatial: spatial?.fixed ?? null, check: 'g0', rate: 'family' as const }
  const plain = compareGenotypes({ ...about, isAdjusted: false })
  const adjusted = compareGenotypes({ ...about, isAdjusted: true })
  expect(plain.rows.filter(({ difference }) => difference?.isSignificant)).toEqual([])
  expect(adjusted.rows.map(({ difference }) => difference?.isSignificant ?? null)).toEqual([
    null,
    ...Array(8).fill(true),
  ])
  expect(adjusted.rows.at(-1)).toMatchObject({ genotype: 'g8', rank: 1, isCheck: false })
  expect(adjusted.rows.at(-1)?.difference?.difference).toBeCloseTo(8, 0)
  expect(spatial?.heritability).toBeGreaterThan(0.9)
})

test('a genotype has its rank from the greatest, and its distance in standard deviations', () => {
  expect(standingOf([1, null, 3, 5], 3)).toEqual({ value: 5, rank: 1, of: 3, z: 1, difference: 2 })
  expect(standingOf([1, null], 1)).toBeNull()
})

test('why means are not adjusted', () => {
  expect(whyNoPlaces(PLOTS, 5000)).toBeUndefined()
  expect(whyNoPlaces(PLOTS, 30)).toBe('Means are adjusted for up to 30 plots.')
  expect(whyNoPlaces(plotFactsOf([plot(1, { row: 'A' })]), 30)).toContain('no rows and columns')
  expect(whyNoPlaces([...PLOTS, ...PLOTS], 5000)).toBe('Several plots have the same row and column.')
})

test('a legend says of a check that it is one, and says it once', () => {
  expect(['MN0095', 'Check 1', 'CHECK-2', 'Checkmate'].map(checkLabel)).toEqual([
    'Check MN0095',
    'Check 1',
    'CHECK-2',
    'Check Checkmate',
  ])
})
