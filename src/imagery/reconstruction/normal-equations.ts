// The normal equations of an adjustment. A point depends on few views, so points are eliminated one by one (Schur complement), and what is
// left, a small dense matrix of views and lenses, is solved by Cholesky.
import { factorise, solveFactorised } from '../traits/derived/symmetric-matrix.ts'
import type { Derivatives } from './derivatives.ts'
import type { Reconstruction, TiePoints } from './model.ts'

export const [VIEW_SIZE, LENS_SIZE] = [6, 8]
const ROW = VIEW_SIZE + LENS_SIZE

export type NormalEquations = ReturnType<typeof createNormalEquations>

export function createNormalEquations({ cameras, views, points }: Reconstruction) {
  const lenses = views.length * VIEW_SIZE
  const size = lenses + cameras.length * LENS_SIZE
  const matrix = new Float64Array(size * size)
  const right = new Float64Array(size)
  // Of each point: 3 x 3, its right side, and what ties it to the view and the lens of each observation (14 x 3).
  const blocks = new Float64Array(points.count * 9)
  const sides = new Float64Array(points.count * 3)
  const ties = new Float64Array(points.views.length * ROW * 3)
  const used = new Uint32Array(points.count)
  const rowsOf = (view: number): readonly [number, number] => [
    view * VIEW_SIZE,
    lenses + (views[view]?.camera ?? 0) * LENS_SIZE,
  ]
  const indexes = new Uint32Array(ROW)
  const slopes = new Float64Array(2 * ROW)

  const collect = (view: number, { view: ofView, lens }: Derivatives): void => {
    const [viewStart, lensStart] = rowsOf(view)
    for (let at = 0; at < ROW; at += 1) {
      const inLens = at - VIEW_SIZE
      indexes[at] = inLens < 0 ? viewStart + at : lensStart + inLens
      slopes[at] = (inLens < 0 ? ofView[at] : lens[inLens]) ?? 0
      slopes[ROW + at] = (inLens < 0 ? ofView[VIEW_SIZE + at] : lens[LENS_SIZE + inLens]) ?? 0
    }
  }

  return {
    viewStart: (view: number) => view * VIEW_SIZE,
    lensStart: (camera: number) => lenses + camera * LENS_SIZE,
    clear: () => {
      for (const values of [matrix, right, blocks, sides, ties]) values.fill(0)
      used.fill(0)
    },
    addPrior: (at: number, { off, weight }: { off: number; weight: number }) => {
      matrix[at * size + at] = (matrix[at * size + at] ?? 0) + weight
      right[at] = (right[at] ?? 0) - weight * off
    },
    addObservation: (derived: Derivatives, { point, view, observation }: Place, weight: number) => {
      collect(view, derived)
      const ofPoint = derived.point
      used[point] = (used[point] ?? 0) + 1
      for (let row = 0; row < 3; row += 1) {
        const [byX, byY] = [weight * (ofPoint[row] ?? 0), weight * (ofPoint[3 + row] ?? 0)]
        sides[point * 3 + row] = (sides[point * 3 + row] ?? 0) - byX * derived.x - byY * derived.y
        for (let column = 0; column < 3; column += 1)
          blocks[point * 9 + row * 3 + column] =
            (blocks[point * 9 + row * 3 + column] ?? 0) +
            byX * (ofPoint[column] ?? 0) +
            byY * (ofPoint[3 + column] ?? 0)
      }
      for (let row = 0; row < ROW; row += 1) {
        const [byX, byY] = [weight * (slopes[row] ?? 0), weight * (slopes[ROW + row] ?? 0)]
        const index = indexes[row] ?? 0
        right[index] = (right[index] ?? 0) - byX * derived.x - byY * derived.y
        for (let column = 0; column <= row; column += 1) {
          const place = index * size + (indexes[column] ?? 0)
          matrix[place] = (matrix[place] ?? 0) + byX * (slopes[column] ?? 0) + byY * (slopes[ROW + column] ?? 0)
        }
        for (let axis = 0; axis < 3; axis += 1)
          ties[(observation * ROW + row) * 3 + axis] = byX * (ofPoint[axis] ?? 0) + byY * (ofPoint[3 + axis] ?? 0)
      }
    },
    /** By how much to change all, or null when the equations have no solution. */
    solve: (damping: number): { views: Float64Array; points: Float64Array } | null => {
      const left = matrix.slice()
      const step = right.slice()
      for (let at = 0; at < size; at += 1) left[at * size + at] = (matrix[at * size + at] ?? 0) * (1 + damping) + 1e-12
      const inverses = new Float64Array(points.count * 9)
      const gathered = createGathered(points, rowsOf)
      for (let point = 0; point < points.count; point += 1) {
        if ((used[point] ?? 0) < 2 || !invert3(blocks, inverses, { at: point * 9, damping })) continue
        gathered.collect(point, ties)
        gathered.eliminate(
          { left, step, size },
          { inverse: inverses.subarray(point * 9, point * 9 + 9), side: sides.subarray(point * 3, point * 3 + 3) },
        )
      }
      if (!factorise(left, size)) return null
      solveFactorised(left, step)
      return { views: step, points: movesOfPoints(step, { points, ties, sides, inverses, gathered }) }
    },
  }
}

type Eliminated = {
  points: TiePoints
  ties: Float64Array
  sides: Float64Array
  inverses: Float64Array
  gathered: Gathered
}

