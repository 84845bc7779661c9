import { expect, test } from 'vitest'
import type { Crs } from '#domain/maps.ts'
import { placeOf, whyNoPlace } from './place.ts'
import { readWorldFile } from './world-file.ts'

const DEGREES: Crs = { epsg: 4326, name: 'WGS 84', proj4: '+proj=longlat +datum=WGS84', metresPerUnit: null }
const MERCATOR: Crs = {
  epsg: 3857,
  name: 'Pseudo-Mercator',
  proj4: '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null',
  metresPerUnit: 1,
}
const size = { width: 100, height: 100 }

test('pixels of degrees have a size on the ground, by the ellipsoid', () => {
  const { gsdCm, bounds } = placeOf({ ...size, crs: DEGREES, transform: [1e-5, 0, -95.3, 0, -1e-5, 44.2] })
  // 0.7996 m along the parallel and 1.1112 m along the meridian at 44.2 degrees north.
  expect(gsdCm).toBeCloseTo(100 * Math.sqrt(0.7996 * 1.1112), 1)
  expect(bounds).toEqual([-95.3, expect.closeTo(44.199, 9), expect.closeTo(-95.299, 9), 44.2])
})

test('a metre of web mercator is less on the ground', () => {
  const { gsdCm } = placeOf({ ...size, crs: MERCATOR, transform: [1, 0, -10_600_000, 0, -1, 5_500_000] })
  // The cosine of 44.22 degrees, nearly.
  expect(gsdCm).toBeCloseTo(71.7, 0)
})

test('a map on both sides of 180 degrees is not one around the Earth', () => {
  const { bounds } = placeOf({ ...size, crs: DEGREES, transform: [0.01, 0, 179.6, 0, -0.01, -36] })
  expect(bounds).toBeNull()
  const { bounds: turned } = placeOf({
    ...size,
    crs: { ...DEGREES, proj4: '+proj=utm +zone=60 +south +datum=WGS84 +units=m', metresPerUnit: 1 },
    transform: [1000, 0, 720_000, 0, -1000, 6_000_000],
  })
  expect(turned?.[0]).toBeGreaterThan(179)
  expect(turned?.[2]).toBeLessThan(-179)
})

test.each([
  ['nowhere on Earth', [1, 0, 500, 0, -1, 500]],
  ['no numbers', [Number.NaN, 0, 0, 0, 0, 0]],
] as const)('a place that is %s is none', (_what, transform) => {
  expect(placeOf({ ...size, crs: DEGREES, transform })).toEqual({ gsdCm: null, bounds: null })
})

test('a world file gives the centre of the first pixel; anything else is none', () => {
  expect(readWorldFile('0.02\n0\n0\n-0.02\n300000.01\n4900011.99\n')).toEqual([
    0.02,
    0,
    expect.closeTo(300_000, 9),
    0,
    -0.02,
    expect.closeTo(4_900_012, 9),
  ])
  for (const text of ['', '1\n2\n3', '0.02\n0\n0\n-0.02\n300000\nnorth', '0\n0\n0\n0\n1\n1', 'x'.repeat(10_000)])
    expect(readWorldFile(text)).toBeUndefined()
})

test.each([
  ['ties 4 of its pixels', { transform: null, tiePoints: 4 }],
  ['Attach its world file', { transform: null }],
  ['names no coordinate system. Its customer or staff can', { crs: null }],
  ['“Farm grid”, has no code', { crs: null, unknownCrs: 'Farm grid' }],
  ['lie outside of WGS 84', { bounds: null }],
])('a map without a place says why: %s', (why, changes) => {
  const placed = {
    transform: [1, 0, 0, 0, -1, 0],
    tiePoints: 0,
    crs: { ...DEGREES, name: 'WGS 84' },
    unknownCrs: null,
  } as const
  expect(whyNoPlace({ ...placed, bounds: [0, 0, 1, 1], ...changes })).toContain(why)
  expect(whyNoPlace({ ...placed, bounds: [0, 0, 1, 1] })).toBeNull()
})
