import { expect, test } from 'vitest'
import { plotPixels } from '../../plots/plot-pixels.ts'
import { indexReader, previewCover, previewGuard } from './preview-cover.ts'

const SOIL = [150, 120, 100, 255]
const LEAF = [60, 140, 50, 255]
const PALE = [132, 138, 110, 255]
const NOTHING = [0, 255, 0, 0]

/** 20 x 10 pixels of 0.5 m: soil on the outer two columns of the left half, leaves inside; pale leaves on the right half. */
const picture = {
  left: 100,
  top: 50,
  pixel: [0.5, 0.5] as const,
  columns: 20,
  rows: 10,
  roles: ['red', 'green', 'blue'] as const,
  samples: Uint8ClampedArray.from(
    Array.from({ length: 200 }, (_, at) => {
      const column = at % 20
      if (column >= 10) return column === 19 ? NOTHING : PALE
      return column < 2 || column > 7 ? SOIL : LEAF
    }).flat(),
  ),
}
const square = (left: number) =>
  [
    [left, 45],
    [left + 5, 45],
    [left + 5, 50],
    [left, 50],
  ] as const

const pixels = plotPixels(picture, [square(100), square(105), square(300)])

test('the cover of each plot is that of its pixels; what has no data counts for nothing', () => {
  expect([...previewCover(pixels, { method: 'exg', threshold: 0.1, buffer: 0 })]).toEqual([60, 0, Number.NaN])
  expect([...previewCover(pixels, { method: 'exg', threshold: 0.05, buffer: 0 })]).toEqual([60, 100, Number.NaN])
})

test('a buffer leaves out what is nearer to the edge of a plot', () => {
  const [left, right] = previewCover(pixels, { method: 'exg', threshold: 0.1, buffer: 1 })
  expect([left, right]).toEqual([100, 0])
  expect([...previewCover(pixels, { method: 'exg', threshold: 0.1, buffer: 3 })]).toEqual([NaN, NaN, NaN])
})

test('each method has its own index', () => {
  const settings = { threshold: 0, buffer: 0 }
  expect(previewCover(pixels, { method: 'g>r', ...settings })[1]).toBe(100)
  expect(previewCover(pixels, { method: 'exgr', ...settings })[1]).toBe(0)
})

test('reflectance has NDVI and OSAVI; a map without near infrared has neither', () => {
  const [soil, leaf] = [
    [0.2, 0.25, 1],
    [0.04, 0.4, 1],
  ]
  const bands = {
    ...picture,
    roles: ['red', 'nir'] as const,
    samples: Float32Array.from(Array.from({ length: 200 }, (_, at) => (at % 20 < 5 ? soil : leaf)).flat()),
  }
  const reflectance = plotPixels(bands, [square(100), square(105)])
  for (const method of ['ndvi', 'osavi'] as const)
    expect([...previewCover(reflectance, { method, threshold: 0.4, buffer: 0 })]).toEqual([50, 100])
  expect([...previewCover(reflectance, { method: 'ndvi', threshold: 0.85, buffer: 0 })]).toEqual([0, 0])
  expect([...previewCover(pixels, { method: 'ndvi', threshold: 0.4, buffer: 0 })]).toEqual([NaN, NaN, NaN])
})

test('the guard says what a threshold a little higher and lower gives, and warns where they differ much', () => {
  // The index of PALE is 0.0895: between the threshold and a little less.
  expect(previewGuard(plotPixels(picture, [square(105)]), { method: 'exg', threshold: 0.1, buffer: 0 })).toEqual({
    cover: 0,
    around: [0, 100],
    isUnstable: true,
  })
  expect(previewGuard(plotPixels(picture, [square(100)]), { method: 'exg', threshold: 0.1, buffer: 0 })).toEqual({
    cover: 60,
    around: [60, 60],
    isUnstable: false,
  })
})

test('each pixel of a plot has its index, and its place in the picture', () => {
  const { places, ...one } = plotPixels(picture, [square(105)])
  const index = indexReader({ places, ...one }, 'exg')?.(0) ?? []
  expect(index).toHaveLength(90)
  const [red = 0, green = 0, blue = 0] = PALE
  expect(index[0]).toBeCloseTo((2 * green - red - blue) / (red + green + blue), 9)
  expect(Array.from(places.slice(0, 9))).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18])
  expect(indexReader({ places, ...one }, 'ndvi')).toBeNull()
})
