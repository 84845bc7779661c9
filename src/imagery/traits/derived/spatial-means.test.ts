import { describe, expect, test } from 'vitest'
import { genotypeMeans } from './genotype-means.ts'
import { designOf, type FieldPlot } from './spatial-design.ts'
import { spatialMeans } from './spatial-means.ts'
import { invert } from './symmetric-matrix.ts'

/** The same numbers each time, roughly normal with a deviation of 1. */
function createNoise(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)
}

const [ROWS, COLUMNS, GENOTYPES] = [12, 15, 60]
const truth = Array.from({ length: GENOTYPES }, (_, at) => 50 + (at % 20) * 0.5)

/** 60 genotypes in 3 plots each, on a field that is better in the middle of one side. */
function fieldOf(seed: number, hasTrend: boolean): FieldPlot[] {
  const noise = createNoise(seed)
  return Array.from({ length: ROWS * COLUMNS }, (_, at) => {
    const [row, column] = [Math.floor(at / COLUMNS) + 1, (at % COLUMNS) + 1]
    const genotype = (at * 37 + Math.floor(at / GENOTYPES) * 11) % GENOTYPES
    const trend = hasTrend ? 12 * Math.sin(row / 4) * Math.cos(column / 5) + 0.6 * column : 0
    return { genotype: `g${genotype}`, row, column, value: (truth[genotype] ?? 0) + trend + noise() }
  })
}

const errorOf = (means: readonly { genotype: string; mean: number }[]) => {
  const differences = means.map(({ genotype, mean }) => mean - (truth[Number(genotype.slice(1))] ?? 0))
  const centre = differences.reduce((sum, one) => sum + one, 0) / differences.length
  return Math.sqrt(differences.reduce((sum, one) => sum + (one - centre) ** 2, 0) / differences.length)
}

describe('a field with a trend', () => {
  const plots = fieldOf(7, true)
  test('has means nearer to the truth than those of its plots', () => {
    const found = spatialMeans(plots, { genotypes: 'fixed' })
    expect(found?.isSettled).toBe(true)
    expect(errorOf(genotypeMeans(plots).means)).toBeGreaterThan(1.4)
    // Three plots with a deviation of 1 can't do better than 0.58.
    expect(errorOf(found?.means ?? [])).toBeLessThan(0.75)
    expect(found?.errorVariance).toBeGreaterThan(0.7)
    expect(found?.errorVariance).toBeLessThan(1.4)
  })
  test('random genotypes have a heritability', () => {
    const found = spatialMeans(plots, { genotypes: 'random' })
    expect(found?.heritability).toBeGreaterThan(0.9)
    expect(found?.heritability).toBeLessThan(1)
    expect(found?.variances.genotype).toBeGreaterThan(5)
    expect(found?.variances.genotype).toBeLessThan(13)
  })
  test('plots without a value have no residual, and the others are as without them', () => {
    const missing = plots.map((plot, at) => (at === 5 ? { ...plot, value: Number.NaN } : plot))
    const found = spatialMeans(missing, { genotypes: 'fixed' })
    expect(found?.residuals[5]).toBeNull()
    expect(found).toEqual({
      ...spatialMeans(
        missing.filter((_, at) => at !== 5),
        { genotypes: 'fixed' },
      ),
      trend: found?.trend,
      residuals: found?.residuals,
    })
  })
})

test('a field without a trend has nearly the means of its plots', () => {
  const plots = fieldOf(3, false)
  const found = spatialMeans(plots, { genotypes: 'fixed' })
  const plain = new Map(genotypeMeans(plots).means.map(({ genotype, mean }) => [genotype, mean]))
  const differences = found?.means.map(({ genotype, mean }) => Math.abs(mean - (plain.get(genotype) ?? 0))) ?? [9]
  expect(Math.max(...differences)).toBeLessThan(0.5)
})

