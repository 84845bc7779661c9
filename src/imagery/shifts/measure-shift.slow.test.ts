import { expect, test } from 'vitest'
import type { Crs } from '#domain/maps.ts'
import { convertBetween, WGS84 } from '../rasters/crs.ts'
import { utmAt } from '../rasters/utm.ts'
import { fieldOf } from '../traits/measure/testing/make-field.ts'
import { type MapToCompare, measureShift } from './measure-shift.ts'
import { groundAt } from './testing/make-ground.ts'

const UTM = utmAt(-95.5, 44.2)
const [WEST, NORTH, WIDTH, HEIGHT] = [300_000, 4_900_020, 26, 18]

type Day = {
  /** Where the map says that the ground lies, less where it lies. */
  shift?: readonly [number, number]
  pixel?: number
  crs?: Crs
  /** Of brightness. */
  gain?: number
  /** The width of rows of plants, 1 m apart, in metres. */
  plants?: number
  ground?: (east: number, north: number) => number
  /** Of the whole map around its upper left corner. */
  turn?: number
  hasData?: (east: number, north: number) => boolean
  west?: number
}

/** A map of the field on a day. */
function mapOn(day: Day): MapToCompare {
  const { shift = [0, 0], pixel = 0.04, crs = UTM, gain = 1, plants = 0.3, ground = groundAt } = day
  const { turn = 0, hasData = () => true, west = WEST } = day
  const toUtm = convertBetween(crs, UTM)
  const [left, top] = convertBetween(UTM, crs)([west, NORTH])
  const [right] = convertBetween(UTM, crs)([west + WIDTH, NORTH])
  const [, bottom] = convertBetween(UTM, crs)([west, NORTH - HEIGHT])
  const [width, height] = [Math.round(WIDTH / pixel), Math.round(HEIGHT / pixel)]
  const [across, down] = [(right - left) / width, (bottom - top) / height]
  const layer = fieldOf({
    width,
    height,
    pixel: (x, y) => {
      const [east, north] = toUtm([left + (x + 0.5) * across, top + (y + 0.5) * down])
      if (!hasData(east, north)) return [0, 0, 0, 0]
      const [dx, dy] = [east - shift[0] - WEST, north - shift[1] - NORTH]
      const place = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)] as const
      const isPlants = Math.abs(place[0] - Math.round(place[0])) < plants / 2
      const light = gain * (60 + 100 * ground(...place))
      return isPlants ? [gain * 50, gain * 120, gain * 40, 255] : [light, light * 0.85, light * 0.7, 255]
    },
  })
  return { layer, transform: [across, 0, left, 0, down, top], crs, gsdMetres: pixel }
}

const compare = (reference: Day, flight: Day) =>
  measureShift({ reference: mapOn(reference), flight: mapOn(flight) }, () => undefined)

test.each<[string, Day]>([
  ['other light, other pixels and grown plants', { gain: 1.4, pixel: 0.05, plants: 0.55 }],
  ['degrees', { crs: WGS84 }],
])('finds a shift of parts of a pixel: %s', async (_, day) => {
  const measured = await compare({}, { shift: [0.333, -0.217], ...day })
  expect(measured).toMatchObject({ confidence: 'good', reason: null })
  expect(measured.shift?.eastMetres).toBeCloseTo(0.333, 2)
  expect(measured.shift?.northMetres).toBeCloseTo(-0.217, 2)
  expect(measured.spreadMetres).toBeLessThan(0.02)
})

const hasData = (east: number, north: number): boolean => east - WEST > 2 + (NORTH - north) / 4 && NORTH - north > 1.5

test('is not taken in by the edges of maps that were clipped in the same place', async () => {
  const { shift, confidence } = await compare({ hasData }, { hasData, shift: [-0.5, 0.25] })
  expect(confidence).toBe('good')
  expect(shift?.eastMetres).toBeCloseTo(-0.5, 2)
  expect(shift?.northMetres).toBeCloseTo(0.25, 2)
})

const NOT_ALIKE = 'Too few places look alike on both dates.'
/** Clods as a tool leaves them, the same every 80 cm, and little else: the true place is the best one, but hardly. */
const printed = (east: number, north: number): number =>
  0.85 * groundAt(east - 0.8 * Math.floor(east / 0.8), north - 0.8 * Math.floor(north / 0.8)) +
  0.15 * groundAt(east, north)
const wheelMarks = (east: number): number => Math.sin(8 * Math.PI * east) / 2 + 0.5

test.each<{ name: string; reference: Day; flight: Day; reason: string }>([
  { name: 'maps of two places', reference: {}, flight: { west: WEST + 100 }, reason: 'The maps don’t overlap.' },
  {
    name: 'closed canopy',
    reference: {},
    flight: { plants: 1 },
    reason: 'Too little bare ground can be seen on both dates to compare them.',
  },
  { name: 'ground without a mark', reference: { ground: () => 0.5 }, flight: { ground: () => 0.5 }, reason: NOT_ALIKE },
  {
    name: 'ground that was tilled',
    reference: {},
    flight: { ground: (east, north) => groundAt(east + 500, north) },
    reason: NOT_ALIKE,
  },
  {
    name: 'wheel marks that repeat',
    reference: { ground: wheelMarks },
    flight: { ground: wheelMarks, shift: [0.1, 0] },
    reason: NOT_ALIKE,
  },
  {
    name: 'a pattern that repeats both ways',
    reference: { ground: printed },
    flight: { ground: printed, shift: [0.1, 0] },
    reason: NOT_ALIKE,
  },
  {
    name: 'large pixels',
    reference: { pixel: 0.3 },
    flight: {},
    reason: 'The pixels of a map are too large to measure a shift.',
  },
])('gives no number, but the reason: $name', async ({ reference, flight, reason }) => {
  const none = { confidence: 'none', shift: null, spreadMetres: null, reason }
  expect(await compare(reference, flight)).toMatchObject(none)
})

test('says that maps are turned against each other', async () => {
  const { confidence, reason } = await compare({}, { turn: 0.012 })
  expect(confidence).not.toBe('good')
  expect(reason).toMatch(
    /^The maps are turned or scaled against each other: the shift changes over the field by about \d+ cm\.$/,
  )
})

test('a map without colours can’t be compared', async () => {
  const reference = mapOn({})
  const grey = { ...reference, layer: { ...reference.layer, bands: ['unknown', 'alpha'] as const } }
  const { confidence, reason } = await measureShift({ reference, flight: grey }, () => undefined)
  expect([confidence, reason]).toEqual([
    'none',
    'Plants can’t be told from ground: a map has no red, green and blue bands.',
  ])
})
