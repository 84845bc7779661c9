import { expect, test } from 'vitest'
import { overlapOfViews } from './overlap-of-views.ts'
import { CAMERA, makeSyntheticFlight } from './testing/make-synthetic-flight.ts'

test('photos overlap by what they show and how far they are apart', () => {
  const flight = makeSyntheticFlight({ points: 1 })
  const names = flight.views.map(({ name }) => name)
  const overlaps = overlapOfViews(flight, { ground: 100, names })
  const metres = 40 / CAMERA.lens.focal
  // 9 m from photo to photo, 16 m from line to line; the top of the photos points along the lines.
  expect(overlaps?.front?.median).toBeCloseTo(1 - 9 / (CAMERA.height * metres), 1)
  expect(overlaps?.side?.median).toBeCloseTo(1 - 16 / (CAMERA.width * metres), 1)
})
