// How sharp a picture is, from 0 to 4: the variance of its second differences, divided by that of its first differences. Noise has 3, a
// picture in focus 1 to 2, one that is blurred by a pixel half of that. Of what is seen, only how fine it is counts, not how much there
// is of it, so a field, a road and a forest come out alike.

/** In one direction: sums of squares of first and of second differences. */
export type Differences = { first: number; second: number }

/** In the direction that is less sharp, because a drone moves in one. Null of what has no differences. */
export function sharpnessOf(directions: readonly Differences[]): number | null {
  const known = directions.filter(({ first }) => first > 0).map(({ first, second }) => second / first)
  return known.length === 0 ? null : Math.min(...known)
}

const SIDE = 8

/** Column and row of each frequency in zigzag order (ITU-T T.81 figure A.6). */
const ZIGZAG = Array.from({ length: 2 * SIDE - 1 }, (_, sum) => {
  const least = Math.max(0, sum - SIDE + 1)
  const steps = Array.from({ length: sum - 2 * least + 1 }, (_unused, at) => least + at)
  return steps.map((one) => (sum % 2 === 0 ? [one, sum - one] : [sum - one, one]))
}).flat()

/**
 * Across and down, from sums of squares of the quantised coefficients and their steps, both in zigzag order. The cosines of a JPEG are
 * the eigenvectors of the second difference [1 -2 1] that is mirrored half a pixel beyond the rim of a block, with eigenvalues
 * 2 - 2 cos(pi k / 8) (Strang, The Discrete Cosine Transform, SIAM Review 41, 1999, DCT-2), and they are orthonormal. So the squares of
 * first differences add up to the eigenvalue times the square of each coefficient, and those of second differences to its square times it.
 */
export function differencesOfBlocks(squares: Float64Array, steps: Uint16Array): Differences[] {
  const directions = [
    { first: 0, second: 0 },
    { first: 0, second: 0 },
  ]
  for (const [at, frequency] of ZIGZAG.entries()) {
    const power = (squares[at] ?? 0) * (steps[at] ?? 0) ** 2
    for (const [index, direction] of directions.entries()) {
      const eigenvalue = 2 - 2 * Math.cos((Math.PI * (frequency[index] ?? 0)) / SIDE)
      direction.first += eigenvalue * power
      direction.second += eigenvalue ** 2 * power
    }
  }
  return directions
}
