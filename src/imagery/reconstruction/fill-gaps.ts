// Values for cells that have none, from means of ever larger neighbourhoods (pull and push). Gortler et al. 1996, doi:10.1145/237170.237200.

type Size = { width: number; height: number }

/** NaN is a gap. What is known stays as it is. Without anything known, all stays NaN. */
export function fillGaps(values: Float32Array, { width, height }: Size): Float32Array {
  if (!values.some(Number.isNaN) || (width <= 1 && height <= 1)) return values
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const coarse = fillGaps(halve(values, { width, height }, half), half)
  return values.map((own, at) => {
    if (!Number.isNaN(own)) return own
    const column = Math.max(0, ((at % width) - 0.5) / 2)
    const row = Math.max(0, (Math.floor(at / width) - 0.5) / 2)
    return between(coarse, half, [column, row])
  })
}

function halve(values: Float32Array, { width, height }: Size, half: Size): Float32Array {
  return Float32Array.from({ length: half.width * half.height }, (_, at) => {
    const [column, row] = [(at % half.width) * 2, Math.floor(at / half.width) * 2]
    let [sum, count] = [0, 0]
    for (let y = row; y < Math.min(height, row + 2); y += 1)
      for (let x = column; x < Math.min(width, column + 2); x += 1) {
        const value = values[y * width + x] ?? Number.NaN
        if (Number.isNaN(value)) continue
        sum += value
        count += 1
      }
    return count > 0 ? sum / count : Number.NaN
  })
}

function between(values: Float32Array, { width, height }: Size, [column, row]: readonly [number, number]): number {
  const [left, top] = [Math.min(width - 1, Math.floor(column)), Math.min(height - 1, Math.floor(row))]
  const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [across, down] = [column - left, row - top]
  const at = (x: number, y: number): number => values[y * width + x] ?? Number.NaN
  return (
    (at(left, top) * (1 - across) + at(right, top) * across) * (1 - down) +
    (at(left, below) * (1 - across) + at(right, below) * across) * down
  )
}
