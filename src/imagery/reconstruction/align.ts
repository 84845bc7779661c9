// Where a reconstruction of any place, size and direction lies on the ground: the similarity that brings its cameras to their positions.
import { type Matrix, multiply, type Reconstruction, rotate, rotationOf, transpose, type Vector } from './model.ts'

/** Of views, in metres: east, north, up. Null of those that have none. */
export type Positions = readonly (Vector | null)[]

const ROUNDS = 10

/** Positions far off count less. Null where too few views have one, or all lie in one place. */
export function align(reconstruction: Reconstruction, positions: Positions): Reconstruction | null {
  const pairs = reconstruction.views.flatMap(({ centre }, at) => {
    const position = positions[at]
    return position ? [{ from: centre, to: position, weight: 1 }] : []
  })
  if (pairs.length < 3) return null
  let fit = fitSimilarity(pairs)
  for (let round = 0; fit && round < ROUNDS; round += 1) {
    const { move } = fit
    const errors = pairs.map(({ from, to }) => distance(move(from), to))
    const usual = Math.max(1e-6, [...errors].sort((a, b) => a - b)[errors.length >> 1] ?? 0)
    for (const [at, pair] of pairs.entries()) pair.weight = 1 / (1 + ((errors[at] ?? 0) / usual / 2) ** 2)
    fit = fitSimilarity(pairs)
  }
  return fit ? moveAll(reconstruction, fit) : null
}

const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

type Pair = { from: Vector; to: Vector; weight: number }
type Similarity = { rotation: Matrix; move: (point: Vector) => Vector }

/** Horn 1987, doi:10.1364/JOSAA.4.000629: the rotation is the greatest eigenvector of a matrix of sums. */
function fitSimilarity(pairs: readonly Pair[]): Similarity | null {
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const meanOf = (side: 'from' | 'to', axis: number): number =>
    pairs.reduce((sum, pair) => sum + pair.weight * (pair[side][axis] ?? 0), 0) / total
  const from: Vector = [meanOf('from', 0), meanOf('from', 1), meanOf('from', 2)]
  const to: Vector = [meanOf('to', 0), meanOf('to', 1), meanOf('to', 2)]
  const s = new Float64Array(9)
  let [fromSquares, toSquares] = [0, 0]
  for (const { from: a, to: b, weight } of pairs)
    for (let row = 0; row < 3; row += 1) {
      const left = (a[row] ?? 0) - (from[row] ?? 0)
      fromSquares += weight * left * left
      toSquares += weight * ((b[row] ?? 0) - (to[row] ?? 0)) ** 2
      for (let column = 0; column < 3; column += 1)
        s[row * 3 + column] = (s[row * 3 + column] ?? 0) + weight * left * ((b[column] ?? 0) - (to[column] ?? 0))
    }
  if (!(fromSquares > 0) || !(toSquares > 0)) return null
  const [xx = 0, xy = 0, xz = 0, yx = 0, yy = 0, yz = 0, zx = 0, zy = 0, zz = 0] = s
  const [w = 1, x = 0, y = 0, z = 0] = greatestEigenvector([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ])
  const rotation = rotationOf(w, [x, y, z])
  const scale = Math.sqrt(toSquares / fromSquares)
  return {
    rotation,
    move: (point) => {
      const turned = rotate(rotation, [point[0] - from[0], point[1] - from[1], point[2] - from[2]])
      return [to[0] + scale * turned[0], to[1] + scale * turned[1], to[2] + scale * turned[2]]
    },
  }
}

type Rows = number[][]
const numberAt = (rows: Rows, row: number, column: number): number => rows[row]?.[column] ?? 0
const flip = (rows: Rows): Rows => rows.map((_, row) => rows.map((__, column) => numberAt(rows, column, row)))

/** Mixes two columns. */
function turn(rows: Rows, [p, q]: [number, number], angle: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  for (const row of rows)
    [row[p], row[q]] = [c * (row[p] ?? 0) - s * (row[q] ?? 0), s * (row[p] ?? 0) + c * (row[q] ?? 0)]
}

const SWEEPS = 30

/** By Jacobi's rotations, of a symmetric matrix, which is changed. */
function greatestEigenvector(matrix: Rows): number[] {
  const vectors = matrix.map((_, row) => matrix.map((__, column) => Number(row === column)))
  let rows = matrix
  for (let sweep = 0; sweep < SWEEPS; sweep += 1)
    for (let p = 0; p < matrix.length; p += 1)
      for (let q = p + 1; q < matrix.length; q += 1) {
        if (numberAt(rows, p, q) === 0) continue
        const angle = Math.atan2(2 * numberAt(rows, p, q), numberAt(rows, q, q) - numberAt(rows, p, p)) / 2
        turn(rows, [p, q], angle)
        rows = flip(rows)
        turn(rows, [p, q], angle)
        turn(vectors, [p, q], angle)
      }
  const values = rows.map((row, at) => row[at] ?? 0)
  const greatest = values.indexOf(Math.max(...values))
  return vectors.map((row) => row[greatest] ?? 0)
}

function moveAll({ cameras, views, points }: Reconstruction, { rotation, move }: Similarity): Reconstruction {
  const positions = new Float64Array(points.positions.length)
  for (let at = 0; at < positions.length; at += 3)
    positions.set(move([points.positions[at] ?? 0, points.positions[at + 1] ?? 0, points.positions[at + 2] ?? 0]), at)
  const back = transpose(rotation)
  return {
    cameras,
    views: views.map((view) => ({ ...view, rotation: multiply(view.rotation, back), centre: move(view.centre) })),
    points: { ...points, positions },
  }
}
