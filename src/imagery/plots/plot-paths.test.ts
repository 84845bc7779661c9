import { expect, test } from 'vitest'
import { plotPaths } from './plot-paths.ts'

const square = (west: number, south: number, side: number) =>
  [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ] as const

test('plots are drawn with north up, and a degree of longitude as long as it is there', () => {
  const { paths, width, height, metresPerUnit } = plotPaths([[square(10, 60, 0.001)], [square(10.003, 60, 0.001)]])
  // Four thousandths of a degree across at 60 degrees north are as long as two of latitude.
  expect([width, height]).toEqual([1000, expect.closeTo(500, 1)])
  expect(width * metresPerUnit).toBeCloseTo(0.004 * 111_320 * Math.cos(Math.PI / 3), 0)
  expect(paths[0]).toMatch(/^M0\.0 500\.\dL250\.0 500\.\dL250\.0 0\.0L0\.0 0\.0L0\.0 500\.\dZ$/)
})
