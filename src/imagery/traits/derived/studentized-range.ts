// The range of several means over an estimate of their standard error: what Tukey's test compares differences with.
import { meanOverDeviations, NORMAL_NODES, normalProbability } from './normal.ts'
import { rootOf } from './root.ts'

/** That the range of so many normal numbers is below `width`. */
function rangeProbability(width: number, means: number): number {
  let sum = 0
  for (const { at, weight } of NORMAL_NODES)
    sum += weight * (normalProbability(at) - normalProbability(at - width)) ** (means - 1)
  return Math.min(1, means * sum)
}

/** The probability below q, as of Tukey 1953; to about 1e-9. */
export const studentizedRangeProbability = (q: number, means: number, df: number): number =>
  q <= 0 ? 0 : meanOverDeviations((deviation) => rangeProbability(q * deviation, means), df)

/** The value that the studentized range of so many means is below with a probability. */
export function quantileOfStudentizedRange(probability: number, means: number, df: number): number {
  const of = (q: number): number => studentizedRangeProbability(q, means, df) - probability
  let high = 4
  while (of(high) < 0) high *= 2
  return rootOf(of, high === 4 ? 0.01 : high / 2, high)
}
