import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDescribe, QUANTILES, STATISTICS } from './statistics.ts'

/** Where values crowd, and how far apart they lie, is what a histogram is bad at. */
const SHAPES: Record<string, (share: number) => number> = {
  even: (share) => share,
  'of few values': (share) => Math.floor(share * 5),
  'at both ends': (share) => Math.atan(30 * (share - 0.5) ** 3 * 1e4),
  'over many orders': (share) => 10 ** (600 * share - 300),
  'far apart': (share) => (share < 0.5 ? -1 : 1) * share * 1.7e308,
  'beside a few far ones': (share) => (share > 0.995 ? 1e9 * share : share),
}

type Point = readonly [place: number, value: number]

/** Where values stand in the weight: each at the middle of its first and of its last pixel. */
function pointsOf(pixels: readonly (readonly [value: number, weight: number])[]): Point[] {
  const weights = new Map<number, number>()
  for (const [value, weight] of pixels) weights.set(value, (weights.get(value) ?? 0) + weight)
  const points: Point[] = []
  let passed = 0
  for (const [value, weight] of [...weights].toSorted(([a], [b]) => a - b)) {
    const half = Math.min(0.5, weight / 2)
    points.push([passed + half, value], [passed + weight - half, value])
    passed += weight
  }
  return points
}

/** NaN where there are no values. */
function quantileOf(points: readonly Point[], target: number): number {
  const next = points.find(([place]) => place >= target) ?? points.at(-1)
  const before = points.findLast(([place]) => place < target) ?? next
  if (!next || !before) return Number.NaN
  const [[from, low], [to, high]] = [before, next]
  return to === from ? high : low + ((target - from) / (to - from)) * (high - low)
}

type Scope = { row: Float64Array; pixels: readonly (readonly [value: number, weight: number])[] }

/** The quantiles of a row that are not those of its pixels. */
function wrongQuantiles({ row, pixels }: Scope): string[] {
  const points = pointsOf(pixels)
  const total = pixels.reduce((sum, [, weight]) => sum + weight, 0)
  return QUANTILES.flatMap(({ share, at }) => {
    const [found, right] = [row[at] ?? Number.NaN, quantileOf(points, share * total)]
    // Weights are added in another order.
    const around = [-1e-9, 1e-9].map((step) => Math.abs(quantileOf(points, (share + step) * total) - right))
    const isRight = Number.isNaN(right)
      ? Number.isNaN(found)
      : Math.abs(found - right) <= Math.max(...around) + 1e-12 * Math.abs(right)
    return isRight ? [] : [`${share}: ${found}, not ${right}`]
  })
}

test.each(Object.entries(SHAPES))('quantiles of values that lie %s are those of all sorted values', (_, shape) => {
  const describe = createDescribe()
  const cases = fc.record({
    seed: fc.integer({ min: 1, max: 2 ** 31 }),
    count: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 6000 })),
    plants: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(cases, ({ seed, count, plants }) => {
      let state = seed
      const random = (): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return state / 2 ** 32
      }
      const values = Float64Array.from({ length: count }, () => shape(random()))
      const weights = Float64Array.from(values, () => (random() < 0.9 ? 1 : 0.01 + random()))
      const vegetation = Math.floor(plants * count)
      const [all, ofPlants] = [new Float64Array(STATISTICS.length), new Float64Array(STATISTICS.length)]
      describe({ values, weights, vegetation }, all, ofPlants)
      const pixels = [...values].map((value, at) => [value, weights[at] ?? 0] as const)
      expect(wrongQuantiles({ row: all, pixels })).toEqual([])
      expect(wrongQuantiles({ row: ofPlants, pixels: pixels.slice(0, vegetation) })).toEqual([])
    }),
    { seed: 1, numRuns: 40 },
  )
})
