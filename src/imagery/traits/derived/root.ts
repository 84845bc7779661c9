const STEPS_MAX = 200

/**
 * Where a function that changes its sign between two places is 0, to a relative precision of 1e-11: regula falsi in its Illinois
 * form (Dowell and Jarratt 1971, doi 10.1007/BF01934364).
 */
export function rootOf(of: (x: number) => number, low: number, high: number): number {
  let [left, right] = [low, high]
  let [atLeft, atRight] = [of(low), of(high)]
  if (atLeft === 0) return low
  for (let step = 0; step < STEPS_MAX && atRight !== 0; step += 1) {
    if (Math.abs(right - left) <= 1e-11 * Math.max(Math.abs(left), Math.abs(right))) break
    const next = right - (atRight * (right - left)) / (atRight - atLeft)
    const value = of(next)
    if (value * atRight <= 0) [left, atLeft] = [right, atRight]
    else atLeft /= 2
    ;[right, atRight] = [next, value]
  }
  return right
}
