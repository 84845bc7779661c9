import { expect, test } from 'vitest'
import { blockCorners } from './grid.ts'
import {
  bearingOf,
  type Layout,
  layOut,
  moveBlock,
  moveCorners,
  movePlot,
  placePlot,
  sizesOf,
  turnTo,
  withCorners,
} from './layout.ts'

const LAYOUT: Layout = {
  corners: [
    [100, 200],
    [110, 200],
  ],
  rows: 2,
  columns: 3,
  plotLength: 5,
  plotWidth: 1.5,
  gapWidth: 0.5,
  gapLength: 1,
  idPattern: 'N7-{row}{column:2}',
  firstNumber: 1,
  step: 1,
  offsets: {},
}

function plotsOf(layout: Layout) {
  const laid = layOut(layout)
  if ('problem' in laid) throw new Error(laid.problem)
  return laid.plots
}
const ids = (change: Partial<Layout>) => plotsOf({ ...LAYOUT, ...change }).map(({ plotId }) => plotId)
const rounded = (points: readonly (readonly number[])[] | undefined) =>
  points?.map((point) => point.map((one) => Math.round(one * 1e6) / 1e6))

test('plots are named by a pattern, with first number, step and digits', () => {
  expect(ids({})).toEqual(['N7-101', 'N7-102', 'N7-103', 'N7-201', 'N7-202', 'N7-203'])
  expect(ids({ idPattern: '{number:3}', firstNumber: 95, step: 5, isSerpentine: true })).toEqual([
    '095',
    '100',
    '105',
    '110',
    '115',
    '120',
  ])
})

test.each([
  [{ rows: 0 }, 'at least one row'],
  [{ idPattern: 'plot {row}' }, 'same id'],
  [{ idPattern: ' ' }, '1 to 100 characters'],
  [{ step: 0 }, 'whole steps'],
  [{ firstNumber: 1.5 }, 'whole steps'],
] as [Partial<Layout>, string][])('%j can not be laid out', (change, words) => {
  expect(layOut({ ...LAYOUT, ...change })).toEqual({ problem: expect.stringContaining(words) })
})

test('a plot that was moved stays beside its place when the block moves or is numbered in another way', () => {
  const moved = movePlot(movePlot(LAYOUT, '1-2', [0.2, 0]), '1-2', [0.1, -0.4])
  const [plot] = plotsOf(moveBlock({ ...moved, start: 'first', firstNumber: 7 }, [10, 20])).filter(
    ({ row, column }) => row === 1 && column === 2,
  )
  expect(rounded(plot?.ring)?.[0]).toEqual([112.3, 219.6])
  expect(placePlot(moved, '1-2', [0, 0]).offsets).toEqual({})
})

test('a corner that was computed becomes a set one when it is moved, and plots fill the block', () => {
  const block = rounded(blockCorners(LAYOUT))
  expect(block).toEqual([
    [100, 200],
    [105.5, 200],
    [105.5, 211],
    [100, 211],
  ])
  const freed = moveCorners(LAYOUT, [2], [1, 1])
  expect(rounded(freed.corners)).toEqual([...(block ?? []).slice(0, 2), [106.5, 212], [100, 211]])
  expect(rounded(plotsOf(freed).at(-1)?.ring)?.[2]).toEqual([106.5, 212])
  expect(moveCorners(LAYOUT, [0, 1], [0, 1]).corners).toEqual([
    [100, 201],
    [110, 201],
  ])
  expect(rounded(withCorners(freed, 3).corners)).toHaveLength(3)
})

test('a block is turned around its middle, with the plots that were moved', () => {
  expect(bearingOf(LAYOUT)).toBe(90)
  const turned = turnTo(movePlot(LAYOUT, '1-1', [1, 0]), 0)
  expect(bearingOf(turned)).toBeCloseTo(0, 9)
  expect(rounded(blockCorners(turned))).toEqual([
    [108.25, 202.75],
    [108.25, 208.25],
    [97.25, 208.25],
    [97.25, 202.75],
  ])
  expect(rounded([turned.offsets['1-1'] ?? []])).toEqual([[0, 1]])
})

test('sizes are those of plots as they lie, and what a margin leaves of them', () => {
  const sizes = sizesOf(plotsOf(LAYOUT), { ends: 0.5, sides: 0.25 })
  expect(rounded([[sizes.width, sizes.length, sizes.area, sizes.kept]])).toEqual([[1.5, 5, 7.5, 4]])
  expect(sizesOf(plotsOf(LAYOUT), { ends: 0, sides: 1 }).kept).toBe(0)
})

test('a block keeps its side when other corners describe it', () => {
  const block = rounded(blockCorners({ ...LAYOUT, rowsOn: 'right' }))
  const filled = withCorners({ ...LAYOUT, rowsOn: 'right' }, 4)
  expect(rounded(blockCorners(filled))).toEqual(block)
  expect(rounded(blockCorners(withCorners({ ...filled, rowsOn: 'left' }, 2)))).toEqual(block)
})
