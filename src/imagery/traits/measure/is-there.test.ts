import { expect, test } from 'vitest'
import { utmAt } from '../../rasters/utm.ts'
import { readPatches } from '../../shifts/read-patches.ts'
import { measureHeights } from '../height/measure-heights.ts'
import { measureHistogram } from './flight-histogram.ts'
import { watchPlants } from './grid-fit.ts'
import type { Layer } from './layer.ts'
import { maskRule } from './masks.ts'
import { measurePlots } from './measure-plots.ts'
import { createMaskRows } from './pixel-rows.ts'
import { box, fieldOf, GREEN, type Pixel, SOIL } from './testing/make-field.ts'

// Four rows of plants; the upper left of the photo holds nothing, which a file can say in three ways.
const SIZE = { width: 150, height: 80 }
const LEFTS = [20, 50, 80, 110]
const isHidden = (x: number, y: number) => x < 58 && y < 40
const hash = (x: number, y: number) => (x * 7919 + y * 104_729) % 10
const field: Pixel = (x, y) => {
  const isRow = y >= 15 && y < 65 && LEFTS.some((left) => x >= left && x < left + 20)
  return (isRow ? hash(x, y) > 1 : hash(x, y) > 8) ? GREEN : SOIL
}
const RULE = maskRule('exg') ?? { expression: 0, threshold: 0 }
const COLOURS = ['red', 'green', 'blue'] as const
const WHITE = [255, 255, 255, 255] as const

const hiddenAs =
  (colour: readonly number[]): Pixel =>
  (x, y) =>
    isHidden(x, y) ? colour : field(x, y)
const WAYS: [string, Layer][] = [
  ['nodata', fieldOf({ ...SIZE, nodata: 255, pixel: hiddenAs(WHITE) })],
  ['alpha', fieldOf({ ...SIZE, pixel: hiddenAs([60, 120, 40, 0]) })],
  [
    'a mask',
    {
      ...fieldOf({ ...SIZE, pixel: hiddenAs(GREEN) }),
      readMaskRows: async (from, to) =>
        Uint8Array.from({ length: (to - from) * SIZE.width }, (_, at) =>
          isHidden(at % SIZE.width, from + Math.floor(at / SIZE.width)) ? 0 : 255,
        ),
    },
  ],
]
const plots = LEFTS.map((left) => box([left + 0.5, 15, left + 20, 65]))
const whole = { left: 0, top: 0, ...SIZE }

const USES: [string, (layer: Layer) => Promise<unknown>][] = [
  ['numbers of plots', (layer) => measurePlots(layer, plots, { traits: [], mask: RULE, edgeMargin: 10 })],
  [
    'numbers of plots with a cleaned mask',
    (layer) => measurePlots(layer, plots, { traits: [], mask: RULE, isCleaned: true, edgeMargin: 10 }),
  ],
  ['the histogram of Otsu', (layer) => measureHistogram(layer, plots, RULE)],
  [
    'whether plots lie on plants',
    async (layer) => {
      const watch = watchPlants(plots, SIZE, RULE)
      await measurePlots(watch.over(layer), plots, { traits: [], mask: RULE })
      return watch.fit()
    },
  ],
  [
    'the mask as a file',
    (layer) =>
      createMaskRows({ layer, window: whole, bands: COLOURS }, { rule: RULE, isCleaned: true })(0, SIZE.height),
  ],
  ['heights', heights],
  [
    'patches of shifts',
    (layer) => {
      const crs = utmAt(15, 0.001)
      const map = { layer, transform: [1, 0, 500_000, 0, -1, 100] as const, crs }
      return readPatches(map, { crs, step: 1, side: 60, corners: [[500_010, 98]] }, () => undefined)
    },
  ],
]

const height: Pixel = (x, y) => [350 + (field(x, y) === GREEN ? 0.5 : 0.01 * hash(y, x))]

async function heights(layer: Layer) {
  const transform = [0.1, 0, 500_000, 0, -0.1, 4_900_008] as const
  const surface = fieldOf({ ...SIZE, bands: ['elevation'], sampleType: 'float32', pixel: height })
  const polygons = plots.map((plot) =>
    plot.map((rings) => rings.map((ring) => ring.map(([x, y]) => [500_000 + x / 10, 4_900_008 - y / 10] as const))),
  )
  const mask = { rule: RULE, isCleaned: true }
  const { soil, plots: measured } = await measureHeights({
    surface: { layer: surface, transform },
    ground: undefined,
    orthomosaic: { layer, transform },
    mask,
    bands: COLOURS,
    polygons,
  })
  return [soil.points, soil.medianBefore, measured]
}

test.each(USES)('%s: nothing is neither plants nor soil, however a file says it', async (_, use) => {
  const results = await Promise.all(WAYS.map(([, layer]) => use(layer)))
  for (const [at, result] of results.entries()) expect([WAYS[at]?.[0], result]).toEqual([WAYS[at]?.[0], results[0]])
  // Without it, something else is found.
  expect(await use(fieldOf({ ...SIZE, pixel: field }))).not.toEqual(results[0])
})

test('nothing is known of a plot that lies where nothing is', async () => {
  for (const [, layer] of WAYS) {
    const [plot] = await measurePlots(layer, [box([2, 2, 50, 30])], { traits: [], mask: RULE })
    expect([plot?.nPx, plot?.coverPct]).toEqual([0, null])
  }
})
