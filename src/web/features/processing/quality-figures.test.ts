import { expect, test } from 'vitest'
import { qualityFigures } from './quality-figures.ts'

const QUALITY = {
  photos: 18,
  usedPhotos: 17,
  reprojectionPixels: 0.4589,
  gpsHorizontalMetres: 0.5728,
  gpsVerticalMetres: null,
  groundTiltDegrees: 4.09,
  focalRatio: 1.00345,
  gsdCm: 1.58,
  areaHectares: 0.3236,
  refusedShare: null,
  noiseCm: null,
  level: null,
  tiltPercent: null,
  bowCm: null,
  lenses: [],
  notes: [],
}

test('figures have their units, and what an engine does not know stays unknown', () => {
  expect(qualityFigures(QUALITY).map(({ value }) => value)).toEqual([
    '17 of 18',
    '0.46 px',
    '0.57 m',
    null,
    '4.1°',
    '+0.3 %',
    '1.58 cm',
    '0.32 ha',
    null,
  ])
  expect(qualityFigures({ ...QUALITY, refusedShare: 0.76 }).at(-1)?.value).toBe('76 %')
})

test('runs without figures have the same rows, so that runs can lie beside each other', () => {
  const rows = qualityFigures(null)
  expect(rows.map(({ label }) => label)).toEqual(qualityFigures(QUALITY).map(({ label }) => label))
  expect(rows.every(({ value }) => value === null)).toBe(true)
})

test.each([
  ['Registered photos', { usedPhotos: 18 }, 'good'],
  ['Registered photos', { usedPhotos: 13 }, 'look'],
  ['Registered photos', { usedPhotos: 9 }, 'bad'],
  ['Focal length', { focalRatio: 0.98 }, 'look'],
  ['Focal length', { focalRatio: 1.29 }, 'bad'],
  ['Slope of the ground', { groundTiltDegrees: 52 }, 'bad'],
  ['Slope of the ground', { groundTiltDegrees: null }, null],
] as const)('%s beside its target, %o, is marked %s', (label, change, mark) => {
  const figure = qualityFigures({ ...QUALITY, ...change }).find((one) => one.label === label)
  expect(figure?.mark).toBe(mark)
})
