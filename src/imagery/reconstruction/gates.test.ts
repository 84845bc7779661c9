import { describe, expect, test } from 'vitest'
import { makeFlight } from '../flights/testing/make-flight.ts'
import { checkModel, type Figures } from './check-model.ts'
import { camerasOf, pairsOf } from './match-plan.ts'
import { type Candidate, selectPhotos } from './select-photos.ts'

type Options = Parameters<typeof makeFlight>

const flight = (...options: Options): Candidate[] =>
  makeFlight(...options).map(({ name, photo }) => ({ name, photo, sharpness: 5 }))

test('a flight in lines is taken as it is', () => {
  const { chosen, leftOut, height, refusal } = selectPhotos(flight())
  expect([chosen.length, leftOut, height, refusal]).toEqual([40, [], 40, null])
})

describe('what can become no map is refused with its words', () => {
  test.each<[string, Candidate[], string, string]>([
    [
      'three photos',
      flight(undefined, { lines: 1, shots: 3 }),
      'few-photos',
      'Only 3 of the photos can be used, and a map takes at least 5.',
    ],
    ['one line', flight(undefined, { lines: 1, shots: 8 }), 'single-line', 'All photos lie in one line.'],
    [
      'no positions',
      flight(() => ({ position: null })),
      'no-positions',
      'Only 0 of 40 photos say where they were taken',
    ],
    [
      'no lens',
      flight(() => ({ lens: { focalMillimetres: null, sensorWidthMillimetres: null } })),
      'no-lens',
      'Only 0 of 40 photos say how wide their camera sees.',
    ],
    [
      'a focal length 10 % off another statement of it',
      flight(() => ({ lens: { focalMillimetres: 8 * 1.1, focal35Millimetres: 28 } })),
      'focal-length',
      'state their focal length in two ways',
    ],
    [
      'to the side',
      flight((at) => (at % 2 ? { attitude: { yaw: 0, pitch: -45, roll: 0 } } : {})),
      'not-straight-down',
      'Only 20 of 40 photos look straight down',
    ],
    [
      'two places',
      flight((at) => (at < 16 ? { position: { lat: 52 } } : {})),
      'two-places',
      'The photos show 2 places that are at least 160 m apart (24, 16 photos).',
    ],
    [
      'too many',
      flight(undefined, { lines: 17, shots: 30 }),
      'many-photos',
      'There are 510 photos; the preview takes up to 500.',
    ],
  ])('%s', (...[, photos, gate, words]) => {
    const { refusal, chosen } = selectPhotos(photos)
    expect(refusal?.gate).toBe(gate)
    expect(refusal?.message).toContain(words)
    expect(refusal?.advice).not.toBe('')
    expect(chosen).toEqual([])
  })
})

test('what photos state of their lens twice may differ by rounding', () => {
  const { refusal } = selectPhotos(flight(() => ({ lens: { focal35Millimetres: 28 } })))
  expect(refusal).toBeNull()
})

describe('single photos are left out with the reason', () => {
  test.each<[string, (at: number) => Partial<Candidate>, Options[0], string]>([
    ['blurred', (at) => (at === 7 ? { sharpness: 0.4 } : {}), undefined, 'is blurred'],
    ['no photo', (at) => (at === 7 ? { photo: null } : {}), undefined, 'is no photo'],
    ['damaged', (at) => (at === 7 ? { sharpness: null } : {}), undefined, "can't be read"],
    ['elsewhere', () => ({}), (at) => (at === 7 ? { position: { lat: 0, lon: 0 } } : {}), 'was taken elsewhere'],
    [
      'oblique',
      () => ({}),
      (at) => (at === 7 ? { attitude: { yaw: 0, pitch: -60, roll: 0 } } : {}),
      'does not look straight down',
    ],
    ['without a position', () => ({}), (at) => (at === 7 ? { position: null } : {}), 'says no position'],
  ])('%s', (...[, change, made, reason]) => {
    const photos = flight(made).map((photo, at) => ({ ...photo, ...change(at) }))
    const { chosen, leftOut, refusal } = selectPhotos(photos)
    expect(refusal).toBeNull()
    expect(leftOut).toEqual([{ name: 'DJI_0008.JPG', reason }])
    expect(chosen).toHaveLength(39)
  })
})

test('photos of another size are another camera, and neighbours are matched whatever their camera', () => {
  const { chosen } = selectPhotos(
    flight((at) => (at % 3 === 0 ? { width: 2000, height: 1500, statedWidth: 2000 } : {})),
  )
  expect(camerasOf(chosen).map(({ length }) => length)).toEqual([14, 26])
  const pairs = pairsOf(chosen, 40)
  expect(pairs).toContainEqual([0, 1])
  // What shows no common ground is not matched.
  expect(pairs).not.toContainEqual([0, 39])
  expect(pairs.length).toBeLessThan(40 * 10)
})

const GOOD: Figures = {
  registered: 20,
  tiePoints: 5000,
  reprojectionPixels: 0.5,
  gpsFit: { horizontalMetres: 0.6, verticalMetres: 0.4 },
  tiltDegrees: 3,
  groundMetres: 100,
  heightAboveGroundMetres: 40,
  lenses: [{ width: 1600, height: 1200, photos: 20, focalRatio: 0.8, byPhotos: 0.8, differencePercent: 0 }],
}
const lens = (differencePercent: number): Figures => ({
  ...GOOD,
  lenses: GOOD.lenses.map((one) => ({ ...one, differencePercent })),
})

describe('a model that would be a wrong map is refused with its words', () => {
  test.each<[string, Figures, string, string]>([
    ['few joined', { ...GOOD, registered: 13 }, 'not-joined', 'Only 13 of 20 photos (65 %) could be joined'],
    [
      'a bad fit',
      { ...GOOD, reprojectionPixels: 1.3 },
      'reprojection',
      'The photos fit one another within 1.3 pixels only; it takes less than 1.',
    ],
    ['another lens', lens(29), 'focal-length', 'The focal length came out 29.0 % longer than the photos say'],
    ['a shorter lens', lens(-3.4), 'focal-length', '3.4 % shorter'],
    ['a tilted ground', { ...GOOD, tiltDegrees: 52 }, 'tilt', 'The ground came out tilted by 52°'],
    ['cameras elsewhere', { ...GOOD, gpsFit: { horizontalMetres: 14, verticalMetres: 1 } }, 'position-fit', '14 m'],
    ['no number at all', { ...GOOD, reprojectionPixels: Number.NaN }, 'reprojection', 'fit one another'],
  ])('%s', (...[, figures, gate, words]) => {
    const refusal = checkModel(figures, 20)
    expect(refusal?.gate).toBe(gate)
    expect(refusal?.message).toContain(words)
    expect(refusal?.advice).not.toBe('')
  })

  test('a good one is not', () => {
    expect(checkModel(GOOD, 20)).toBeNull()
  })
})