/** Of restricted likelihood, minus twice its logarithm, from the whole matrix of variances. */
function deviance(plots: readonly FieldPlot[], variances: readonly number[], error: number): number {
  const { rows, fixed, groups } = designOf(plots, true)
  const n = plots.length
  const names = [...new Set(plots.map(({ genotype }) => genotype))]
  const ofColumn = groups.flatMap(({ columns }, group) =>
    Array.from({ length: columns }, () => variances[group + 1] ?? 0),
  )
  const v = new Float64Array(n * n)
  for (let a = 0; a < n; a += 1)
    for (let b = 0; b < n; b += 1) {
      let sum = a === b ? error : 0
      if (plots[a]?.genotype === plots[b]?.genotype) sum += variances[0] ?? 0
      for (const [at, variance] of ofColumn.entries())
        sum += variance * (rows[a]?.[fixed + at] ?? 0) * (rows[b]?.[fixed + at] ?? 0)
      v[a * n + b] = sum
    }
  const logDeterminant = logDeterminantOf(v, n)
  invert(v, n)
  const x = (plot: number, column: number) => rows[plot]?.[column] ?? 0
  const xvx = new Float64Array(fixed * fixed)
  const xvy = new Float64Array(fixed)
  let yvy = 0
  for (let a = 0; a < n; a += 1)
    for (let b = 0; b < n; b += 1) {
      const weight = v[a * n + b] ?? 0
      const [ya, yb] = [plots[a]?.value ?? 0, plots[b]?.value ?? 0]
      yvy += weight * ya * yb
      for (let i = 0; i < fixed; i += 1) {
        xvy[i] = (xvy[i] ?? 0) + weight * x(a, i) * yb
        for (let j = 0; j < fixed; j += 1) xvx[i * fixed + j] = (xvx[i * fixed + j] ?? 0) + weight * x(a, i) * x(b, j)
      }
    }
  const logOfFixed = logDeterminantOf(xvx, fixed)
  invert(xvx, fixed)
  let explained = 0
  for (let i = 0; i < fixed; i += 1)
    for (let j = 0; j < fixed; j += 1) explained += (xvx[i * fixed + j] ?? 0) * (xvy[i] ?? 0) * (xvy[j] ?? 0)
  expect(names.length).toBeGreaterThan(1)
  return logDeterminant + logOfFixed + yvy - explained
}

function logDeterminantOf(matrix: Float64Array, size: number): number {
  const rows = Array.from({ length: size }, (_, at) => matrix.slice(at * size, (at + 1) * size))
  let sum = 0
  for (let pivot = 0; pivot < size; pivot += 1) {
    const top = rows[pivot] ?? new Float64Array()
    const diagonal = top[pivot] ?? 0
    sum += Math.log(diagonal)
    for (const row of rows.slice(pivot + 1)) {
      const factor = (row[pivot] ?? 0) / diagonal
      for (let at = pivot; at < size; at += 1) row[at] = (row[at] ?? 0) - factor * (top[at] ?? 0)
    }
  }
  return sum
}

test('its variances are those of the greatest restricted likelihood', () => {
  const plots = fieldOf(11, true).filter(({ row, column }) => row <= 8 && column <= 9)
  const found = spatialMeans(plots, { genotypes: 'random' })
  if (!found) throw new Error('There is a fit')
  const variances = Object.values(found.variances)
  const best = deviance(plots, variances, found.errorVariance)
  const others = variances.flatMap((variance, at) =>
    [0.8, 1.25].map((factor) => deviance(plots, variances.with(at, variance * factor), found.errorVariance)),
  )
  const ofError = [0.9, 1.1].map((factor) => deviance(plots, variances, found.errorVariance * factor))
  expect(Math.min(...others, ...ofError) - best).toBeGreaterThan(-1e-3)
})

describe('what can not be told apart', () => {
  test('as many genotypes as plots have no means of their own', () => {
    const plots = fieldOf(5, true).map((plot, at) => ({ ...plot, genotype: `${at}` }))
    expect(spatialMeans(plots, { genotypes: 'fixed' })).toBeUndefined()
  })
  test('no plots, equal values', () => {
    expect(spatialMeans([], { genotypes: 'random' })).toBeUndefined()
    expect(
      spatialMeans(
        fieldOf(5, true).map((plot) => ({ ...plot, value: 1 })),
        { genotypes: 'random' },
      ),
    ).toBeUndefined()
  })
  test('a field of one row is told by its columns', () => {
    const plots = fieldOf(5, false)
      .slice(0, 15)
      .map((plot, at) => ({ ...plot, genotype: `g${at % 5}` }))
    expect(spatialMeans(plots, { genotypes: 'random' })?.means).toHaveLength(5)
  })
})

