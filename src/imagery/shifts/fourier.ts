// The Fourier transform of a square of complex numbers, by Cooley and Tukey.

/** `real` and `imaginary` are changed in place. Spectra lie transposed: all products of two spectra are right as they are. */
export type Fourier = {
  side: number
  forward: (real: Float64Array, imaginary: Float64Array) => void
  /** Without the division by the number of values. */
  inverse: (real: Float64Array, imaginary: Float64Array) => void
}

/** `side` is a power of two. */
export function createFourier(side: number): Fourier {
  const cosines = Float64Array.from({ length: side / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / side))
  const sines = Float64Array.from({ length: side / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / side))
  const places = reversedBits(side)

  const transformRow = (real: Float64Array, imaginary: Float64Array, start: number): void => {
    for (let at = 0; at < side; at += 1) {
      const other = places[at] ?? 0
      if (other > at) {
        swap(real, start + at, start + other)
        swap(imaginary, start + at, start + other)
      }
    }
    for (let half = 1; half < side; half *= 2) {
      const stride = side / (2 * half)
      for (let group = start; group < start + side; group += 2 * half)
        for (let at = 0; at < half; at += 1) {
          const [one, other] = [group + at, group + at + half]
          const cosine = cosines[at * stride] ?? 0
          const sine = sines[at * stride] ?? 0
          const re = (real[other] ?? 0) * cosine - (imaginary[other] ?? 0) * sine
          const im = (real[other] ?? 0) * sine + (imaginary[other] ?? 0) * cosine
          real[other] = (real[one] ?? 0) - re
          imaginary[other] = (imaginary[one] ?? 0) - im
          real[one] = (real[one] ?? 0) + re
          imaginary[one] = (imaginary[one] ?? 0) + im
        }
    }
  }
  const forward = (real: Float64Array, imaginary: Float64Array): void => {
    for (let row = 0; row < side; row += 1) transformRow(real, imaginary, row * side)
    transpose(real, side)
    transpose(imaginary, side)
    for (let row = 0; row < side; row += 1) transformRow(real, imaginary, row * side)
  }
  // With real and imaginary parts exchanged, the forward transform is the inverse one.
  return { side, forward, inverse: (real, imaginary) => forward(imaginary, real) }
}

function reversedBits(side: number): Uint32Array {
  const places = new Uint32Array(side)
  for (let at = 1; at < side; at += 1) places[at] = ((places[at >> 1] ?? 0) >> 1) | (at & 1 ? side / 2 : 0)
  return places
}

function swap(values: Float64Array, one: number, other: number): void {
  const value = values[one] ?? 0
  values[one] = values[other] ?? 0
  values[other] = value
}

function transpose(values: Float64Array, side: number): void {
  for (let row = 1; row < side; row += 1)
    for (let column = 0; column < row; column += 1) swap(values, row * side + column, column * side + row)
}
