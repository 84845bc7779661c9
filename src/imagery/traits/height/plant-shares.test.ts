import { assert, asyncProperty, boolean, constantFrom, integer, record, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { GeoTransform } from '#domain/maps.ts'
import { toPixels } from '../../plots/pixel-coverage.ts'
import type { Polygon } from '../../plots/polygon.ts'
import { maskRule } from '../measure/masks.ts'
import { measurePlots } from '../measure/measure-plots.ts'
import { STATISTIC_AT } from '../measure/statistics.ts'
import { fieldOf, GREEN, SOIL } from '../measure/testing/make-field.ts'
import type { PlacedLayer } from './ground.ts'
import { measureHeights } from './measure-heights.ts'

const RULE = maskRule('exg') ?? { expression: 0, threshold: 0 }
const BANDS = ['red', 'green', 'blue'] as const
const [EAST, NORTH] = [315_800, 4_900_900]
const METRES = 0.02

/** 0 to 1, the same each time. */
const chance = (x: number, y: number, salt: number): number => {
  const mixed = Math.sin(x * 12.9898 + y * 78.233 + salt * 37.719) * 43_758.5453
  return mixed - Math.floor(mixed)
}

type Grid = { side: number; left: number; bottom: number; turns: number; isMirrored: boolean; angle: number }

/** Pixels of `side` units, so many that they cover the field and more, turned by quarters around its middle and by an angle. */
function transformOf({ side, left, bottom, turns, isMirrored, angle }: Grid, count: number): GeoTransform {
  const turn = (turns * Math.PI) / 2
  const [cos, sin] = [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))]
  const step = side * METRES
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const across = [cos * step, sin * step] as const
  const down: [number, number] = isMirrored ? [-sin * step, cos * step] : [sin * step, -cos * step]
  const rotate = ([x, y]: readonly [number, number]): [number, number] => [c * x - s * y, s * x + c * y]
  const [[a, d], [b, e]] = [rotate(across), rotate(down)]
  const [x, y] = [EAST + left * METRES, NORTH + bottom * METRES]
  return [a, b, x - ((a + b) * count) / 2, d, e, y - ((d + e) * count) / 2]
}

const photoPixel = (salt: number) => (x: number, y: number) => {
  const at = chance(x, y, salt)
  return at < 0.45 ? GREEN : at < 0.85 ? SOIL : ([0, 0, 0, 255] as const)
}
const heightPixel = (salt: number, hasGaps: boolean) => (x: number, y: number) =>
  hasGaps && chance(x, y, salt + 1) < 0.1 ? -9999 : 0.1 + chance(x, y, salt + 2)

const COUNT = 30
const FLAT: PlacedLayer = {
  layer: fieldOf({ width: 1, height: 1, bands: ['elevation'], sampleType: 'float32', pixel: () => [0] }),
  transform: [100, 0, EAST - 50, 0, -100, NORTH + 50],
}

function mapsOf({ photo, surface, salt, hasGaps }: Case) {
  const pixels = { width: COUNT, height: COUNT }
  return {
    orthomosaic: {
      layer: fieldOf({ ...pixels, nodata: 0, pixel: photoPixel(salt) }),
      transform: transformOf(photo, COUNT),
    },
    surface: {
      layer: fieldOf({
        ...pixels,
        bands: ['elevation'],
        sampleType: 'float32',
        nodata: -9999,
        pixel: (x, y) => [heightPixel(salt, hasGaps)(x, y)],
      }),
      transform: transformOf(surface, COUNT),
    },
  }
}

type Case = { photo: Grid; surface: Grid; salt: number; hasGaps: boolean }

const grid = record({
  side: integer({ min: 1, max: 7 }),
  left: integer({ min: -3, max: 3 }),
  bottom: integer({ min: -3, max: 3 }),
  turns: integer({ min: 0, max: 3 }),
  isMirrored: boolean(),
  angle: constantFrom(0),
})

async function heightsOf(one: Case, polygon: Polygon) {
  const maps = mapsOf(one)
  const mask = { rule: RULE, isCleaned: false }
  const { plots } = await measureHeights({
    ...maps,
    ground: FLAT,
    mask,
    bands: BANDS,
    polygons: [polygon],
    isCalibrated: false,
  })
  const [plot] = plots
  if (!plot) throw new Error('There is a plot')
  return { plot, maps }
}

const ring = (points: readonly (readonly [number, number])[]): Polygon => [
  [points.map(([x, y]) => [EAST + x * METRES, NORTH + y * METRES] as const)],
]
/** In units, bending inwards. */
const L_SHAPE = [
  [-9, -7],
  [8, -7],
  [8, 2],
  [1, 2],
  [1, 9],
  [-9, 9],
] as const