/** From all observations at once: of (X' V⁻¹ X)⁻¹, what the difference of two genotypes takes. */
function differenceByLeastSquares(plots: readonly FieldPlot[], pair: readonly [string, string]): number {
  const found = spatialMeans(plots, { genotypes: 'fixed' })
  if (!found) throw new Error('There is a fit')
  const { rows, fixed, groups } = designOf(plots, false)
  const n = plots.length
  const ofColumn = groups.flatMap(({ name, columns }) =>
    Array.from({ length: columns }, () => found.variances[name] ?? 0),
  )
  const v = new Float64Array(n * n)
  for (let a = 0; a < n; a += 1)
    for (let b = 0; b < n; b += 1)
      v[a * n + b] = ofColumn.reduce(
        (sum, variance, at) => sum + variance * (rows[a]?.[fixed + at] ?? 0) * (rows[b]?.[fixed + at] ?? 0),
        a === b ? found.errorVariance : 0,
      )
  invert(v, n)
  const names = [...new Set(plots.map(({ genotype }) => genotype))]
  const x = plots.map(({ genotype }, at) => [
    ...names.map((name) => Number(name === genotype)),
    ...(rows[at] ?? new Float64Array()).subarray(0, fixed),
  ])
  const size = names.length + fixed
  const normal = new Float64Array(size * size)
  for (let a = 0; a < n; a += 1)
    for (let b = 0; b < n; b += 1)
      for (let i = 0; i < size; i += 1)
        for (let j = 0; j < size; j += 1)
          normal[i * size + j] = (normal[i * size + j] ?? 0) + (x[a]?.[i] ?? 0) * (v[a * n + b] ?? 0) * (x[b]?.[j] ?? 0)
  invert(normal, size)
  const [i, j] = [names.indexOf(pair[0]), names.indexOf(pair[1])]
  const at = (row: number, column: number) => normal[row * size + column] ?? 0
  return Math.sqrt(at(i, i) + at(j, j) - 2 * at(i, j))
}

test('the standard error of a difference is that of generalised least squares', () => {
  const plots = fieldOf(13, true)
    .filter(({ row, column }) => row <= 8 && column <= 9)
    .map((plot, at) => ({ ...plot, genotype: `g${(at * 7) % 20}` }))
  const found = spatialMeans(plots, { genotypes: 'fixed', compared: ['g3'] })
  const place = found?.means.findIndex(({ genotype }) => genotype === 'g11') ?? -1
  expect(found?.standardErrorsOfDifferences[place]).toBeCloseTo(differenceByLeastSquares(plots, ['g11', 'g3']), 5)
  const errors = found?.means.map(({ standardError }) => standardError) ?? []
  expect(Math.min(...errors)).toBeGreaterThan(0.2)
  expect(Math.max(...errors)).toBeLessThan(2)
})

/** With nothing but noise, most variances go to none, which steps of their squares alone reach in no number of rounds. */
test.each([
  [4, 'fixed'],
  [10, 'random'],
  [11, 'fixed'],
  [14, 'random'],
] as const)('a field of noise (seed %d) settles with %s genotypes', (seed, genotypes) => {
  const noise = createNoise(seed)
  const plots = Array.from({ length: 72 }, (_, at) => ({
    genotype: `g${(at * 7) % 24}`,
    row: Math.floor(at / 9) + 1,
    column: (at % 9) + 1,
    value: noise(),
  }))
  expect(spatialMeans(plots, { genotypes })?.isSettled).toBe(true)
})

test('treatments are fixed beside the places: their effect moves no mean and no error', () => {
  const plots = fieldOf(7, true).filter(({ row, column }) => row <= 8 && column <= 9)
  const named = plots.map((plot, at) => ({
    ...plot,
    genotype: `g${(at * 7) % 20}`,
    treatment: at % 3 === 0 ? 'late' : 'early',
  }))
  const raised = named.map((plot) => ({ ...plot, value: plot.value + (plot.treatment === 'late' ? 40 : 0) }))
  const [found, far] = [named, raised].map((of) => spatialMeans(of, { genotypes: 'fixed' }))
  expect(far?.errorVariance).toBeCloseTo(found?.errorVariance ?? 0, 4)
  for (const [at, { mean }] of far?.means.entries() ?? []) expect(mean - 20).toBeCloseTo(found?.means[at]?.mean ?? 0, 3)
  for (const [at, trend] of far?.trend.entries() ?? []) expect(trend).toBeCloseTo(found?.trend[at] ?? 0, 3)
  const apart = named.map((plot) => ({ ...plot, treatment: plot.genotype }))
  expect(spatialMeans(apart, { genotypes: 'fixed' })).toBeUndefined()
})
