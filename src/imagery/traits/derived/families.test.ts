import { describe, expect, test } from 'vitest'
import { dunnettProbability, quantileOfDunnett, sharesOf } from './dunnett.ts'
import { normalProbability } from './normal.ts'
import { rootOf } from './root.ts'
import { quantileOfStudentizedRange, studentizedRangeProbability } from './studentized-range.ts'

test.each([
  [0, 0.5],
  [1.96, 0.9750021048517795],
  [-1, 0.15865525393145707],
  [-5.5, 1.8989562465887718e-8],
  [9, 1],
])('a normal number is below %f with a probability of %f (R 4.2, pnorm)', (x, probability) => {
  expect(normalProbability(x)).toBeCloseTo(probability, 14)
})

test('a root is found, also at an end', () => {
  expect(rootOf((x) => x ** 3 - 2, 0, 5)).toBeCloseTo(Math.cbrt(2), 10)
  expect(rootOf((x) => x, 0, 5)).toBe(0)
})

describe('the studentized range', () => {
  // R 4.2, qtukey; for few degrees of freedom, where that is off, from tables (Harter 1960) and of 2 means from t.
  test.each([
    [2, 2, Math.SQRT2 * 4.30265273],
    [3, 1, 26.98],
    [2, 5, 3.635351],
    [3, 12, 3.772929],
    [3, 71, 3.38539],
    [10, 5, 6.994698],
    [10, 71, 4.619284],
    [10, 400, 4.499606],
    [40, 12, 6.970163],
    [40, 71, 5.743912],
    [100, 71, 6.404228],
    [500, 400, 7.090247],
  ])('of %d means with %d degrees of freedom is below %f in 95 %%', (means, df, q) => {
    expect(quantileOfStudentizedRange(0.95, means, df) / q).toBeCloseTo(1, df < 2 ? 3 : 5)
  })
  test.each<[[q: number, means: number, df: number], number]>([
    [[1, 3, 10], 0.2351091894],
    [[3.5, 3, 10], 0.9228966892],
    [[5.2, 24, 71], 0.9327731385],
    [[2, 40, 20], 0.0001242147],
    [[0, 3, 10], 0],
  ])(
    'with a limit, means and degrees of freedom of %j, is below the limit with a probability of %f',
    (of, probability) => {
      expect(studentizedRangeProbability(...of)).toBeCloseTo(probability, 8)
    },
  )
})

describe('differences from a check', () => {
  // mvtnorm (pmvt), which multcomp takes; correlations are products of the roots.
  test.each([
    [2.6828, [1 / 2, 1 / 2, 1 / 2], 12],
    [2.769, Array<number>(9).fill(1 / 2), 60],
    [3.244, Array<number>(9).fill(1 / 2), 10],
    [3.0272, Array<number>(23).fill(1 / 2), 71],
    [2.686, [4 / 5, 3 / 4, 2 / 3, 1 / 2, 1 / 3], 20],
    [3.3431, Array<number>(60).fill(1 / 5), 300],
  ])('lie within %f standard errors in 95 %%, of %j with %d degrees of freedom', (limit, products, df) => {
    expect(Math.abs(quantileOfDunnett(0.95, products.map(Math.sqrt), df) - limit)).toBeLessThan(5e-4)
  })
  test('one difference is that of Student’s t', () => {
    expect(quantileOfDunnett(0.95, [0.3], 10)).toBeCloseTo(2.228139, 5)
    expect(dunnettProbability(2.228139, [0.3], 10)).toBeCloseTo(0.95, 6)
  })
  test('shares have the correlations as their products', () => {
    const shares = [0.9, 0.5, 0.7, 0.2]
    const found = sharesOf(4, (one, other) => (shares[one] ?? 0) * (shares[other] ?? 0))
    expect(found).toEqual(shares.map((share) => expect.closeTo(share, 6)))
  })
})
