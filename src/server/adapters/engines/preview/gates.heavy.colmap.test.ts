// Flights that can become no map, or only a part of one, through COLMAP.
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePhotos } from '#server/testing/photo-flight.ts'
import { RunFailed } from '../engine.ts'
import { openPreviewEngine } from './preview-engine.ts'
import { orderOf } from './testing/order-of.ts'

const root = mkdtempSync(join(tmpdir(), 'preview-gates-'))
const EIGHT = { lines: 2, shots: 4 }
type Flight = Parameters<typeof makePhotos>[0]

async function preview(flight: Flight) {
  const { order, products } = orderOf(await makePhotos(flight))
  const outcome = await openPreviewEngine(root)
    .run(order)
    .catch((error: unknown) => error)
  expect(readdirSync(root)).toEqual([])
  return { outcome, products }
}

test.each<[string, Flight, string, string]>([
  ['a single strip', { lines: 1, shots: 6 }, 'All photos lie in one line.', 'at least two lines'],
  ['three photos', { lines: 1, shots: 3 }, 'Only 3 of the photos can be used', 'all photos of the flight'],
  [
    'photos without positions',
    { lines: 2, shots: 3, change: () => ({ hasPosition: false }) },
    'Only 0 of 6 photos say where they were taken',
    'Hand in the original photos',
  ],
  [
    'photos that share no ground',
    { lines: 2, shots: 3, spread: 7 },
    'No two photos show enough of the same ground',
    '75 % of overlap along the lines',
  ],
  [
    'two sites that positions tell apart',
    { lines: 4, shots: 2, change: (at) => ({ metresEast: at < 4 ? 0 : 300 }) },
    'The photos show 2 places that are at least 100 m apart (4, 4 photos).',
    'Start a run for each place',
  ],
  [
    'two sites near one another',
    { lines: 4, shots: 2, change: (at) => ({ metresEast: at < 4 ? 0 : 65 }) },
    'Only 4 of 8 photos (50 %) could be joined to one map',
    'More overlap helps',
  ],
])('%s: refused with the reason and what helps, and no map is made', async (...[, flight, message, advice]) => {
  const { outcome, products } = await preview(flight)
  expect(outcome).toBeInstanceOf(RunFailed)
  expect(outcome).toMatchObject({
    message: expect.stringContaining(message),
    advice: expect.stringContaining(advice),
  })
  expect(products.size).toBe(0)
})

test('blurred photos are left out and named, the others become a map', async () => {
  const { outcome } = await preview({ ...EIGHT, change: (at) => ({ isBlurred: at === 0 || at === 7 }) })
  expect(outcome).toMatchObject({
    photos: 8,
    usedPhotos: 6,
    notes: expect.arrayContaining([
      '100MEDIA/DJI_0.JPG was left out: it is blurred.',
      '101MEDIA/DJI_3.JPG was left out: it is blurred.',
    ]),
  })
})

test('photos of two sizes become one map', async () => {
  const { outcome, products } = await preview({ ...EIGHT, change: (at) => ({ size: at % 2 === 0 ? 1 : 0.8 }) })
  expect(outcome).toMatchObject({ photos: 8, usedPhotos: 8 })
  expect((outcome as { reprojectionPixels: number }).reprojectionPixels).toBeLessThan(1)
  const { lenses } = JSON.parse(new TextDecoder().decode(products.get('quality.json'))) as {
    lenses: { photos: number; differencePercent: number }[]
  }
  expect(lenses.map(({ photos }) => photos)).toEqual([4, 4])
  for (const { differencePercent } of lenses) expect(Math.abs(differencePercent)).toBeLessThan(1)
})

test('where photos state their focal length 10 % wrong, and show that, the report says so', async () => {
  const { outcome, products } = await preview({ lines: 3, shots: 4, change: () => ({ statedFocal: 1.107 }) })
  expect(outcome).toMatchObject({
    notes: expect.arrayContaining([
      expect.stringMatching(/^The photos fit one another better with a focal length shorter than/),
    ]),
  })
  expect(new TextDecoder().decode(products.get('quality.txt'))).toContain('with a focal length shorter than')
})
