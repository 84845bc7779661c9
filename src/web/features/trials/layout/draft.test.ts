import { expect, test } from 'vitest'
import { isInside } from '#imagery/plots/crossings.ts'
import { blockCorners } from '#imagery/plots/grid.ts'
import { BEGIN, isPlaced, previewOf, withClick } from './draft.ts'

test.each([
  ['left to right', [0, 0], [30, 0], [8, 12]],
  ['left to right', [0, 0], [30, 0], [8, -12]],
  ['right to left', [30, 0], [0, 0], [22, 12]],
  ['right to left', [30, 0], [0, 0], [22, -12]],
] as const)('a block drawn %s lies on the side that is clicked', (_, first, second, side) => {
  const row = [first, second].reduce((draft, at) => withClick(draft, at), BEGIN)
  expect(isPlaced(row)).toBe(false)
  const block = withClick(row, side)
  expect(isPlaced(block)).toBe(true)
  expect(previewOf(row, side)).toEqual(block)
  expect(isInside(blockCorners(block), side)).toBe(true)
  expect(block.corners[0]).toEqual(first)
  // The second corner lies at the end of the row, not where it was clicked.
  expect(Math.abs((block.corners[1]?.[0] ?? 0) - first[0])).toBeCloseTo(BEGIN.columns * BEGIN.plotWidth, 9)
})
