// The ground as a grid of heights: triangles between tie points, smoothed and continued to the edge of what photos show.
import Delaunator from 'delaunator'
import { extendHeights } from './extend-heights.ts'
import { fillGaps } from './fill-gaps.ts'
import { flat } from './filter-points.ts'
import { medianOfNine } from './median-of-nine.ts'
import type { TiePoints } from './model.ts'

/** Cells row by row from the north-west; `west` and `north` are the corner of the first. In metres. */
export type Grid = { west: number; north: number; cell: number; width: number; height: number }

export type Surface = Grid & {
  heights: Float32Array
  /** 1 where the height lies between tie points that are near one another, 0 where it is a guess. */
  isMeasured: Uint8Array
}

/** Triangles with a side longer than `sideMax` metres are guesses. */
export function makeSurface({ positions }: TiePoints, grid: Grid, sideMax: number): Surface {
  const size = grid.width * grid.height
  const heights = new Float32Array(size).fill(Number.NaN)
  const isMeasured = new Uint8Array(size)
  const { triangles } = new Delaunator(flat(positions))
  for (let at = 0; at + 2 < triangles.length; at += 3) {
    const cornerAt = (edge: number): Corner => cornerOf(positions, triangles[edge] ?? 0, grid)
    const corners: Triangle = [cornerAt(at), cornerAt(at + 1), cornerAt(at + 2)]
    const longest = Math.max(side(corners[0], corners[1]), side(corners[1], corners[2]), side(corners[2], corners[0]))
    fillTriangle(corners, grid, (cell, height) => {
      heights[cell] = height
      isMeasured[cell] = longest * grid.cell <= sideMax ? 1 : 0
    })
  }
  return { ...grid, heights: fillGaps(extendHeights(smooth(heights, grid), grid), grid), isMeasured }
}

/**
 * Beyond the tie points as high as near them. Slopes that are continued leave the ground where tie points are few: heights would be looked
 * for far above and below it.
 */
export const calmBeyondPoints = (surface: Surface): Surface => ({
  ...surface,
  heights: fillGaps(
    surface.heights.map((height, at) => (surface.isMeasured[at] ? height : Number.NaN)),
    surface,
  ),
})

type Corner = readonly [column: number, row: number, height: number]
type Triangle = readonly [Corner, Corner, Corner]

const cornerOf = (positions: Float64Array, point: number, { west, north, cell }: Grid): Corner => [
  ((positions[point * 3] ?? 0) - west) / cell - 0.5,
  (north - (positions[point * 3 + 1] ?? 0)) / cell - 0.5,
  positions[point * 3 + 2] ?? 0,
]

const side = (a: Corner, b: Corner): number => Math.hypot(a[0] - b[0], a[1] - b[1])

function fillTriangle(
  [a, b, c]: Triangle,
  { width, height }: Grid,
  fill: (cell: number, height: number) => void,
): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
  if (area === 0) return
  const [left, right] = [
    Math.max(0, Math.ceil(Math.min(a[0], b[0], c[0]))),
    Math.min(width - 1, Math.max(a[0], b[0], c[0])),
  ]
  const [top, bottom] = [
    Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]))),
    Math.min(height - 1, Math.max(a[1], b[1], c[1])),
  ]
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) {
      const ofB = ((column - a[0]) * (c[1] - a[1]) - (row - a[1]) * (c[0] - a[0])) / area
      const ofC = ((b[0] - a[0]) * (row - a[1]) - (b[1] - a[1]) * (column - a[0])) / area
      if (ofB < -1e-9 || ofC < -1e-9 || ofB + ofC > 1 + 1e-9) continue
      fill(row * width + column, a[2] + ofB * (b[2] - a[2]) + ofC * (c[2] - a[2]))
    }
}

/** Cells without a height stay so. */
function smooth(heights: Float32Array, { width, height }: Grid): Float32Array {
  const medians = medianOfNine(heights, width, height)
  return heights.map((own, at) => (Number.isNaN(own) ? own : (medians[at] ?? own)))
}

/** Between the centres of the cells, in metres; beyond the outermost as there. */
export function heightsOf({ west, north, cell, width, height, heights }: Omit<Surface, 'isMeasured'>) {
  return (x: number, y: number): number => {
    const column = Math.min(width - 1, Math.max(0, (x - west) / cell - 0.5))
    const row = Math.min(height - 1, Math.max(0, (north - y) / cell - 0.5))
    const [left, top] = [Math.floor(column), Math.floor(row)]
    const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
    const [across, down] = [column - left, row - top]
    const upper = (heights[top * width + left] ?? 0) * (1 - across) + (heights[top * width + right] ?? 0) * across
    const lower = (heights[below * width + left] ?? 0) * (1 - across) + (heights[below * width + right] ?? 0) * across
    return upper * (1 - down) + lower * down
  }
}
