// Fields of exactly known values.
import { describe, expect, test } from 'vitest'
import { findTrait } from '../catalogue/catalogue.ts'
import { maskRule } from './masks.ts'
import { measurePlots, type PlotMeasurement } from './measure-plots.ts'
import { placeOfValue } from './plot-numbers.ts'
import { SCOPES, type Scope, STATISTICS, type Statistic } from './statistics.ts'
import { box, fieldOf, GREEN, type Pixel, SOIL } from './testing/make-field.ts'

const traits = (...ids: string[]) => ids.map((id) => findTrait(id) ?? { expression: Number.NaN })
const valueOf = (plot: PlotMeasurement | undefined, scope: Scope, statistic: Statistic): number =>
  plot?.values[placeOfValue(0, SCOPES.indexOf(scope), STATISTICS.indexOf(statistic))] ?? Number.NaN

/** Columns left of 10 are green. */
const HALF: Pixel = (x) => (x < 10 ? GREEN : SOIL)
const value = (x: number, y: number) => Math.fround(Math.tan(((x * 131 + y * 977) % 3001) / 955 - 1.57))

const readMaskRows = async (from: number, to: number) =>
  new Uint8Array(40 * (to - from)).map((_, at) => (at % 40 < 5 ? 0 : 255))

const block = (x: number, y: number) => x >= 4 && x < 8 && y >= 4 && y < 8

const [EXG_GREEN, EXG_SOIL] = [140 / 220, 0]

test('means, deviations and cover are weighted by what pixels cover of the plot', async () => {
  // 2.5 columns of green and 7.5 of soil.
  const [plot] = await measurePlots(fieldOf({ pixel: HALF }), [box([7.5, 5.25, 17.5, 9.5])], {
    traits: traits('ExG'),
    mask: maskRule('exg'),
  })
  expect(plot?.nPx).toBeCloseTo(42.5, 9)
  expect(plot?.areaPx).toBe(42.5)
  expect(plot?.validFrac).toBeCloseTo(1, 9)
  expect(plot?.coverPct).toBeCloseTo(25, 5)
  expect(valueOf(plot, 'all', 'mean')).toBeCloseTo(EXG_GREEN / 4, 7)
  expect(valueOf(plot, 'all', 'sd')).toBeCloseTo(EXG_GREEN * Math.sqrt(0.25 * 0.75), 7)
  expect(valueOf(plot, 'all', 'median')).toBe(EXG_SOIL)
  expect(valueOf(plot, 'all', 'p95')).toBe(EXG_GREEN)
  expect(valueOf(plot, 'veg', 'mean')).toBeCloseTo(EXG_GREEN, 9)
  expect(valueOf(plot, 'veg', 'min')).toBe(EXG_GREEN)
  expect(valueOf(plot, 'veg', 'n_px')).toBeCloseTo(10.625, 5)
  expect(plot?.bandMeans.map((mean) => Math.round(mean * 1000) / 1000)).toEqual([105, 105, 70])
})

test('quantiles go straight from the middle of one pixel to that of the next', async () => {
  const field = fieldOf({ bands: ['nir'], sampleType: 'float32', width: 5, height: 1, pixel: (x) => [x * 10] })
  const [plot] = await measurePlots(field, [box([0, 0, 5, 1])], { traits: [{ expression: 'nir' }] })
  const quantiles = (['min', 'p05', 'p10', 'p25', 'median', 'p75', 'p90', 'p95', 'max'] as const).map((one) =>
    valueOf(plot, 'all', one),
  )
  expect(quantiles).toEqual([0, 0, 0, 7.5, 20, 32.5, 40, 40, 40])
})

test('thousands of values have the quantiles that sorting them gives', async () => {
  const field = fieldOf({
    bands: ['nir'],
    sampleType: 'float32',
    width: 90,
    height: 70,
    pixel: (x, y) => [value(x, y)],
  })
  const [plot] = await measurePlots(field, [box([0, 0, 90, 70])], { traits: [{ expression: 'nir' }] })
  const sorted = Array.from({ length: 6300 }, (_, at) => value(at % 90, Math.floor(at / 90))).toSorted((a, b) => a - b)
  for (const [name, share] of [
    ['p05', 0.05],
    ['median', 0.5],
    ['p75', 0.75],
    ['p99', 0.99],
  ] as const) {
    const [low, part] = [Math.floor(share * 6300 - 0.5), (share * 6300 - 0.5) % 1]
    const expected = (sorted[low] ?? 0) + part * ((sorted[low + 1] ?? 0) - (sorted[low] ?? 0))
    expect(valueOf(plot, 'all', name)).toBeCloseTo(expected, 9)
  }
})

const MIXED: Pixel = (x, y) => [(x * 37 + y * 11) % 200, (x * 13 + y * 29) % 200, (x * y) % 200, 255]

// Of 30 rows, the last block of 7 or of 16 is not whole.
test.each([1, 7, 16])('many plots at once are what each is alone, with blocks of %s rows', async (blockRows) => {
  const plots = Array.from({ length: 60 }, (_, at) =>
    box([((at * 17) % 31) + 0.3, ((at * 7) % 23) + 0.6, ((at * 17) % 31) + 7.9, ((at * 7) % 23) + 5.2]),
  )
  const options = { traits: traits('GLI', 'ExGR', 'VEG'), mask: maskRule('g>r'), edgeMargin: 4 }
  const together = await measurePlots(fieldOf({ pixel: MIXED, blockRows }), plots, options)
  for (const [at, polygon] of plots.entries())
    expect(await measurePlots(fieldOf({ pixel: MIXED }), [polygon], options)).toEqual([together[at]])
})

