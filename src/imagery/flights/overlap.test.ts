import { expect, test } from 'vitest'
import { footprintOf } from './footprint.ts'
import { overlapsOf, type Shot } from './lines.ts'
import { metresAround } from './local-metres.ts'
import { coverageOf, figuresOf } from './photo-coverage.ts'

/** Lines flown to and fro, so many metres apart, turned clockwise. Each photo shows 60 x 40 m, its short side along the line. */
function fly({ lines = 5, shots = 10, ahead = 10, apart = 24, turned = 0, yaw = true } = {}): Shot[] {
  const angle = (turned * Math.PI) / 180
  return Array.from({ length: lines * shots }, (_, index) => {
    const line = Math.floor(index / shots)
    const along = ahead * (line % 2 === 0 ? index % shots : shots - 1 - (index % shots))
    const across = apart * line
    return {
      east: along * Math.sin(angle) + across * Math.cos(angle),
      north: along * Math.cos(angle) - across * Math.sin(angle),
      groundWidth: 60,
      groundHeight: 40,
      yaw: yaw ? turned + (line % 2) * 180 : null,
    }
  })
}

test.each([0, 30, 90, 145])('lines flown at %s degrees have their overlaps', (turned) => {
  const found = overlapsOf(fly({ turned }))
  expect(found?.lines).toBe(5)
  expect(found?.axisDegrees).toBeCloseTo(turned, 0)
  expect(found?.front?.median).toBeCloseTo(0.75, 6)
  expect(found?.front?.low).toBeCloseTo(0.75, 6)
  expect(found?.side?.median).toBeCloseTo(0.6, 6)
})

test('without a yaw the short side of a photo lies along the line; a camera that is turned says so', () => {
  expect(overlapsOf(fly({ yaw: false }))?.front?.median).toBeCloseTo(0.75, 6)
  const turned = fly().map((shot) => ({ ...shot, yaw: 90 }))
  expect(overlapsOf(turned)?.front?.median).toBeCloseTo(1 - 10 / 60, 6)
  expect(overlapsOf(turned)?.side?.median).toBeCloseTo(1 - 24 / 40, 6)
})

test('one line has no overlap across, one place has no direction, and two photos say nothing', () => {
  expect(overlapsOf(fly({ lines: 1 }))).toMatchObject({ lines: 1, side: null })
  expect(overlapsOf(fly({ ahead: 0, apart: 0 }))).toBeNull()
  expect(overlapsOf(fly().slice(0, 2))).toBeNull()
})

test('the worst of the gaps between lines is named', () => {
  const shots = fly().map((shot) => (shot.east > 60 ? { ...shot, east: shot.east + 12 } : shot))
  expect(overlapsOf(shots)?.side?.worst).toBeCloseTo(1 - 36 / 60, 6)
})

const DOWN = { yaw: 0, pitch: -90, roll: 0 }

test('a photo that looks down shows a rectangle, turned by its yaw', () => {
  const view = { at: { east: 100, north: 50 }, height: 40, focalRatio: 0.8, aspect: 0.5, attitude: DOWN }
  expect(footprintOf(view)).toEqual([
    { east: 75, north: 62.5 },
    { east: 125, north: 62.5 },
    { east: 125, north: 37.5 },
    { east: 75, north: 37.5 },
  ])
  const [corner] = footprintOf({ ...view, attitude: { ...DOWN, yaw: 90 } }) ?? []
  expect(corner?.east).toBeCloseTo(112.5, 6)
  expect(corner?.north).toBeCloseTo(75, 6)
})

test('a photo that looks ahead shows ground ahead, wider at its far end, and none with the horizon in it', () => {
  const view = { at: { east: 0, north: 0 }, height: 40, focalRatio: 1, aspect: 0.75, attitude: { ...DOWN, pitch: -60 } }
  const [farLeft, farRight, nearRight, nearLeft] = footprintOf(view) ?? []
  // 30 degrees off straight down: the middle of the picture lies 40 * tan 30 ahead.
  expect(((farLeft?.north ?? 0) + (nearLeft?.north ?? 0)) / 2).toBeGreaterThan(40 * Math.tan(Math.PI / 6))
  expect((farRight?.east ?? 0) - (farLeft?.east ?? 0)).toBeGreaterThan((nearRight?.east ?? 0) - (nearLeft?.east ?? 0))
  expect(footprintOf({ ...view, attitude: { ...DOWN, pitch: -5 } })).toBeNull()
})

const square = (east: number) => [
  { east, north: 0 },
  { east: east + 100, north: 0 },
  { east: east + 100, north: 100 },
  { east, north: 100 },
]

test('ground is counted by the photos that show it', () => {
  const coverage = coverageOf([square(0), square(50), square(50)])
  expect(coverage).toMatchObject({ cellMetres: 1, columns: 150, rows: 100 })
  expect([...(coverage?.counts.subarray(0, 150) ?? [])]).toEqual([
    ...Array.from({ length: 50 }, () => 1),
    ...Array.from({ length: 50 }, () => 3),
    ...Array.from({ length: 50 }, () => 2),
  ])
  const figures = coverage && figuresOf(coverage)
  expect(figures).toMatchObject({ areaHectares: 1.5, medianPhotos: 2, atLeast5: 0 })
  expect(figures?.fewerThan3).toBeCloseTo(2 / 3, 6)
  expect(coverageOf([])).toBeNull()
})

test('a field of any size has at most a million cells', () => {
  const corners = [
    { east: 0, north: 0 },
    { east: 90_000, north: 0 },
    { east: 90_000, north: 90_000 },
    { east: 0, north: 90_000 },
  ]
  expect(coverageOf([corners])?.counts.length).toBeLessThan(1_010_000)
})

test('metres and places are each other again', () => {
  const { toMetres, toPlace } = metresAround({ lon: -91.99, lat: 46.84 })
  const place = toPlace(toMetres({ lon: -91.98, lat: 46.85 }))
  expect(place.lon).toBeCloseTo(-91.98, 9)
  expect(place.lat).toBeCloseTo(46.85, 9)
})