const within = ([a, b, c, d, e, f]: GeoTransform, x: number, y: number): [number, number] => [
  Math.floor((e * (x - c) - b * (y - f)) / (a * e - b * d)),
  Math.floor((a * (y - f) - d * (x - c)) / (a * e - b * d)),
]

/** All borders lie on a grid of half units: sums over its squares are exact. */
function sumsOverSquares(one: Case) {
  const { orthomosaic, surface } = mapsOf(one)
  let [plants, known, volume] = [0, 0, 0]
  for (let x = -9; x < 8; x += 0.5)
    for (let y = -7; y < 9; y += 0.5) {
      if (x >= 1 && y >= 2) continue
      const [atX, atY] = [EAST + (x + 0.25) * METRES, NORTH + (y + 0.25) * METRES]
      const height = heightPixel(one.salt, one.hasGaps)(...within(surface.transform, atX, atY))
      const [red] = photoPixel(one.salt)(...within(orthomosaic.transform, atX, atY))
      if (height === -9999 || red === 0) continue
      known += 1
      if (red !== GREEN[0]) continue
      plants += 1
      volume += height
    }
  return { coverPct: (100 * plants) / known, volume: volume / known, mean: volume / plants }
}

test('heights of plants are weighted by the area of plants in each pixel, on any two grids', () =>
  assert(
    asyncProperty(
      record({ photo: grid, surface: grid, salt: integer({ min: 0, max: 999 }), hasGaps: boolean() }),
      async (one) => {
        const { plot } = await heightsOf(one, ring(L_SHAPE))
        const expected = sumsOverSquares(one)
        expect(plot.coverPct).toBeCloseTo(expected.coverPct, 5)
        expect(plot.volume).toBeCloseTo(expected.volume, 6)
        // Of less than 5 % of plants, nothing is said.
        const mean = expected.coverPct >= 5 ? plot.uncalibrated.veg[STATISTIC_AT.mean] : expected.mean
        expect(mean).toBeCloseTo(expected.mean, 6)
      },
    ),
    { numRuns: 60 },
  ))

const angle = integer({ min: -40, max: 40 }).map((hundredths) => hundredths / 100)
const turnedGrid = tuple(grid, angle).map(([one, by]) => ({ ...one, angle: by }))

test('the share of plants is canopy cover, on maps that are turned against one another and the plots', () =>
  assert(
    asyncProperty(
      record({
        photo: turnedGrid,
        surface: turnedGrid,
        salt: integer({ min: 0, max: 999 }),
        hasGaps: constantFrom(false),
      }),
      async (one) => {
        const polygon = ring([
          [-8.3, -6.1],
          [9.2, -4.7],
          [3.1, 8.4],
          [0.2, 1.1],
        ])
        const { plot, maps } = await heightsOf(one, polygon)
        const { layer, transform } = maps.orthomosaic
        const [measured] = await measurePlots(layer, [toPixels(polygon, transform)], { traits: [], mask: RULE })
        expect(plot.coverPct).toBeCloseTo(measured?.coverPct ?? Number.NaN, 5)
      },
    ),
    { numRuns: 40 },
  ))

const photoOf = (x: number, y: number) => ((3 * x + 5 * y + x * y) % 4 === 0 ? GREEN : SOIL)
const heightOf = (x: number, y: number) => [0.1 + ((7 * x + 11 * y + x * y) % 10) / 10]

test('pixels of the photo of 8 cm over elevation of 5 cm, as terra has it', async () => {
  const elevation = { bands: ['elevation'], sampleType: 'float32' } as const
  const { plots } = await measureHeights({
    orthomosaic: {
      layer: fieldOf({ width: 12, height: 12, pixel: photoOf }),
      transform: [0.08, 0, EAST, 0, -0.08, NORTH + 0.96],
    },
    surface: {
      layer: fieldOf({ width: 22, height: 22, ...elevation, pixel: heightOf }),
      transform: [0.05, 0, EAST - 0.07, 0, -0.05, NORTH + 1.03],
    },
    ground: FLAT,
    mask: { rule: RULE, isCleaned: false },
    bands: BANDS,
    polygons: [
      [
        [
          [
            [EAST + 0.11, NORTH + 0.07],
            [EAST + 0.83, NORTH + 0.19],
            [EAST + 0.61, NORTH + 0.88],
          ],
        ],
      ],
    ],
    isCalibrated: false,
  })
  // R 4.2, terra 1.7: intersect() of the pixels of both maps and the plot, weighted by expanse().
  expect(plots[0]?.coverPct).toBeCloseTo(12.831_905_028, 6)
  expect(plots[0]?.volume).toBeCloseTo(0.076_290_069, 6)
  expect(plots[0]?.uncalibrated.veg[STATISTIC_AT.mean]).toBeCloseTo(0.594_534_24, 6)
  expect(plots[0]?.uncalibrated.all[STATISTIC_AT.mean]).toBeCloseTo(0.561_632_745, 6)
})
