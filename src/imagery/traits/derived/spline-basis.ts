// A smooth curve of positions as a line and random effects: a P-spline in its form as a mixed model. Eilers and Marx 1996, doi
// 10.1214/ss/1038425655; Currie and Durban 2002, doi 10.1191/1471082x02st039ob.
import { invert } from './symmetric-matrix.ts'

const DEGREE = 3
const ORDER = 2

/** Rows for positions, which may be any numbers; one column less than there are segments, plus two. */
export function splineBasis(positions: readonly number[], segments: number): Float64Array[] {
  const bases = cubicBases(positions, segments)
  const back = backFromDifferences(segments + DEGREE)
  return bases.map((base) => multiply(base, back))
}

function cubicBases(positions: readonly number[], segments: number): Float64Array[] {
  const [low, high] = [Math.min(...positions), Math.max(...positions)]
  const width = (high - low) / segments || 1
  return positions.map((position) => {
    const base = new Float64Array(segments + DEGREE)
    const along = (position - low) / width
    const segment = Math.min(segments - 1, Math.floor(along))
    const t = along - segment
    base[segment] = (1 - t) ** 3 / 6
    base[segment + 1] = (3 * t ** 3 - 6 * t ** 2 + 4) / 6
    base[segment + 2] = (-3 * t ** 3 + 3 * t ** 2 + 3 * t + 1) / 6
    base[segment + 3] = t ** 3 / 6
    return base
  })
}

type Matrix = { columns: number; numbers: Float64Array }

/** D' (D D')^-1, where D takes second differences of coefficients. */
function backFromDifferences(size: number): Matrix {
  const columns = size - ORDER
  const product = new Float64Array(columns * columns)
  const [c0, c1, c2] = [6, -4, 1]
  for (let row = 0; row < columns; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const apart = Math.abs(row - column)
      product[row * columns + column] = apart === 0 ? c0 : apart === 1 ? c1 : apart === 2 ? c2 : 0
    }
  invert(product, columns)
  const numbers = new Float64Array(size * columns)
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = (line: number): number => (line >= 0 && line < columns ? (product[line * columns + column] ?? 0) : 0)
      numbers[row * columns + column] = at(row) - 2 * at(row - 1) + at(row - 2)
    }
  return { columns, numbers }
}

function multiply(row: Float64Array, { columns, numbers }: Matrix): Float64Array {
  const out = new Float64Array(columns)
  for (const [at, value] of row.entries())
    if (value !== 0)
      for (let column = 0; column < columns; column += 1)
        out[column] = (out[column] ?? 0) + value * (numbers[at * columns + column] ?? 0)
  return out
}