describe('what is not there', () => {
  test('transparent pixels and those outside of the map are no data', async () => {
    const field = fieldOf({ pixel: (x) => (x < 10 ? [0, 0, 0, 0] : GREEN) })
    const [half, outside] = await measurePlots(field, [box([5, 0, 15, 10]), box([30, 20, 50, 40])], {
      traits: traits('ExG'),
      edgeMargin: 3,
    })
    expect(half).toMatchObject({ nPx: 50, validFrac: 0.5, isAtEdge: true })
    expect(valueOf(half, 'all', 'mean')).toBeCloseTo(EXG_GREEN, 9)
    expect(outside).toMatchObject({ nPx: 100, validFrac: 0.25, isAtEdge: true })
  })
  test('a plot outside of the map has no values', async () => {
    const [plot] = await measurePlots(fieldOf({ pixel: HALF }), [box([100, 100, 110, 110])], {
      traits: traits('ExG'),
      mask: maskRule('exg'),
    })
    expect(plot).toMatchObject({ nPx: 0, validFrac: 0, coverPct: null, isAtEdge: true })
    expect(valueOf(plot, 'all', 'mean')).toBeNaN()
  })
  test('nodata, NaN and infinite values of fractions', async () => {
    const values = [-9999, Number.NaN, Number.POSITIVE_INFINITY, 0.25, 0.75]
    const field = fieldOf({
      bands: ['nir'],
      sampleType: 'float32',
      nodata: -9999,
      width: 5,
      height: 1,
      pixel: (x) => [values[x] ?? 0],
    })
    const [plot] = await measurePlots(field, [box([0, 0, 5, 1])], { traits: [{ expression: 'nir' }] })
    expect(plot).toMatchObject({ nPx: 2, validFrac: 0.4 })
    expect(valueOf(plot, 'all', 'mean')).toBe(0.5)
  })
  test('black is no data where the file says so, a single band of 0 is not', async () => {
    const field = fieldOf({
      bands: ['red', 'green', 'blue'],
      nodata: 0,
      pixel: (x) => (x < 10 ? [0, 0, 0] : [20, 90, 0]),
    })
    const [plot] = await measurePlots(field, [box([0, 0, 20, 1])], { traits: traits('NGRDI') })
    expect(plot?.nPx).toBe(10)
  })
  test('a mask beside the map', async () => {
    const [plot] = await measurePlots(fieldOf({ pixel: HALF, readMaskRows }), [box([0, 2, 10, 4])], { traits: [] })
    expect(plot?.nPx).toBe(10)
  })
})

test('angles around 0 degrees have their mean there', async () => {
  const field = fieldOf({ width: 2, height: 1, pixel: (x) => (x === 0 ? [100, 10, 0, 255] : [100, 0, 10, 255]) })
  const [plot] = await measurePlots(field, [box([0, 0, 2, 1])], { traits: traits('hue') })
  expect(Math.min(valueOf(plot, 'all', 'mean'), 360 - valueOf(plot, 'all', 'mean'))).toBeCloseTo(0, 9)
  expect(valueOf(plot, 'all', 'sd')).toBeCloseTo(6, 9)
  expect([valueOf(plot, 'all', 'min'), valueOf(plot, 'all', 'max')]).toEqual([354, 6])
})

test('an unstable index has the mean of its clipped values', async () => {
  const field = fieldOf({ width: 2, height: 1, pixel: (x) => (x === 0 ? [10, 200, 209, 255] : [80, 120, 40, 255]) })
  const [plot] = await measurePlots(field, [box([0, 0, 2, 1])], { traits: traits('VARI') })
  expect(valueOf(plot, 'all', 'mean')).toBeCloseTo((1 + 0.25) / 2, 9)
  expect(valueOf(plot, 'all', 'max')).toBe(190)
})

const withFragments: Pixel = (x, y) => {
  if (x === 20 && y === 20) return GREEN
  if (x >= 24 && x < 28 && y >= 4 && y < 8) return [150, 250, 150, 255]
  return block(x, y) ? GREEN : SOIL
}

test('a cleaned mask loses fragments and glare, wherever the rows are cut', async () => {
  const options = { traits: traits('ExG'), mask: maskRule('exg') }
  const [plain] = await measurePlots(fieldOf({ pixel: withFragments }), [box([0, 0, 40, 30])], options)
  const [cleaned] = await measurePlots(fieldOf({ pixel: withFragments }), [box([0, 0, 40, 30])], {
    ...options,
    isCleaned: true,
  })
  expect(plain?.coverPct).toBeCloseTo((100 * 33) / 1200, 5)
  expect(cleaned?.coverPct).toBeCloseTo((100 * 16) / 1200, 5)
  const parts = [box([0, 0, 40, 5]), box([0, 5, 40, 30])]
  const halves = await Promise.all(
    parts.map((part) => measurePlots(fieldOf({ pixel: withFragments }), [part], { ...options, isCleaned: true })),
  )
  expect(halves.reduce((sum, [half]) => sum + (half?.vegetationPx ?? 0), 0)).toBe(16)
})

test('a measurement can be cancelled between its rows', async () => {
  const signal = AbortSignal.abort(new Error('Cancelled'))
  await expect(measurePlots(fieldOf({ pixel: HALF }), [box([0, 0, 4, 4])], { traits: [], signal })).rejects.toThrow(
    'Cancelled',
  )
})
