import { expect, test } from 'vitest'
import { estimateRun, megapixelsOf } from './processing.ts'

test('the megapixels of a flight are those of all its photos, and unknown where the size of a photo is', () => {
  const flight = { photos: 18, gsdCm: 1.5, footprintMetres: { width: 60, height: 45 } }
  expect(megapixelsOf(flight)).toBeCloseTo(18 * 4000 * 3000 * 1e-6)
  expect(megapixelsOf({ ...flight, gsdCm: null })).toBeNull()
  expect(megapixelsOf({ ...flight, footprintMetres: null })).toBeNull()
})

test('an estimate goes from the fastest to the slowest of the earlier runs, by megapixel; without any there is none', () => {
  const past = [
    { megapixels: 100, seconds: 50 },
    { megapixels: 200, seconds: 400 },
    { megapixels: 0, seconds: 9 },
  ]
  expect(estimateRun(300, past)).toEqual({ secondsFrom: 150, secondsTo: 600, runs: 2 })
  expect(estimateRun(null, past)).toBeNull()
  expect(estimateRun(300, [])).toBeNull()
})
