import { describe, expect, test } from 'vitest'
import { valueOf } from '#imagery/rasters/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { readyMap as map } from '#web/lib/raster-map/testing/ready-map.ts'
import { lookOf, readState, writeState } from './map-state.ts'

const maps = [
  map({}),
  map({ mapId: 'b', kind: 'elevation', isPicture: false, bands: ['elevation'], ranges: [[350, 352]] }),
  map({
    mapId: 'c',
    isPicture: false,
    bands: ['green', 'red', 'nir'],
    reflectance: true,
    ranges: [
      [0, 1],
      [0, 1],
      [0, 1],
    ],
  }),
]

describe('the address of a map', () => {
  test('restores everything that is shown', () => {
    const state = {
      shown: [
        { mapId: 'b', opacity: 0.5 },
        { mapId: 'a', opacity: 1 },
      ],
      look: { mode: 'index', id: 'ExG' },
      range: [-0.125, 0.5],
      heights: [350.5, 352],
      ramp: 'grey',
      threshold: 0.1,
      contours: 0.25,
      swipe: 'c',
      divider: 0.25,
      base: false,
      panes: ['c'],
      place: { x: 315_782.7, y: 4_900_908.09, resolution: 0.0525 },
    } as const
    const address = new URLSearchParams()
    for (const [name, value] of Object.entries(writeState(state))) if (value !== null) address.set(name, value)
    expect(readState(address, maps)).toEqual(state)
  })

  test('shows the first orthomosaic when it says nothing, and ignores what is no part of the report', () => {
    expect(readState(new URLSearchParams(), maps)).toMatchObject({ shown: [{ mapId: 'a', opacity: 1 }], look: null })
    const wrong = new URLSearchParams(
      'maps=x,b*900&look=index:Nonsense&range=5,1&heights=a&ramp=x&threshold=&divider=x&swipe=x&panes=x&at=1,2&contours=-1',
    )
    expect(readState(wrong, maps)).toEqual({
      shown: [{ mapId: 'b', opacity: 1 }],
      look: null,
      range: null,
      heights: null,
      ramp: null,
      threshold: null,
      contours: null,
      swipe: null,
      divider: 0.5,
      base: true,
      panes: [],
      place: null,
    })
  })
})

describe('what is shown of a map', () => {
  const ndvi = { mode: 'index', id: 'NDVI' } as const
  const exg = { mode: 'index', id: 'ExG' } as const

  test('is the chosen look where the map has its bands, and its own otherwise', () => {
    expect(maps.map((one) => lookOf(one, { look: exg }))).toEqual([
      exg,
      { mode: 'band', band: 0 },
      { mode: 'colours', bands: [2, 1, 0] },
    ])
    expect(maps.map((one) => lookOf(one, { look: ndvi }))).toEqual([
      { mode: 'colours', bands: [0, 1, 2] },
      { mode: 'band', band: 0 },
      ndvi,
    ])
  })

  test('has the value of its formula, and none where nothing is', () => {
    const [picture, height, bands] = maps
    if (!picture || !height || !bands) throw new Error('Three maps')
    expect(valueOf(picture, exg, [60, 120, 20, 255])).toBeCloseTo((240 - 60 - 20) / 200)
    expect(valueOf(picture, exg, [60, 120, 20, 0])).toBeUndefined()
    expect(valueOf(picture, exg, [0, 0, 0, 255])).toBeUndefined()
    expect(valueOf(height, { mode: 'band', band: 0 }, [351.25, 1])).toBe(351.25)
    expect(valueOf(height, { mode: 'band', band: 0 }, [0, 0])).toBeUndefined()
    // The data of an index are the bands that it needs, in their order.
    expect(valueOf(bands, ndvi, [0.5, 0.1, 1])).toBeCloseTo(0.4 / 0.6)
  })
})

describe('the plane of a map', () => {
  test('has its own coordinates in metres', () => {
    expect(frameOf(map({}))).toMatchObject({ extent: [1000, 1975, 1050, 2000], pixel: [0.5, 0.5], metres: 1 })
  })

  test('of degrees is as large as the ground', () => {
    const degrees = map({
      crs: { epsg: 4326, name: 'WGS 84', proj4: '+proj=longlat', metresPerUnit: null },
      transform: [0.001, 0, -95.1, 0, -0.001, 44.15],
      bounds: [-95.1, 44.1, -95, 44.15],
    })
    const { extent, toMap, metres } = frameOf(degrees)
    expect(metres).toBe(1)
    // Metres of a degree at 44.12 degrees north: 80,034 along the parallel, 111,115 along the meridian (WGS84).
    expect(extent[3] - extent[1]).toBeCloseTo(0.05 * 111_115, -1)
    expect(extent[2] - extent[0]).toBeCloseTo(0.1 * 80_034, -1)
    expect(toMap(extent[0], extent[3])).toEqual([expect.closeTo(-95.1, 9), expect.closeTo(44.15, 9)])
  })

  test('of degrees is the same for flights of one field', () => {
    const crs = { epsg: 4326, name: 'WGS 84', proj4: '+proj=longlat', metresPerUnit: null }
    const keys = [-95.1, -95.1001].map((west) => frameOf(map({ crs, transform: [1e-7, 0, west, 0, -1e-7, 44.13] })).key)
    expect(keys[0]).toBe(keys[1])
  })

  test('of a turned map is turned with it, so that north is up on the screen and metres stay metres', () => {
    const [side, turn] = [0.5, Math.PI / 6]
    const [a, d] = [side * Math.cos(turn), side * Math.sin(turn)]
    const { extent, metres, rotation, toMap } = frameOf(map({ transform: [a, d, 1000, d, -a, 2000] }))
    expect(extent).toEqual([0, -25, 50, 0])
    expect(metres).toBe(1)
    expect(rotation).toBeCloseTo(-turn)
    expect(toMap(0, 0)).toEqual([1000, 2000])
    // The column at the right lies 50 m away, 30 degrees north of east.
    const [x, y] = toMap(50, 0)
    expect([x - 1000, y - 2000]).toEqual([expect.closeTo(50 * Math.cos(turn), 6), expect.closeTo(25, 6)])
  })

  test('of a map without a place, or with a slant or a mirror, is that of its pixels', () => {
    for (const one of [
      map({ crs: null }),
      map({ transform: [0.5, 0.1, 1000, 0.3, -0.5, 2000] }),
      map({ transform: [-0.5, 0, 1000, 0, -0.5, 2000] }),
    ])
      expect(frameOf(one)).toMatchObject({ extent: [0, -50, 100, 0], metres: null, key: 'a', rotation: null })
  })
})
