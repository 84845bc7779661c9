// Which genotypes differ.
import { quantileOfT } from './distributions.ts'
import { quantileOfDunnett, sharesOf } from './dunnett.ts'
import { lettersOf } from './letters.ts'
import { quantileOfStudentizedRange } from './studentized-range.ts'

/** Means with what is needed to compare them, of plots as they are or adjusted for their places. */
export type Comparable = {
  means: readonly { genotype: string; mean: number }[]
  errorDf: number
  standardErrorOfDifference: (one: number, other: number) => number
}

/**
 * What has an error of 5 %: the whole family of comparisons (Tukey's of all pairs, Dunnett's of all with the check), or each single one
 * (Fisher's least significant difference).
 */
export type ErrorRate = 'family' | 'each'

/** `limit` is what a difference must exceed. */
export type Difference = { difference: number; limit: number; isSignificant: boolean }

const PROBABILITY = 0.95
const TWO_SIDED = 0.975

/** Each genotype beside a check. Null for the check itself; undefined where the check has no mean. */
export function compareWithCheck(
  compared: Comparable,
  check: string,
  rate: ErrorRate,
): (Difference | null)[] | undefined {
  const { means, errorDf, standardErrorOfDifference } = compared
  const standard = means.findIndex(({ genotype }) => genotype === check)
  const usual = means[standard]?.mean
  if (usual === undefined) return undefined
  const factor =
    rate === 'each' || means.length < 3
      ? quantileOfT(TWO_SIDED, errorDf)
      : quantileOfDunnett(PROBABILITY, sharesBeside(compared, standard), errorDf)
  return means.map(({ mean }, at) => {
    if (at === standard) return null
    const limit = factor * standardErrorOfDifference(at, standard)
    const difference = mean - usual
    return { difference, limit, isSignificant: Math.abs(difference) > limit }
  })
}

function sharesBeside({ means, standardErrorOfDifference: of }: Comparable, standard: number): number[] {
  const others = Array.from(means.keys()).filter((at) => at !== standard)
  const errors = others.map((at) => of(at, standard))
  return sharesOf(others.length, (one, other) => {
    const [a = 0, b = 0] = [errors[one], errors[other]]
    const correlation = (a ** 2 + b ** 2 - of(others[one] ?? 0, others[other] ?? 0) ** 2) / (2 * a * b)
    // Without correlation, limits are the widest (Šidák 1967, doi 10.1080/01621459.1967.10482935).
    return Number.isFinite(correlation) ? correlation : 0
  })
}

/** What multiplies the standard error of a difference. Of one pair, both are the same. */
export function factorOfPairs({ means, errorDf }: Comparable, rate: ErrorRate): number {
  return rate === 'each' || means.length < 3
    ? quantileOfT(TWO_SIDED, errorDf)
    : quantileOfStudentizedRange(PROBABILITY, means.length, errorDf) / Math.SQRT2
}

/** Genotypes that share a letter don't differ (Tukey and Kramer where plots are unequal). In the order of the means. */
export function lettersOfMeans(compared: Comparable, rate: ErrorRate): string[] | undefined {
  const { means, standardErrorOfDifference } = compared
  const factor = factorOfPairs(compared, rate)
  return lettersOf(
    means.map(({ mean }) => mean),
    (one, other) =>
      Math.abs((means[one]?.mean ?? 0) - (means[other]?.mean ?? 0)) > factor * standardErrorOfDifference(one, other),
  )
}

const PAIRED_MAX = 1000

/** Of all pairs; with more than 1,000 genotypes, of pairs of evenly chosen ones. */
export function meanStandardErrorOfDifference({ means, standardErrorOfDifference: of }: Comparable): number {
  const every = Math.ceil(means.length / PAIRED_MAX)
  const chosen = Array.from(means.keys()).filter((at) => at % every === 0)
  let [sum, pairs] = [0, 0]
  for (const [place, one] of chosen.entries())
    for (const other of chosen.slice(place + 1)) {
      sum += of(one, other)
      pairs += 1
    }
  return sum / pairs
}