function movesOfPoints(step: Float64Array, { points, ties, sides, inverses, gathered }: Eliminated): Float64Array {
  const moves = new Float64Array(points.count * 3)
  for (let point = 0; point < points.count; point += 1) {
    if (inverses[point * 9] === 0) continue
    gathered.collect(point, ties)
    const rest = gathered.rest(step, sides.subarray(point * 3, point * 3 + 3))
    for (let row = 0; row < 3; row += 1)
      for (let column = 0; column < 3; column += 1)
        moves[point * 3 + row] =
          (moves[point * 3 + row] ?? 0) + (inverses[point * 9 + row * 3 + column] ?? 0) * (rest[column] ?? 0)
  }
  return moves
}

type Place = { point: number; view: number; observation: number }
type Reduced = { left: Float64Array; step: Float64Array; size: number }
type Point = { inverse: Float64Array; side: Float64Array }

type Gathered = ReturnType<typeof createGathered>

/** The rows of one point that are not 0, those of the same lens added up. */
function createGathered({ starts, views }: TiePoints, rowsOf: (view: number) => readonly [number, number]) {
  let capacity = 0
  let rows = 0
  let indexes = new Uint32Array()
  let values = new Float64Array()
  let products = new Float64Array()
  const reserve = (needed: number): void => {
    if (needed <= capacity) return
    capacity = needed * 2
    indexes = new Uint32Array(capacity)
    values = new Float64Array(capacity * 3)
    products = new Float64Array(capacity * 3)
  }
  const addBlock = (start: number, ties: Float64Array, { from, count }: { from: number; count: number }): void => {
    let row = 0
    while (row < rows && indexes[row] !== start) row += 1
    if (row === rows) {
      rows += count
      values.fill(0, row * 3, rows * 3)
      for (let at = 0; at < count; at += 1) indexes[row + at] = start + at
    }
    for (let at = 0; at < count * 3; at += 1)
      values[row * 3 + at] = (values[row * 3 + at] ?? 0) + (ties[from * 3 + at] ?? 0)
  }
  return {
    collect: (point: number, ties: Float64Array): void => {
      const [from, to] = [starts[point] ?? 0, starts[point + 1] ?? 0]
      reserve((to - from) * ROW)
      rows = 0
      for (let at = from; at < to; at += 1) {
        const [viewStart, lensStart] = rowsOf(views[at] ?? 0)
        addBlock(viewStart, ties, { from: at * ROW, count: VIEW_SIZE })
        addBlock(lensStart, ties, { from: at * ROW + VIEW_SIZE, count: LENS_SIZE })
      }
    },
    eliminate: ({ left, step, size }: Reduced, { inverse, side }: Point): void => {
      for (let row = 0; row < rows; row += 1) {
        const index = indexes[row] ?? 0
        for (let axis = 0; axis < 3; axis += 1) {
          const product =
            (values[row * 3] ?? 0) * (inverse[axis] ?? 0) +
            (values[row * 3 + 1] ?? 0) * (inverse[3 + axis] ?? 0) +
            (values[row * 3 + 2] ?? 0) * (inverse[6 + axis] ?? 0)
          products[row * 3 + axis] = product
          step[index] = (step[index] ?? 0) - product * (side[axis] ?? 0)
        }
      }
      for (let row = 0; row < rows; row += 1) {
        const index = indexes[row] ?? 0
        const [x, y, z] = [products[row * 3] ?? 0, products[row * 3 + 1] ?? 0, products[row * 3 + 2] ?? 0]
        for (let column = 0; column < rows; column += 1) {
          if ((indexes[column] ?? 0) > index) continue
          const place = index * size + (indexes[column] ?? 0)
          left[place] =
            (left[place] ?? 0) -
            x * (values[column * 3] ?? 0) -
            y * (values[column * 3 + 1] ?? 0) -
            z * (values[column * 3 + 2] ?? 0)
        }
      }
    },
    /** What is left for the point when views and lenses have moved. */
    rest: (step: Float64Array, side: Float64Array): Float64Array => {
      const rest = side.slice()
      for (let row = 0; row < rows; row += 1)
        for (let axis = 0; axis < 3; axis += 1)
          rest[axis] = (rest[axis] ?? 0) - (values[row * 3 + axis] ?? 0) * (step[indexes[row] ?? 0] ?? 0)
      return rest
    },
  }
}

/** Of a symmetric matrix of 3 x 3 whose diagonal is raised; false when it has none. */
function invert3(from: Float64Array, to: Float64Array, { at, damping }: { at: number; damping: number }): boolean {
  const [b, c, f] = [from[at + 1] ?? 0, from[at + 2] ?? 0, from[at + 5] ?? 0]
  const raise = 1 + damping
  const [a, e, i] = [(from[at] ?? 0) * raise, (from[at + 4] ?? 0) * raise, (from[at + 8] ?? 0) * raise]
  const [m0, m1, m2] = [e * i - f * f, c * f - b * i, b * f - c * e]
  const determinant = a * m0 + b * m1 + c * m2
  if (!(determinant > 0)) return false
  to.set(
    [m0, m1, m2, m1, a * i - c * c, b * c - a * f, m2, b * c - a * f, a * e - b * b].map(
      (value) => value / determinant,
    ),
    at,
  )
  return true
}
