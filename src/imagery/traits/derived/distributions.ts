// Quantiles of Student's t and of F.

/** Lanczos 1964. */
const LANCZOS = [
  76.18009172947146, -86.5053203294168, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
  -0.5395239384953e-5,
]

export function logGamma(x: number): number {
  const shifted = x + 5.5 - (x + 0.5) * Math.log(x + 5.5)
  const series = LANCZOS.reduce((sum, one, at) => sum + one / (x + at + 1), 1.00000000019001)
  return -shifted + Math.log((2.506628274631 * series) / x)
}

const ITERATIONS = 300
const TINY = 1e-300

/** The regularised incomplete beta function, by its continued fraction (Lentz). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a
  let [c, d] = [1, 1 / guard(1 - ((a + b) * x) / (a + 1))]
  let fraction = d
  for (let m = 1; m <= ITERATIONS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    let delta = 1
    for (const part of [even, odd]) {
      d = 1 / guard(1 + part * d)
      c = guard(1 + part / c)
      delta = c * d
      fraction *= delta
    }
    if (Math.abs(delta - 1) < 1e-14) break
  }
  return front * fraction
}

const guard = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

const HALVINGS = 200

/** Where a growing function of 0 to 1 has a value. */
function invert(share: number, of: (x: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < HALVINGS && high - low > 1e-16; step += 1) {
    const middle = (low + high) / 2
    if (of(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The value that F with so many degrees of freedom is below with a probability. */
export function quantileOfF(probability: number, df1: number, df2: number): number {
  const x = invert(probability, (at) => incompleteBeta(at, df1 / 2, df2 / 2))
  return (df2 * x) / (df1 * (1 - x))
}

/** Of Student's t, for a probability above one half. */
export const quantileOfT = (probability: number, df: number): number =>
  Math.sqrt(quantileOfF(2 * probability - 1, 1, df))
