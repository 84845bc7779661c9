import { describe, expect, test } from 'vitest'
import type { GeoTransform } from '#domain/maps.ts'
import type { Polygon } from '../../plots/polygon.ts'
import { maskRule } from '../measure/masks.ts'
import { STATISTIC_AT } from '../measure/statistics.ts'
import { fieldOf, GREEN, SOIL } from '../measure/testing/make-field.ts'
import { flagsOfHeights, flagsOfUncalibrated, measureHeights, plantHeightOf } from './measure-heights.ts'
import { fitSoil } from './soil-surface.ts'

// A field of 30 x 24 m with 5 x 4 plots of 4 x 3 m and alleys of 2 m, whose plants are 0.1 to 1.05 m high.
const [WIDTH, HEIGHT] = [30, 24]
const [EAST, NORTH] = [315_800, 4_900_900]
const plots = Array.from({ length: 20 }, (_, at) => ({
  left: 1 + (at % 5) * 6,
  bottom: 1 + Math.floor(at / 5) * 6,
  height: 0.1 + at * 0.05,
}))
const polygons: Polygon[] = plots.map(({ left, bottom }) => [
  [
    [
      [EAST + left, NORTH + bottom],
      [EAST + left + 4, NORTH + bottom],
      [EAST + left + 4, NORTH + bottom + 3],
      [EAST + left, NORTH + bottom + 3],
    ],
  ],
])

const plotAt = (x: number, y: number) =>
  plots.find(({ left, bottom }) => x >= left && x < left + 4 && y >= bottom && y < bottom + 3)
/** From 80 to 100 % of the height of a plot: the 95th percentile is 99 % of it. */
const plantAt = (x: number, y: number) => {
  const plot = plotAt(x, y)
  return plot ? plot.height * (0.8 + 0.2 * ((x - plot.left) / 4)) : 0
}
const groundAt = (x: number, y: number) => 350 + 0.01 * x + 0.15 * Math.sin(x / 4) * Math.cos(y / 5)
/** The flight floats, is tilted and bent. */
const driftAt = (x: number, y: number) => 0.12 + 0.006 * x - 0.004 * y + 0.0004 * (x - 12) * (y - 9) - 0.0003 * x * x
/** A normal distribution of 6 mm, the same each time. It lifts the 95th percentile of even plants by up to 1.6 times as much. */
const noiseAt = (column: number, row: number) => {
  const random = (salt: number) => {
    const mixed = Math.sin(column * 12.9898 + row * 78.233 + salt * 37.719) * 43_758.5453
    return mixed - Math.floor(mixed)
  }
  return 0.006 * Math.sqrt(-2 * Math.log(random(1) + 1e-12)) * Math.cos(2 * Math.PI * random(2))
}

function mapOf(
  pixel: number,
  valueAt: (x: number, y: number, at: readonly [number, number]) => readonly number[],
  isPhoto = false,
) {
  const transform: GeoTransform = [pixel, 0, EAST, 0, -pixel, NORTH + HEIGHT]
  const layer = fieldOf({
    width: Math.round(WIDTH / pixel),
    height: Math.round(HEIGHT / pixel),
    ...(isPhoto ? {} : { bands: ['elevation'], sampleType: 'float32' }),
    pixel: (column, row) => valueAt((column + 0.5) * pixel, HEIGHT - (row + 0.5) * pixel, [column, row]),
  })
  return { layer, transform }
}

const orthomosaic = mapOf(0.05, (x, y) => (plotAt(x, y) ? GREEN : SOIL), true)
const surface = mapOf(0.05, (x, y, [column, row]) => [
  groundAt(x, y) + driftAt(x, y) + plantAt(x, y) + noiseAt(column, row),
])
const ground = mapOf(0.1, (x, y) => [groundAt(x, y)])
const COLOURS = ['red', 'green', 'blue'] as const
const input = {
  surface,
  ground,
  orthomosaic,
  mask: { rule: maskRule('exg') ?? { expression: 0, threshold: 0 }, isCleaned: false },
  bands: COLOURS,
  polygons,
}

