// Symmetric, positive definite matrices, all of their numbers row by row.

/** Replaces a matrix by its inverse. False when it is not positive definite; then its numbers are lost. */
export function invert(matrix: Float64Array, size: number): boolean {
  if (!factorise(matrix, size)) return false
  invertFactorised(matrix, size)
  return true
}

/** From what `factorise` made. */
export function invertFactorised(lower: Float64Array, size: number): void {
  invertLower(lower, size)
  multiplyLower(lower, size)
}

/** Cholesky: the lower triangle becomes L of L L'. */
export function factorise(matrix: Float64Array, size: number): boolean {
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column] ?? 0
      for (let at = 0; at < column; at += 1) sum -= (matrix[row * size + at] ?? 0) * (matrix[column * size + at] ?? 0)
      if (row === column && !(sum > 0)) return false
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / (matrix[column * size + column] ?? 1)
    }
  return true
}

/** Replaces the right side of equations by their solution, with the matrix that `factorise` made. */
export function solveFactorised(lower: Float64Array, values: Float64Array): void {
  const size = values.length
  for (let row = 0; row < size; row += 1) {
    let sum = values[row] ?? 0
    for (let at = 0; at < row; at += 1) sum -= (lower[row * size + at] ?? 0) * (values[at] ?? 0)
    values[row] = sum / (lower[row * size + row] ?? 1)
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    const value = (values[row] ?? 0) / (lower[row * size + row] ?? 1)
    values[row] = value
    for (let at = 0; at < row; at += 1) values[at] = (values[at] ?? 0) - (lower[row * size + at] ?? 0) * value
  }
}

const DEPENDENT = 1e-9

/** Of a matrix of products that may be singular, the columns that are no sum of those before them. Its numbers are lost. */
export function independentColumns(matrix: Float64Array, size: number): number[] {
  const first = Array.from({ length: size }, (_, at) => matrix[at * size + at] ?? 0)
  const found: number[] = []
  for (let row = 0; row < size; row += 1) {
    for (const column of found) {
      let sum = matrix[row * size + column] ?? 0
      for (const at of found) {
        if (at >= column) break
        sum -= (matrix[row * size + at] ?? 0) * (matrix[column * size + at] ?? 0)
      }
      matrix[row * size + column] = sum / (matrix[column * size + column] ?? 1)
    }
    let left = matrix[row * size + row] ?? 0
    for (const at of found) left -= (matrix[row * size + at] ?? 0) ** 2
    if (!(left > DEPENDENT * Math.max(1, first[row] ?? 0))) continue
    matrix[row * size + row] = Math.sqrt(left)
    found.push(row)
  }
  return found
}

function invertLower(matrix: Float64Array, size: number): void {
  for (let column = 0; column < size; column += 1) {
    matrix[column * size + column] = 1 / (matrix[column * size + column] ?? 1)
    for (let row = column + 1; row < size; row += 1) {
      let sum = 0
      for (let at = column; at < row; at += 1) sum -= (matrix[row * size + at] ?? 0) * (matrix[at * size + column] ?? 0)
      matrix[row * size + column] = sum / (matrix[row * size + row] ?? 1)
    }
  }
}

/** From M in the lower triangle to all of M' M. */
function multiplyLower(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = 0
      for (let at = row; at < size; at += 1) sum += (matrix[at * size + row] ?? 0) * (matrix[at * size + column] ?? 0)
      matrix[row * size + column] = sum
      matrix[column * size + row] = sum
    }
}
