import { expect, test } from 'vitest'
import { createPlotIndex } from './plot-index.ts'

const square = (x: number, y: number, side: number) =>
  [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ] as const

/** 40 by 25 plots of 1 m, 2 m apart. */
const grid = Array.from({ length: 1000 }, (_, at) => ({ rings: [square(2 * (at % 40), 2 * Math.floor(at / 40), 1)] }))

test('each plot is found at its place, and none between plots or beyond them', () => {
  const index = createPlotIndex(grid)
  const found = grid.map((_, at) => index([2 * (at % 40) + 0.5, 2 * Math.floor(at / 40) + 0.5]))
  expect(found).toEqual(grid.map((_, at) => at))
  expect([index([1.5, 0.5]), index([-3, 0.5]), index([500, 500])]).toEqual([-1, -1, -1])
})

test('a plot with a hole is not found in it, and one of several parts is found in each', () => {
  const index = createPlotIndex([
    { rings: [square(0, 0, 10), square(4, 4, 2)] },
    { rings: [square(20, 0, 1), square(30, 8, 1)] },
  ])
  expect([index([1, 1]), index([5, 5]), index([20.5, 0.5]), index([30.5, 8.5])]).toEqual([0, -1, 1, 1])
})

test('without plots there is nothing to find', () => {
  expect(createPlotIndex([])([0, 0])).toBe(-1)
})