test('the 95th percentile of heights is within 1 cm of the truth once the soil is at 0', async () => {
  const { soil, plots: measured } = await measureHeights(input)
  expect(soil).toMatchObject({ state: 'calibrated', sectors: 9 })
  expect(soil.noise).toBeCloseTo(0.006, 3)
  const errors = measured.map((plot, at) => Math.abs(plantHeightOf(plot) - (plots[at]?.height ?? 0) * 0.99))
  const before = measured.map(({ uncalibrated }, at) =>
    Math.abs((uncalibrated.veg[STATISTIC_AT.p95] ?? Number.NaN) - (plots[at]?.height ?? 0) * 0.99),
  )
  expect(Math.max(...errors)).toBeLessThan(0.01)
  expect(Math.max(...before)).toBeGreaterThan(0.1)
  expect(measured.every(({ coverPct }) => (coverPct ?? 0) > 99)).toBe(true)
})

const isRoof = (x: number, y: number) => x > 12 && x < 18 && y > 6 && y < 12

test('in alleys of 40 cm, the soil is that of the alleys and not a roof, which is the largest open place', async () => {
  const narrow = plots.map(({ height }, at) => ({
    left: 0.2 + (at % 5) * 6,
    bottom: 0.2 + Math.floor(at / 5) * 6,
    height,
  }))
  const side = 5.6
  const plotOf = (x: number, y: number) =>
    narrow.find(({ left, bottom }) => x >= left && x < left + side && y >= bottom && y < bottom + side)
  const plantOf = (x: number, y: number) => (isRoof(x, y) ? undefined : plotOf(x, y))
  const heightOf = (x: number, y: number) => (isRoof(x, y) ? 2 : (plantOf(x, y)?.height ?? 0))
  const kept = narrow.filter(({ left, bottom }) => !isRoof(left + side / 2, bottom + side / 2))
  const { plots: measured } = await measureHeights({
    ...input,
    ground: undefined,
    orthomosaic: mapOf(0.05, (x, y) => (plantOf(x, y) ? GREEN : SOIL), true),
    surface: mapOf(0.05, (x, y, [column, row]) => [
      350 + 0.01 * x + heightOf(x, y) + driftAt(x, y) + noiseAt(column, row),
    ]),
    polygons: kept.map(({ left, bottom }) => [
      [
        [
          [EAST + left, NORTH + bottom],
          [EAST + left + side, NORTH + bottom],
          [EAST + left + side, NORTH + bottom + side],
          [EAST + left, NORTH + bottom + side],
        ],
      ],
    ]),
  })
  const errors = measured.map((plot, at) => Math.abs(plantHeightOf(plot) - (kept[at]?.height ?? 0)))
  // The noise lifts the 95th percentile of even plants by a centimetre.
  expect(Math.max(...errors)).toBeLessThan(0.02)
})

test('volume is that of the plants', async () => {
  const { plots: measured } = await measureHeights(input)
  expect(measured[19]?.volume).toBeCloseTo(1.05 * 0.9, 1)
})

test('heights that the noise hides, and pixels below the soil, are flagged', async () => {
  const { plots: measured, ...found } = await measureHeights(input)
  const { soil } = found
  const [first] = measured
  if (!first) throw new Error('There is a plot')
  expect(flagsOfHeights(first, found)).toEqual([])
  expect(flagsOfHeights(first, { ...found, soil: { ...soil, noise: 0.2, state: 'median' } })).toEqual([
    'HEIGHT_BELOW_NOISE',
    'CHM_UNCALIBRATED',
  ])
  expect(flagsOfHeights({ ...first, belowSoilFrac: 0.1 }, found)).toEqual(['NEG_HEIGHT'])
})

