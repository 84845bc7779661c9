import { expect, test } from 'vitest'
import { isInside } from '#imagery/plots/crossings.ts'
import { blockCorners } from '#imagery/plots/grid.ts'
import { BEGIN, isPlaced, previewOf, withClick } from './draft.ts'

test.each([
  { drawn: 'left to right', first: [0, 0], second: [30, 0], side: [8, 12] },
  { drawn: 'left to right', first: [0, 0], second: [30, 0], side: [8, -12] },
  { drawn: 'right to left', first: [30, 0], second: [0, 0], side: [22, 12] },
  { drawn: 'right to left', first: [30, 0], second: [0, 0], side: [22, -12] },
] as const)('a block drawn $drawn lies on the side that is clicked', ({ first, second, side }) => {
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
