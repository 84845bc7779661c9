// Plots on both sides of the number of pixels from which on WebAssembly computes.
import { expect, test } from 'vitest'
import { findTrait } from '../catalogue/catalogue.ts'
import { parseFormula } from '../catalogue/parse-formula.ts'
import { maskRule } from './masks.ts'
import { measurePlots } from './measure-plots.ts'
import { placeOfValue } from './plot-numbers.ts'
import { SCOPES, STATISTIC_AT, STATISTICS, type Statistic } from './statistics.ts'
import { box, fieldOf, type Pixel } from './testing/make-field.ts'

const [WIDTH, HEIGHT] = [300, 200]
const mixed = (x: number, y: number, salt: number): number => {
  const value = Math.sin(x * 12.9898 + y * 78.233 + salt * 37.719) * 43_758.5453
  return value - Math.floor(value)
}
const pixel: Pixel = (x, y) => [
  40 + Math.floor(150 * mixed(x, y, 1)),
  40 + Math.floor(150 * mixed(x, y, 2)),
  40 + Math.floor(150 * mixed(x, y, 3)),
  255,
]
const SHARES = { p05: 0.05, p10: 0.1, p25: 0.25, median: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 }

/** Each value at the middle of its pixel, and straight lines in between. */
function quantileOf(sorted: readonly number[], share: number): number {
  const place = share * sorted.length - 0.5
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(place))
  return low + (place - Math.floor(place)) * (high - low)
}

const indexOf = {
  NGRDI: ([r = 0, g = 0]: readonly number[]) => (g - r) / (g + r),
  VARI: ([r = 0, g = 0, b = 0]: readonly number[]) => (g - r) / (g + r - b),
  VEG: ([r = 0, g = 0, b = 0]: readonly number[]) => g / (r ** 0.667 * b ** 0.333),
}

test.each(['NGRDI', 'VARI', 'VEG'] as const)('%s has exact quantiles, and its mean', async (id) => {
  const [plot] = await measurePlots(fieldOf({ width: WIDTH, height: HEIGHT, pixel }), [box([0, 0, WIDTH, HEIGHT])], {
    traits: [findTrait(id) ?? { expression: Number.NaN }],
    mask: maskRule('exg'),
  })
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, at) => pixel(at % WIDTH, Math.floor(at / WIDTH)))
  const plants = pixels.filter(([r = 0, g = 0, b = 0]) => (2 * g - r - b) / (r + g + b) > 0.1)
  for (const [scope, some] of [pixels, plants].entries()) {
    const valueOf = (name: Statistic) => plot?.values[placeOfValue(0, scope, STATISTICS.indexOf(name))] ?? Number.NaN
    const sorted = some
      .map(indexOf[id])
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b)
    const [low = 0, high = 0] = [sorted[0], sorted.at(-1)]
    expect([valueOf('min'), valueOf('max'), valueOf('n_px')]).toEqual([low, high, sorted.length])
    for (const [name, share] of Object.entries(SHARES))
      expect(valueOf(name as Statistic)).toBeCloseTo(quantileOf(sorted, share), 12)
    const clipped = sorted.map((value) => (id === 'VARI' ? Math.min(1, Math.max(-1, value)) : value))
    const mean = clipped.reduce((sum, value) => sum + value, 0) / clipped.length
    expect(valueOf('mean')).toBeCloseTo(mean, 11)
    const variance = clipped.reduce((sum, value) => sum + (value - mean) ** 2, 0) / clipped.length
    expect(valueOf('sd')).toBeCloseTo(Math.sqrt(variance), 11)
  }
  expect(SCOPES).toEqual(['all', 'veg'])
})

test('a few values far away from all others do not blur these', async () => {
  const field = fieldOf({
    width: WIDTH,
    height: HEIGHT,
    bands: ['nir'],
    sampleType: 'float32',
    pixel: (x, y) => [(x + y * WIDTH) % 1017 === 1 && x > 4 ? 1e6 + x : 0.5 + mixed(x, y, 1) / 4],
  })
  const [plot] = await measurePlots(field, [box([0, 0, WIDTH, HEIGHT])], { traits: [{ expression: 'nir' }] })
  const values = Array.from({ length: WIDTH * HEIGHT }, (_, at) => at)
    .map((at) => [at % WIDTH, Math.floor(at / WIDTH)] as const)
    .map(([x, y]) => ((x + y * WIDTH) % 1017 === 1 && x > 4 ? 1e6 + x : Math.fround(0.5 + mixed(x, y, 1) / 4)))
    .toSorted((a, b) => a - b)
  const median = plot?.values[placeOfValue(0, 0, STATISTICS.indexOf('median'))] ?? Number.NaN
  expect(median).toBe(((values[29_999] ?? 0) + (values[30_000] ?? 0)) / 2)
})

/** By R 4.2: quantile(x, type = 5) of x <- (0:(n - 1) * 7919) %% 10007, squared, over 1e6. */
test.each([
  [7, 1, [0, 0.547805, 5.556781, 34.000561, 61.04296975, 85.871293, 91.661476, 91.661476]],
  [100, 10, [0.24505, 1.01005, 6.2325325, 25.080089, 56.3926105, 81.1891305, 90.459146, 98.1189505]],
  [256, 128, [0.2499001, 1, 6.255001, 25.030009, 56.3175205, 81.108036, 90.364036, 98.14508266]],
  [3, 10_923, [0.24995005, 1, 6.255001, 25.030009, 56.325025, 81.108036, 90.364036, 98.14488453]],
  [300, 200, [0.25, 1, 6.255001, 25.030009, 56.325025, 81.108036, 90.364036, 98.1387425]],
])('plots of %i x %i pixels have the quantiles that R computes', async (width, height, expected) => {
  const field = fieldOf({
    width,
    height,
    bands: ['nir'],
    sampleType: 'float32',
    pixel: (x, y) => [((x + y * width) * 7919) % 10_007],
  })
  const [plot] = await measurePlots(field, [box([0, 0, width, height])], {
    traits: [{ expression: parseFormula('NIR * NIR / 1000000') }],
  })
  const found = Object.keys(SHARES).map(
    (name) => plot?.values[placeOfValue(0, 0, STATISTICS.indexOf(name as Statistic))],
  )
  expect(found).toEqual(expected.map((value) => expect.closeTo(value, 12)))
})

/** By R 4.2, where pixels are red 200, green 100 and blue 50. */
test.each([
  ['(R^2 + G^2 + B^2)^0.5', 229.128784747792],
  ['(R^2)^3', 6.4e13],
  ['1/(1+2^(-(R^1)))', 1],
  ['R*1e39/1e39', 200],
  ['(R + 100000000) - 100000000', 200],
  ['(R^2)^(G/100)', 40_000],
])('%s has the same value on plots of any size', async (formula, value) => {
  for (const side of [20, 200]) {
    const field = fieldOf({ width: side, height: side, pixel: () => [200, 100, 50, 255] })
    const traits = [{ expression: parseFormula(formula) }]
    const [plot] = await measurePlots(field, [box([0, 0, side, side])], { traits })
    for (const name of ['mean', 'median', 'min', 'max'] as const)
      expect(plot?.values[placeOfValue(0, 0, STATISTIC_AT[name])]).toBeCloseTo(value, 11)
  }
})