test('soil that is not at 0 is a warning: by 20 cm, by half of the plants, or a ground in other heights', async () => {
  const { plots: measured, ...found } = await measureHeights(input)
  const [low, high] = [measured[0], measured[19]]
  if (!low || !high) throw new Error('There are plots')
  const isFlagged = (plot: typeof low, soilLeft: number, soilBefore = 0.17) =>
    flagsOfHeights({ ...plot, soilLeft }, { ...found, soilBefore }).includes('SOIL_OFF')
  expect([high, low].map((plot) => isFlagged(plot, 0.19))).toEqual([false, true])
  expect([high, low].map((plot) => isFlagged(plot, -0.21))).toEqual([true, true])
  expect([isFlagged(low, 0.04), isFlagged(low, 0.06)]).toEqual([false, true])
  expect([isFlagged(high, 0, 9.9), isFlagged(high, 0, 296.252)]).toEqual([false, true])
  // Without calibration, the soil lies where it lay: at 17 cm.
  expect([high, low].map((plot) => flagsOfUncalibrated(plot, found).includes('SOIL_OFF'))).toEqual([false, true])
})

test('soil off 0 in a part of the field is told of the plots there', async () => {
  const raised = mapOf(0.05, (x, y, [column, row]) => [
    groundAt(x, y) + plantAt(x, y) + noiseAt(column, row) + (x > 20 && y > 16 ? 0.6 : 0),
  ])
  const { plots: measured, ...found } = await measureHeights({ ...input, surface: raised, isCalibrated: false })
  const flagged = measured.flatMap((plot, at) => (flagsOfHeights(plot, found).includes('SOIL_OFF') ? [at] : []))
  expect(flagged).toEqual([18, 19])
})

test('without a map of the ground, the height of the soil is no error of its own', async () => {
  const { soil, soilBefore } = await measureHeights({ ...input, ground: undefined })
  expect([soilBefore, soil.medianBefore]).toEqual([null, expect.closeTo(350, 0)])
})

test('without a map of the ground, heights are above the soil of the flight', async () => {
  const flat = mapOf(0.05, (x, y, [column, row]) => [350 + driftAt(x, y) + plantAt(x, y) + noiseAt(column, row)])
  const { plots: measured } = await measureHeights({ ...input, surface: flat, ground: undefined })
  expect(
    Math.abs(
      plantHeightOf(measured[10] ?? { calibrated: { all: new Float64Array(), veg: new Float64Array() } }) - 0.6 * 0.99,
    ),
  ).toBeLessThan(0.01)
})

test('calibration can be left out', async () => {
  const { plots: measured } = await measureHeights({ ...input, isCalibrated: false })
  expect(measured[7]?.calibrated).toEqual(measured[7]?.uncalibrated)
})

const along = (count: number, heightOf: (at: number) => number, yOf = (at: number) => (at * 7) % 50) => ({
  x: Float64Array.from({ length: count }, (_, at) => at % 40),
  y: Float64Array.from({ length: count }, (_, at) => yOf(at)),
  height: Float64Array.from({ length: count }, (_, at) => heightOf(at)),
})

describe('soil', () => {
  test('weeds and stones do not bend its surface', () => {
    const surfaceOf = fitSoil(along(4000, (at) => 0.1 + (at % 50 === 0 ? 1 : 0)))
    expect(surfaceOf.state).toBe('calibrated')
    expect(surfaceOf.heightAt(20, 25)).toBeCloseTo(0.1, 6)
  })
  test('in one corner only gives a level, and little of it nothing', () => {
    expect(
      fitSoil(
        along(
          600,
          () => 0.2,
          () => 3,
        ),
      ),
    ).toMatchObject({ state: 'median', sectors: 3, medianBefore: 0.2 })
    expect(fitSoil(along(100, () => 0.2)).state).toBe('uncalibrated')
    expect(fitSoil(along(0, () => 0))).toMatchObject({ state: 'uncalibrated', noise: null })
  })
})
