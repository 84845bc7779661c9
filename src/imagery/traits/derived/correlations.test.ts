import { describe, expect, test } from 'vitest'
import { associationOf, correlation, lineThrough, rankCorrelation } from './correlations.ts'

/** The interval from a printed table of Fisher's z: r = 0.6, z = 0.693, of 28 pairs 0.693 ± 1.96 / 5. */
test('an association has both correlations and the interval by the z of Fisher', () => {
  const one = Array.from({ length: 28 }, (_, at) => at)
  // Made to correlate with 0.6: 0.6 of the first and 0.8 of what is orthogonal to it.
  const centred = one.map((value) => value - 13.5)
  const norm = Math.hypot(...centred)
  const bent = centred.map((value) => value ** 2)
  const mean = bent.reduce((sum, value) => sum + value, 0) / 28
  const bentNorm = Math.hypot(...bent.map((value) => value - mean))
  const other = centred.map((value, at) => (0.6 * value) / norm + (0.8 * ((bent[at] ?? 0) - mean)) / bentNorm)
  const found = associationOf(one, other)
  if (typeof found === 'string') throw new Error(found)
  expect(found.n).toBe(28)
  expect(found.pearson).toBeCloseTo(0.6, 9)
  expect(found.interval[0]).toBeCloseTo(Math.tanh(0.6931 - 0.392), 3)
  expect(found.interval[1]).toBeCloseTo(Math.tanh(0.6931 + 0.392), 3)
})

// By hand: 1543.5 / sqrt(5 * 701520.75).
test('ranks don’t mind a bend, and plots without one of the values are left out', () => {
  const found = associationOf([1, 2, 3, 4, null, 9], [1, 10, 100, 1000, 5, null])
  expect(found).toMatchObject({ n: 4, spearman: 1, pearson: expect.closeTo(0.82414, 5) })
})

test('a line has an interval, too', () => {
  expect(associationOf([1, 2, 3, 4.1], [0.1, 0.2, 0.3, 0.41])).toMatchObject({ n: 4, interval: [1, 1] })
})

test.each([
  ['too few pairs', [1, 2, 3, null], [1, 2, 3, 4]],
  ['all alike', [5, 5, 5, 5], [1, 2, 3, 4]],
])('%s', (why, one, other) => {
  expect(associationOf(one, other)).toBe(why)
})

describe('correlations', () => {
  test('of values and of ranks, of pairs that are whole', () => {
    const [x, y] = [
      [1, 2, 3, 4, null, 9],
      [1, 4, 9, 16, 3, null],
    ]
    // 4 pairs: covariance 24.5 of squares 5 and 129.
    expect(correlation(x, y)).toEqual({ r: expect.closeTo(25 / Math.sqrt(5 * 129), 9), n: 4 })
    expect(rankCorrelation(x, y)).toEqual({ r: 1, n: 4 })
    expect(rankCorrelation([1, 2, 2, 3], [1, 3, 2, 4])?.r).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 9)
  })
  test('there is none of two pairs, or of a value that is always the same', () => {
    expect(correlation([1, 2], [2, 1])).toBeNull()
    expect(correlation([1, 2, 3], [5, 5, 5])).toBeNull()
  })
})

test('the line through points is that of least squares: lm(dist ~ speed, cars) of R', () => {
  const speed =
    '4 4 7 7 8 9 10 10 10 11 11 12 12 12 12 13 13 13 13 14 14 14 14 15 15 15 16 16 17 17 17 18 18 18 18 19 19 19 20 20 20 20 20 22 23 24 24 24 24 25'
  const dist =
    '2 10 4 22 16 10 18 26 34 17 28 14 20 24 28 26 34 34 46 26 36 60 80 20 26 54 32 40 32 40 50 42 56 76 84 36 46 68 32 48 52 56 64 66 54 70 92 93 120 85'
  const [xs, ys] = [speed, dist].map((text) => text.split(' ').map(Number))
  const line = lineThrough((xs ?? []).map((x, at) => [x, ys?.[at] ?? 0]))
  expect(line?.slope).toBeCloseTo(3.932409, 6)
  expect(line?.intercept).toBeCloseTo(-17.579095, 6)
  expect(
    lineThrough([
      [1, 2],
      [1, 3],
    ]),
  ).toBeNull()
})
