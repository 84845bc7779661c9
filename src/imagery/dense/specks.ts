type Cells = { heights: Float32Array; width: number; height: number; cell: number }

/** Steps of a cell between neighbours that hang together. */
const TOGETHER = 4
/** In square metres: a leaf that stands alone is a fault of matching. */
const AREA_MIN = 0.01

/** 1 for cells of patches that hang together and are small. */
export function specksOf({ heights, width, height, cell }: Cells): Uint8Array {
  const tolerance = TOGETHER * cell
  const least = AREA_MIN / (cell * cell)
  const specks = new Uint8Array(heights.length)
  const isKnown = new Uint8Array(heights.length)
  const patch = new Int32Array(heights.length)
  for (let start = 0; start < heights.length; start += 1) {
    if (isKnown[start] || Number.isNaN(heights[start])) continue
    isKnown[start] = 1
    patch[0] = start
    let size = 1
    for (let next = 0; next < size; next += 1) {
      const at = patch[next] ?? 0
      const own = heights[at] ?? 0
      const column = at % width
      const join = (other: number): void => {
        // A difference to NaN is not smaller than anything.
        if (isKnown[other] || !(Math.abs((heights[other] ?? 0) - own) < tolerance)) return
        isKnown[other] = 1
        patch[size] = other
        size += 1
      }
      if (column > 0) join(at - 1)
      if (column < width - 1) join(at + 1)
      if (at >= width) join(at - width)
      if (at < width * (height - 1)) join(at + width)
    }
    if (size < least) for (let one = 0; one < size; one += 1) specks[patch[one] ?? 0] = 1
  }
  return specks
}
