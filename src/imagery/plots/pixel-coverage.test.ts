import { assert, double, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCoverage, toPixels } from './pixel-coverage.ts'
import type { Polygon, Position } from './polygon.ts'

const SIZE = { width: 6, height: 5 }

function weightsOf(polygon: Polygon, size = SIZE): number[][] {
  const coverage = createCoverage(polygon, size)
  return Array.from({ length: size.height }, (_, row) => {
    const line = Array.from({ length: size.width }, () => 0)
    if (row < coverage.top || row >= coverage.bottom) return line
    const weights = new Float64Array(coverage.right - coverage.left)
    const [from, to] = coverage.weigh(row, weights)
    for (let at = from; at < to; at += 1) line[coverage.left + at] = weights[at] ?? 0
    return line
  })
}

const rectangle = ([left, top, right, bottom]: [number, number, number, number]): Position[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

const rounded = (rows: number[][]) => rows.map((row) => row.map((one) => Math.round(one * 1e9) / 1e9))
const sumOf = (rows: number[][]) => rows.flat().reduce((sum, one) => sum + one, 0)

test('pixels count by the part of them that is inside', () => {
  expect(rounded(weightsOf([[rectangle([0.5, 1.25, 3, 3.5])]]))).toEqual([
    [0, 0, 0, 0, 0, 0],
    [0.375, 0.75, 0.75, 0, 0, 0],
    [0.5, 1, 1, 0, 0, 0],
    [0.25, 0.5, 0.5, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ])
})

test('a diagonal halves its pixels, whichever way its points go round', () => {
  const triangle: Position[] = [
    [0, 0],
    [4, 4],
    [0, 4],
  ]
  const rows = [
    [0.5, 0, 0, 0, 0, 0],
    [1, 0.5, 0, 0, 0, 0],
    [1, 1, 0.5, 0, 0, 0],
    [1, 1, 1, 0.5, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ]
  expect(rounded(weightsOf([[triangle]]))).toEqual(rows)
  expect(rounded(weightsOf([[triangle.toReversed()]]))).toEqual(rows)
})

test('holes and parts apart', () => {
  const rows = weightsOf([[rectangle([0, 0, 3, 3]), rectangle([1, 1, 2, 2])], [rectangle([4, 1, 5.5, 2])]])
  expect(rounded(rows)).toEqual([
    [1, 1, 1, 0, 0, 0],
    [1, 0, 1, 0, 1, 0.5],
    [1, 1, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ])
})

test('what lies outside of the raster has no pixels, but counts in the area', () => {
  const polygon: Polygon = [[rectangle([-2, -1, 2.5, 1])]]
  expect(rounded(weightsOf(polygon))).toEqual([
    [1, 1, 0.5, 0, 0, 0],
    ...Array.from({ length: 4 }, () => Array(6).fill(0)),
  ])
  expect(createCoverage(polygon, SIZE).area).toBe(9)
  expect(sumOf(weightsOf([[rectangle([5.5, 4.5, 90, 90])]]))).toBeCloseTo(0.25, 9)
  expect(sumOf(weightsOf([[rectangle([50, 50, 90, 90])]]))).toBe(0)
})

test('turned maps: a plot is placed by all six numbers of their transform', () => {
  const [pixels] = toPixels([[rectangle([100, 200, 103, 202])]], [0, 0.5, 100, 0.5, 0, 200])
  expect(pixels?.[0]?.map(([x, y]) => [x + 0, y + 0])).toEqual([
    [0, 0],
    [0, 6],
    [4, 6],
    [4, 0],
  ])
})

describe('any triangle', () => {
  const coordinate = double({ min: -3, max: 9, noNaN: true })
  const point = tuple(coordinate, coordinate)

  test('its weights are from 0 to 1 and add up to its area', () => {
    const large = { width: 12, height: 12 }
    assert(
      property(point, point, point, (...points) => {
        const inside = points.map(([x, y]): Position => [x + 3, y + 3])
        const coverage = createCoverage([[inside]], large)
        const weights = weightsOf([[inside]], large)
        expect(sumOf(weights)).toBeCloseTo(Math.abs(coverage.area), 6)
        expect(weights.flat().every((one) => one >= 0 && one <= 1)).toBe(true)
      }),
    )
  })

  test('a raster that shows a part of it has the weights of that part', () => {
    assert(
      property(point, point, point, (...points) => {
        const moved = points.map(([x, y]): Position => [x + 3, y + 3])
        const whole = weightsOf([[moved]], { width: 12, height: 12 })
        const part = weightsOf([[points]], SIZE)
        for (const [y, row] of part.entries())
          for (const [x, one] of row.entries()) expect(one).toBeCloseTo(whole[y + 3]?.[x + 3] ?? Number.NaN, 6)
      }),
    )
  })
})
