import { expect, test } from 'vitest'
import { estimateOwn, estimateRun, megapixelsOf } from './run-estimates.ts'

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

test('before the first run, our own engine tells time and disk by the size of the flight', () => {
  const brighton = { photos: 18, gsdCm: 1.6, footprintMetres: { width: 57.6, height: 38.9 }, areaHectares: 0.8 }
  const archiveBytes = 90_000_000
  const preview = estimateOwn(brighton, { cellPixels: 0, archiveBytes })
  const surface = estimateOwn(brighton, { cellPixels: 2, archiveBytes })
  const fine = estimateOwn(brighton, { cellPixels: 1, archiveBytes })
  expect(preview?.estimate.secondsFrom).toBeLessThan(70)
  expect(preview?.estimate.secondsTo).toBeGreaterThan(70)
  expect(surface?.estimate.secondsTo).toBeGreaterThan(preview?.estimate.secondsTo ?? 0)
  expect(fine?.estimate.secondsTo).toBeGreaterThan(2 * (surface?.estimate.secondsTo ?? 0))
  expect(surface?.diskBytes).toBeGreaterThan(archiveBytes + 1.4 * 18 * 8.75e6)
  expect(estimateOwn({ ...brighton, areaHectares: null }, { cellPixels: 1, archiveBytes })).toBeNull()
})
