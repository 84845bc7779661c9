import { expect, test } from 'vitest'
import { sunHeight } from './sun.ts'

test.each([
  // Noon at a solstice: 90 degrees less the latitude, plus or less the tilt of the earth.
  { where: 'Greenwich, June', utc: Date.UTC(2026, 5, 21, 12, 2), place: { lon: 0, lat: 51.48 }, degrees: 61.96 },
  { where: 'Greenwich, December', utc: Date.UTC(2026, 11, 21, 11, 58), place: { lon: 0, lat: 51.48 }, degrees: 15.08 },
  // At an equinox the sun rises at 6 o'clock of its own time: 7.5 minutes late in March.
  { where: 'the equator, in the morning', utc: Date.UTC(2026, 2, 20, 6, 7), place: { lon: 0, lat: 0 }, degrees: 0 },
  { where: 'the pole, at midsummer', utc: Date.UTC(2026, 5, 21, 3), place: { lon: 0, lat: 90 }, degrees: 23.44 },
  {
    where: 'Minnesota, at its noon',
    utc: Date.UTC(2026, 5, 21, 18, 23),
    place: { lon: -95.4, lat: 44.24 },
    degrees: 69.2,
  },
])('how high the sun stands: $where', ({ utc, place, degrees }) => {
  expect(Math.abs(sunHeight(utc, place) - degrees)).toBeLessThan(0.2)
})
