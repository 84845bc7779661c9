// Heights a little beyond what is known: along the slope that they have there.

import { createPlaneFit } from '../numbers/fit-plane.ts'

type Size = { width: number; height: number }

/** Cells along the side of a block, which is extended as one. */
const BLOCK = 4
/** Blocks on each side of one that tell its slope. */
const REACH = 2
/** How often blocks are extended by others that were. */
const ROUNDS = 2
/** Of the cells around a block: fewer say nothing of a slope. */
const KNOWN_MIN = 3 * BLOCK * BLOCK
/** Squared cells that hold a slope back where what is known lies close together. */
const RIDGE = 1

/** Heights for unknown cells (NaN) near known ones, by the plane that fits those around; what is known stays. */
export function extendHeights(heights: Float32Array, size: Size): Float32Array {
  let known = heights
  for (let round = 0; round < ROUNDS; round += 1) known = extendOnce(known, size)
  return known
}

function extendOnce(heights: Float32Array, { width, height }: Size): Float32Array {
  const extended = heights.slice()
  for (let top = 0; top < height; top += BLOCK)
    for (let left = 0; left < width; left += BLOCK) {
      const gaps: number[] = []
      for (let row = top; row < Math.min(height, top + BLOCK); row += 1)
        for (let column = left; column < Math.min(width, left + BLOCK); column += 1)
          if (Number.isNaN(heights[row * width + column])) gaps.push(row * width + column)
      if (gaps.length === 0) continue
      const heightAt = planeAround(heights, { width, height }, [left, top])
      if (heightAt) for (const cell of gaps) extended[cell] = heightAt(cell % width, Math.floor(cell / width))
    }
  return extended
}

function planeAround(heights: Float32Array, { width, height }: Size, [left, top]: readonly [number, number]) {
  const reach = REACH * BLOCK
  const fit = createPlaneFit()
  for (let row = Math.max(0, top - reach); row < Math.min(height, top + BLOCK + reach); row += 1)
    for (let column = Math.max(0, left - reach); column < Math.min(width, left + BLOCK + reach); column += 1) {
      const value = heights[row * width + column] ?? Number.NaN
      if (!Number.isNaN(value)) fit.add(column - left, row - top, value)
    }
  const plane = fit.count() < KNOWN_MIN ? undefined : fit.plane(RIDGE)
  return (
    plane &&
    ((column: number, row: number): number =>
      plane.z + plane.alongX * (column - left - plane.x) + plane.alongY * (row - top - plane.y))
  )
}
