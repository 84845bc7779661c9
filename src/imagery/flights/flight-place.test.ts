import { expect, test } from 'vitest'
import { placeOfFlight, sharedGround } from './flight-place.ts'
import { metresAround } from './local-metres.ts'

const { toPlace } = metresAround({ lon: 10.5, lat: 51.5 })
const photo = (east: number, north: number) => ({
  name: '',
  altitude: null,
  yaw: null,
  pitch: null,
  ...toPlace({ east, north }),
})
/** 5 x 5 photos over a square of so many metres. */
const field = (east: number, north: number, side = 100) =>
  Array.from({ length: 25 }, (_, at) => photo(east + (side * (at % 5)) / 4, north + (side * Math.floor(at / 5)) / 4))
const hullOf = (...corner: Parameters<typeof field>) => placeOfFlight(field(...corner))?.hull ?? []

test('a flight lies in the smallest box around its photos, and its outline is convex', () => {
  const place = placeOfFlight(field(0, 0))
  expect(place?.hull).toHaveLength(4)
  const { east, north } = metresAround({ lon: 10.5, lat: 51.5 }).toMetres({
    lon: place?.east ?? 0,
    lat: place?.north ?? 0,
  })
  expect([east, north, place?.west, place?.south]).toEqual([expect.closeTo(100, 6), expect.closeTo(100, 6), 10.5, 51.5])
})

test('a photo kilometres away has a wrong position, and one line has no outline', () => {
  expect(placeOfFlight([...field(0, 0), photo(50_000, 0)])).toEqual(placeOfFlight(field(0, 0)))
  expect(placeOfFlight([0, 10, 20, 30].map((north) => photo(0, north)))).toBeNull()
  expect(placeOfFlight([])).toBeNull()
})

test.each<[what: string, corner: [east: number, north: number, side?: number], share: number]>([
  ['the same field', [0, 0], 1],
  ['half of it', [50, 0], 1 / 3],
  ['a quarter of it', [50, 50], 1 / 7],
  ['a field inside it', [25, 25, 50], 1 / 4],
  ['a field beside it', [100, 0], 0],
  ['a field elsewhere', [500, 500], 0],
])('%s has a share of the ground', (_what, corner, share) => {
  expect(sharedGround(hullOf(0, 0), hullOf(...corner))).toBeCloseTo(share, 5)
  expect(sharedGround(hullOf(...corner), hullOf(0, 0))).toBeCloseTo(share, 5)
})

test('outlines that cross are clipped at their edges', () => {
  const turned = [photo(50, -21), photo(121, 50), photo(50, 121), photo(-21, 50)].map(
    ({ lon, lat }) => [lon, lat] as [number, number],
  )
  // A square of 100 m and one of about as much, turned by 45 degrees: an octagon of 82.8 % of each.
  const both = 0.828
  expect(sharedGround(hullOf(0, 0), turned)).toBeCloseTo(both / (2 - both), 1)
})
