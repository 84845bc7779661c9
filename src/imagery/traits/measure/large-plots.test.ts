// Plots with more pixels than are sorted.
import { expect, test } from 'vitest'
import { findTrait } from '../catalogue/catalogue.ts'
import { maskRule } from './masks.ts'
import { measurePlots } from './measure-plots.ts'
import { placeOfValue } from './plot-numbers.ts'
import { SCOPES, STATISTICS, type Statistic } from './statistics.ts'
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

/** Numbers of 4 bytes. */
const isNear = (value: number) => expect.closeTo(value, Math.abs(value) > 10 ? 4 : 6)

const indexOf = {
  NGRDI: ([r = 0, g = 0]: readonly number[]) => (g - r) / (g + r),
  VARI: ([r = 0, g = 0, b = 0]: readonly number[]) => (g - r) / (g + r - b),
  VEG: ([r = 0, g = 0, b = 0]: readonly number[]) => g / (r ** 0.667 * b ** 0.333),
}

test.each(['NGRDI', 'VARI', 'VEG'] as const)(
  '%s has quantiles within 0.0001 of its range, and its mean',
  async (id) => {
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
      expect([valueOf('min'), valueOf('max'), valueOf('n_px')]).toEqual([isNear(low), isNear(high), sorted.length])
      for (const [name, share] of Object.entries(SHARES)) {
        const off = Math.abs(valueOf(name as Statistic) - (sorted[Math.floor(share * sorted.length)] ?? Number.NaN))
        expect(off).toBeLessThan(1e-4 * (high - low))
      }
      const clipped = sorted.map((value) => (id === 'VARI' ? Math.min(1, Math.max(-1, value)) : value))
      const mean = clipped.reduce((sum, value) => sum + value, 0) / clipped.length
      expect(valueOf('mean')).toBeCloseTo(mean, 6)
      const variance = clipped.reduce((sum, value) => sum + (value - mean) ** 2, 0) / clipped.length
      expect(valueOf('sd')).toBeCloseTo(Math.sqrt(variance), 6)
    }
    expect(SCOPES).toEqual(['all', 'veg'])
  },
)

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
  expect(median).toBeCloseTo(((values[29_999] ?? 0) + (values[30_000] ?? 0)) / 2, 4)
})
