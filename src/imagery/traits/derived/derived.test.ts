import { describe, expect, test } from 'vitest'
import { quantileOfF, quantileOfT } from './distributions.ts'
import { daysToMaturity } from './maturity.ts'
import { areaUnderCurve, canopyClosure, changesOf, crossingOf, fastestGrowth, seriesOf } from './series.ts'

const points = (...pairs: (readonly [number, number])[]) => pairs.map(([day, value]) => ({ day, value }))
const COVER = points([30, 20], [40, 50], [50, 90], [60, 95])

describe('the season of a plot', () => {
  test('changes and rates from flight to flight', () => {
    expect(changesOf(COVER)).toEqual([
      { from: 30, to: 40, change: 30, perDay: 3 },
      { from: 40, to: 50, change: 40, perDay: 4 },
      { from: 50, to: 60, change: 5, perDay: 0.5 },
    ])
    expect(fastestGrowth(COVER)).toEqual({ day: 45, perDay: 4 })
    expect(fastestGrowth(COVER.slice(0, 1))).toBeUndefined()
  })
  test('the area under the curve, by hand: 350 + 700 + 925, and 300 from planting', () => {
    expect(areaUnderCurve(COVER)).toBe(1975)
    expect(areaUnderCurve(COVER, { startsAtPlanting: true })).toBe(2275)
    expect(areaUnderCurve(points([30, 4]))).toBeUndefined()
  })
  test('canopy closure is where cover crosses 80 %', () => {
    expect(canopyClosure(COVER)).toEqual({ state: 'reached', day: 47.5 })
    expect(canopyClosure(COVER.slice(2))).toEqual({ state: 'reached before the first flight' })
    expect(canopyClosure(COVER.slice(0, 2))).toEqual({ state: 'not reached' })
    expect(canopyClosure(COVER.slice(0, 1))).toEqual({ state: 'too few flights' })
  })
  test('flights come in any order, but no day twice; what is no number is left out', () => {
    expect(crossingOf(COVER.toReversed(), 80, 'up')).toEqual({ state: 'reached', day: 47.5 })
    expect(seriesOf([...COVER, { day: 45, value: Number.NaN }])).toEqual(COVER)
    expect(() => seriesOf(points([30, 1], [30, 2]))).toThrow('Day 30 is there twice')
  })
})

const season = (maturity: number) =>
  Array.from({ length: 9 }, (_, at) => ({
    day: 60 + at * 8,
    value: 0.3 / (1 + Math.exp((60 + at * 8 - maturity) / 4)),
  }))

describe('days to maturity', () => {
  test('are where the curve falls to the threshold', () => {
    const [early, late] = [daysToMaturity(season(90), 0.15), daysToMaturity(season(98), 0.15)]
    expect(early).toMatchObject({ state: 'reached', day: expect.closeTo(90, 0) })
    expect(late).toMatchObject({ state: 'reached', day: expect.closeTo(98, 0) })
  })
  test('are states where there is no such day', () => {
    expect(daysToMaturity(season(200), 0.15)).toEqual({ state: 'not reached' })
    expect(daysToMaturity(season(20), 0.15)).toEqual({ state: 'reached before the first flight' })
    expect(daysToMaturity(season(90).slice(0, 2), 0.15)).toEqual({ state: 'too few flights' })
  })
  test('stay where they are when one more flight is added after them', () => {
    const whole = season(90)
    const first = daysToMaturity(whole.slice(0, 5), 0.15)
    expect(first).toMatchObject({ state: 'reached' })
    for (let flights = 6; flights <= 9; flights += 1)
      expect(daysToMaturity(whole.slice(0, flights), 0.15)).toEqual(first)
    // Weeds turn green after the harvest.
    expect(daysToMaturity([...whole, { day: 140, value: 0.4 }], 0.15)).toEqual(first)
  })
  test('pass over seedlings and over one flight under a cloud', () => {
    const seedlings = points([10, 0.05], [20, 0.1])
    const dark = points([64, 0.1])
    expect(daysToMaturity([...seedlings, ...dark, ...season(90)], 0.15)).toEqual(daysToMaturity(season(90), 0.15))
  })
})

// From printed tables of t and F.
test.each([
  [0.975, 10, 2.228],
  [0.975, 4, 2.776],
  [0.995, 30, 2.75],
])('t at %f with %d degrees of freedom is %f', (probability, df, value) => {
  expect(quantileOfT(probability, df)).toBeCloseTo(value, 3)
})
test.each([
  [0.95, [3, 10], 3.708],
  [0.975, [5, 20], 3.289],
  [0.95, [1, 1], 161.448],
] as const)('F at %f with degrees of freedom %j is %f', (probability, [df1, df2], value) => {
  expect(quantileOfF(probability, df1, df2)).toBeCloseTo(value, 2)
})
