import { expect, test } from 'vitest'
import { metresAround } from '#imagery/flights/local-metres.ts'
import { cornersOf, layOnGround, nearestPhoto } from './ground-photos.ts'

const { toPlace } = metresAround({ lon: 10.5, lat: 51.5 })
const photoAt = (east: number, north: number, said: { yaw?: number | null; pitch?: number | null } = {}) => ({
  name: `${east}/${north}`,
  ...toPlace({ east, north }),
  altitude: null,
  yaw: 0,
  pitch: -90,
  ...said,
})
const footprintMetres = { width: 60, height: 45 }
const rounded = (corners: readonly (readonly number[])[] | null) =>
  corners?.map((corner) => corner.map((metres) => Math.round(metres) + 0))

test('a photo that faces north shows its width from west to east, and one that faces east from north to south', () => {
  const { photos } = layOnGround({ positions: [photoAt(0, 0), photoAt(0, 0, { yaw: 90 })], footprintMetres })
  expect(rounded(cornersOf(photos, 0))).toEqual([
    [-30, 23],
    [30, 23],
    [30, -22],
    [-30, -22],
  ])
  // The upper left corner of the picture is ahead, on the left side: in the north-east.
  expect(rounded(cornersOf(photos, 1))?.[0]).toEqual([23, 30])
})

test('a photo that looks ahead shows no rectangle, and has its place all the same', () => {
  const { photos, names } = layOnGround({ positions: [photoAt(0, 0), photoAt(9, 0, { pitch: -45 })], footprintMetres })
  expect(cornersOf(photos, 1)).toBeNull()
  expect(names[nearestPhoto(photos, [8, 1])]).toBe('9/0')
})

test('without a height, pictures are as large as they find room; without a yaw, they lie along the flight', () => {
  const positions = [0, 10, 20, 30].map((north) => photoAt(0, north, { yaw: null }))
  const { photos, isToScale } = layOnGround({ positions, footprintMetres: null })
  expect(isToScale).toBe(false)
  expect(photos.width[0]).toBeCloseTo(9, 1)
  expect(Math.sin(photos.yaw[0] ?? Number.NaN)).toBeCloseTo(0, 5)
})

test('without photos there is no ground', () => {
  const { photos, names } = layOnGround({ positions: [], footprintMetres })
  expect(names).toEqual([])
  expect(nearestPhoto(photos, [0, 0])).toBe(-1)
})
