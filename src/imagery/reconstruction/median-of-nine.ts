/** Of each cell and those around it, of those that have a height. A new grid. */
export function medianOfNine(heights: Float32Array, width: number, height: number): Float32Array {
  const near = new Float32Array(9)
  const smooth = new Float32Array(heights.length)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      let count = 0
      for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x += 1) {
          const value = heights[y * width + x] ?? Number.NaN
          if (!Number.isNaN(value)) near[count++] = value
        }
      smooth[row * width + column] = count === 0 ? Number.NaN : (near.subarray(0, count).sort()[count >> 1] ?? 0)
    }
  return smooth
}
