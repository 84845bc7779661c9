// Normalised cross-correlation of two pictures of which only some pixels count, after D. Padfield, Masked object registration in
// the Fourier domain, IEEE Transactions on Image Processing 21 (2012), doi:10.1109/TIP.2011.2181402.
import type { Fourier } from './fourier.ts'

/** Square, row by row. Where `counts` is 0, `values` are 0. */
export type MaskedPicture = { side: number; values: Float32Array; counts: Uint8Array }

/** Of shifts by up to `radius` pixels to all sides, row by row; NaN where too few pixels lie on one another. */
export type Surface = { radius: number; correlations: Float32Array }

type Complex = readonly [real: Float64Array, imaginary: Float64Array]
type Options = { radius: number; overlapMin: number }

/** How well the second picture, moved back by each shift, looks like the first. The transform holds both, and the radius. */
export function correlate(
  fourier: Fourier,
  [one, other]: readonly [MaskedPicture, MaskedPicture],
  { radius, overlapMin }: Options,
): Surface {
  const { side } = fourier
  const spectrumOf = (real: Plane, imaginary: Plane): Complex => {
    const pair = [spread(real, one.side, side), spread(imaginary, one.side, side)] as const
    fourier.forward(...pair)
    return pair
  }
  const first = spectrumOf(
    (at) => one.values[at] ?? 0,
    (at) => one.counts[at] ?? 0,
  )
  const second = spectrumOf(
    (at) => other.values[at] ?? 0,
    (at) => other.counts[at] ?? 0,
  )
  const squares = spectrumOf(
    (at) => (one.values[at] ?? 0) ** 2,
    (at) => (other.values[at] ?? 0) ** 2,
  )
  const sums = sumsOfOverlaps({ first, second, squares, side })
  for (const pair of sums) fourier.inverse(...pair)
  const scale = 1 / side ** 2
  const width = 2 * radius + 1
  const correlations = new Float32Array(width ** 2)
  for (let y = -radius; y <= radius; y += 1)
    for (let x = -radius; x <= radius; x += 1) {
      const at = ((y + side) % side) * side + ((x + side) % side)
      correlations[(y + radius) * width + x + radius] = correlationAt(sums, at, { scale, overlapMin })
    }
  return { radius, correlations }
}

type Plane = (at: number) => number

function spread(plane: Plane, from: number, to: number): Float64Array {
  const values = new Float64Array(to ** 2)
  for (let y = 0; y < from; y += 1) for (let x = 0; x < from; x += 1) values[y * to + x] = plane(y * from + x)
  return values
}

type Spectra = { first: Complex; second: Complex; squares: Complex; side: number }

/** Each two real pictures are one complex one: the number and the sum of the first, that of the second and the products, the squares. */
function sumsOfOverlaps({ first, second, squares, side }: Spectra): readonly [Complex, Complex, Complex] {
  const sums = [newPair(side), newPair(side), newPair(side)] as const
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const at = row * side + column
      const mirrored = ((side - row) % side) * side + ((side - column) % side)
      const [value1, count1] = partsAt(first, at, mirrored)
      const [value2, count2] = partsAt(second, at, mirrored)
      const [square1, square2] = partsAt(squares, at, mirrored)
      put(sums[0], at, [conjugateProduct(count1, count2), conjugateProduct(value1, count2)])
      put(sums[1], at, [conjugateProduct(count1, value2), conjugateProduct(value1, value2)])
      put(sums[2], at, [conjugateProduct(square1, count2), conjugateProduct(count1, square2)])
    }
  return sums
}

type Number2 = readonly [number, number]

const newPair = (side: number): Complex => [new Float64Array(side ** 2), new Float64Array(side ** 2)]

/** The spectra of the real and of the imaginary part. */
function partsAt([real, imaginary]: Complex, at: number, mirrored: number): [Number2, Number2] {
  const [a, b, c, d] = [real[at] ?? 0, imaginary[at] ?? 0, real[mirrored] ?? 0, imaginary[mirrored] ?? 0]
  return [
    [(a + c) / 2, (b - d) / 2],
    [(b + d) / 2, (c - a) / 2],
  ]
}

const conjugateProduct = ([a, b]: Number2, [c, d]: Number2): Number2 => [a * c + b * d, a * d - b * c]

function put([real, imaginary]: Complex, at: number, [one, other]: readonly [Number2, Number2]): void {
  real[at] = one[0] - other[1]
  imaginary[at] = one[1] + other[0]
}

function correlationAt(
  [ofFirst, ofSecond, ofSquares]: readonly [Complex, Complex, Complex],
  at: number,
  { scale, overlapMin }: { scale: number; overlapMin: number },
): number {
  const count = (ofFirst[0][at] ?? 0) * scale
  if (count < overlapMin) return Number.NaN
  const [sum1, sum2] = [(ofFirst[1][at] ?? 0) * scale, (ofSecond[0][at] ?? 0) * scale]
  const products = (ofSecond[1][at] ?? 0) * scale - (sum1 * sum2) / count
  const spread1 = (ofSquares[0][at] ?? 0) * scale - sum1 ** 2 / count
  const spread2 = (ofSquares[1][at] ?? 0) * scale - sum2 ** 2 / count
  const spreads = spread1 * spread2
  return spread1 > 0 && spread2 > 0 && spreads > 1e-9 ? products / Math.sqrt(spreads) : Number.NaN
}
