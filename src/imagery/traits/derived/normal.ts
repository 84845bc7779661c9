// The normal distribution, and means of functions over it and over the estimate of a standard deviation.
import { logGamma } from './distributions.ts'

const ROOT_OF_TWO_PI = Math.sqrt(2 * Math.PI)
const BEYOND = 8.5
const TERMS_MAX = 200

export const normalDensity = (x: number): number => Math.exp((-x * x) / 2) / ROOT_OF_TWO_PI

/** By the series of x + x³/3 + x⁵/(3 · 5) + … */
function probabilityBySeries(x: number): number {
  let [term, sum] = [x, x]
  for (let at = 1; at < TERMS_MAX && Math.abs(term) > 1e-17 * Math.abs(sum); at += 1) {
    term *= (x * x) / (2 * at + 1)
    sum += term
  }
  return 0.5 + sum * normalDensity(x)
}

const PER_UNIT = 64
const KNOWN = Float64Array.from({ length: 2 * BEYOND * PER_UNIT + 1 }, (_, at) =>
  probabilityBySeries(at / PER_UNIT - BEYOND),
)
const DENSITIES = KNOWN.map((_, at) => normalDensity(at / PER_UNIT - BEYOND))

/** The probability below x, to about 1e-15: Taylor's series from the nearest known place. */
export function normalProbability(x: number): number {
  if (x >= BEYOND) return 1
  if (x <= -BEYOND) return 0
  const place = Math.round((x + BEYOND) * PER_UNIT)
  const from = place / PER_UNIT - BEYOND
  const d = x - from
  const square = from * from
  const fifth = ((square - 6) * square + 3) / 120
  const fourth = (from * (3 - square)) / 24
  const along = d * (1 + d * (-from / 2 + d * ((square - 1) / 6 + d * (fourth + d * fifth))))
  return (KNOWN[place] ?? 0) + (DENSITIES[place] ?? 0) * along
}

/** Evenly spaced places of a normal variable with their probabilities: sums over them are integrals, to about 1e-12. */
export const NORMAL_NODES: readonly { at: number; weight: number }[] = Array.from({ length: 145 }, (_, index) => {
  const at = (index - 72) / 8
  return { at, weight: normalDensity(at) / 8 }
})

const LEAST = 1e-17

/** The mean of a function over estimates of a standard deviation of 1 with so many degrees of freedom. */
export function meanOverDeviations(of: (deviation: number) => number, df: number): number {
  // Even steps of the logarithm of the deviation, whose density has a width of 1 / √(2 df).
  const step = Math.min(0.1, 0.5 / Math.sqrt(2 * df))
  const scale = Math.log(2) + (df / 2) * Math.log(df / 2) - logGamma(df / 2)
  const weightAt = (along: number): number => step * Math.exp(scale + df * along - (df * Math.exp(2 * along)) / 2)
  let sum = 0
  for (const direction of [1, -1])
    for (let index = direction === 1 ? 0 : 1; ; index += 1) {
      const along = direction * index * step
      const weight = weightAt(along)
      if (weight < LEAST) break
      sum += weight * of(Math.exp(along))
    }
  return sum
}
