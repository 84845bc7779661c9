export type Around = { width: number; height: number; around: number }

/** Of the cells so near to each, across and down, as far as there are some. */
export function meansAround(values: ArrayLike<number>, { width, height, around }: Around): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let row = 0; row < height; row += 1) {
    let sum = 0
    for (let column = 0; column < width; column += 1) {
      sum += values[row * width + column] ?? 0
      sums[(row + 1) * (width + 1) + column + 1] = (sums[row * (width + 1) + column + 1] ?? 0) + sum
    }
  }
  const means = new Float32Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const [top, bottom] = [Math.max(0, row - around), Math.min(height, row + around + 1)]
    for (let column = 0; column < width; column += 1) {
      const [left, right] = [Math.max(0, column - around), Math.min(width, column + around + 1)]
      const at = (y: number, x: number): number => sums[y * (width + 1) + x] ?? 0
      const sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)
      means[row * width + column] = sum / ((bottom - top) * (right - left))
    }
  }
  return means
}
