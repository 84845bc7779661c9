// Ground where plants and things hide it: along the slope that it has around, plus what is left between that and what is known.
import { createPlaneFit, type Plane } from '../numbers/fit-plane.ts'
import { fillGaps } from '../reconstruction/fill-gaps.ts'

type Size = { width: number; height: number }

/** In cells: the side of a block, and how many blocks to each side of one tell its slope. */
const [BLOCK, REACH] = [4, 5]
/** In squared cells: holds a slope back where what is known lies close together. */
const RIDGE = 4

/** NaN is a gap. What is known stays as it is. */
export function continueGround(heights: Float32Array, size: Size): Float32Array {
  const slopeAt = slopesOf(heights, size)
  const left = heights.map((one, at) => one - slopeAt(at % size.width, Math.floor(at / size.width)))
  const filled = fillGaps(left, size)
  return heights.map((own, at) =>
    Number.isNaN(own) ? slopeAt(at % size.width, Math.floor(at / size.width)) + (filled[at] ?? Number.NaN) : own,
  )
}

/** Between the planes of the four nearest blocks; NaN where none of them has any. */
function slopesOf(heights: Float32Array, { width, height }: Size): (column: number, row: number) => number {
  const [across, down] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)]
  const means = Array.from({ length: across * down }, (_, at) =>
    meanOf(heights, { width, height }, [(at % across) * BLOCK, Math.floor(at / across) * BLOCK]),
  )
  const planes = means.map((_, at) => planeAround(means, { width: across, height: down }, at))
  return (column, row) => {
    const [x, y] = [(column + 0.5) / BLOCK - 0.5, (row + 0.5) / BLOCK - 0.5]
    const [left, top] = [Math.floor(x), Math.floor(y)]
    let [sum, weights] = [0, 0]
    for (const [i, j] of CORNERS) {
      const [blockX, blockY] = [left + i, top + j]
      const plane = blockX < 0 || blockX >= across ? undefined : planes[blockY * across + blockX]
      if (!plane) continue
      const weight = (1 - Math.abs(x - blockX)) * (1 - Math.abs(y - blockY))
      sum += weight * (plane.z + plane.alongX * (column - plane.x) + plane.alongY * (row - plane.y))
      weights += weight
    }
    return sum / weights
  }
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const

type Mean = { x: number; y: number; z: number; count: number }

function meanOf(heights: Float32Array, { width, height }: Size, [left, top]: readonly [number, number]): Mean {
  let [x, y, z, count] = [0, 0, 0, 0]
  for (let row = top; row < Math.min(height, top + BLOCK); row += 1)
    for (let column = left; column < Math.min(width, left + BLOCK); column += 1) {
      const value = heights[row * width + column] ?? Number.NaN
      if (Number.isNaN(value)) continue
      x += column
      y += row
      z += value
      count += 1
    }
  return { x: x / count, y: y / count, z: z / count, count }
}

function planeAround(means: readonly Mean[], { width, height }: Size, at: number): Plane | undefined {
  const [column, row] = [at % width, Math.floor(at / width)]
  const fit = createPlaneFit()
  for (let y = Math.max(0, row - REACH); y <= Math.min(height - 1, row + REACH); y += 1)
    for (let x = Math.max(0, column - REACH); x <= Math.min(width - 1, column + REACH); x += 1) {
      const mean = means[y * width + x]
      if (mean && mean.count > 0) fit.add(mean.x, mean.y, mean.z)
    }
  return fit.count() === 0 ? undefined : fit.plane(RIDGE)
}
