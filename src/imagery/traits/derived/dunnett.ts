// The greatest of several differences from one check over their standard errors: what Dunnett's test compares them with.
import { meanOverDeviations, NORMAL_NODES, normalProbability } from './normal.ts'
import { rootOf } from './root.ts'

/** Differences with the same share, and how many they are. */
type Shared = { share: number; count: number }

/**
 * That all differences lie within `limit` standard errors of 0. The correlation of two differences is the product of their shares:
 * Dunnett 1955, doi 10.1080/01621459.1955.10501294.
 */
export function dunnettProbability(limit: number, shares: readonly number[], df: number): number {
  const groups = groupsOf(shares)
  return meanOverDeviations((deviation) => within(limit * deviation, groups), df)
}

function within(limit: number, groups: readonly Shared[]): number {
  let sum = 0
  for (const { at, weight } of NORMAL_NODES) {
    let product = weight
    for (const { share, count } of groups) {
      const rest = Math.sqrt(1 - share * share)
      const [from, to] = [(share * at - limit) / rest, (share * at + limit) / rest]
      product *= (normalProbability(to) - normalProbability(from)) ** count
      if (product === 0) break
    }
    sum += product
  }
  return sum
}

/** Such a share is of a check with a hundredth of the plots of the others. */
const SHARE_MAX = 0.995
const STEPS_OF_SHARE = 10_000

function groupsOf(shares: readonly number[]): Shared[] {
  const counts = new Map<number, number>()
  for (const share of shares) {
    const near = Math.round(Math.min(SHARE_MAX, Math.max(-SHARE_MAX, share)) * STEPS_OF_SHARE) / STEPS_OF_SHARE
    counts.set(near, (counts.get(near) ?? 0) + 1)
  }
  return [...counts].map(([share, count]) => ({ share, count }))
}

/** How many standard errors all differences from the check are below with a probability. */
export function quantileOfDunnett(probability: number, shares: readonly number[], df: number): number {
  const of = (limit: number): number => dunnettProbability(limit, shares, df) - probability
  let high = 3
  while (of(high) < 0) high *= 2
  return rootOf(of, high === 3 ? 0 : high / 2, high)
}

const ROUNDS = 200

/**
 * Shares whose products are nearest to the correlations of differences (one factor, by least squares: Hsu 1992, doi
 * 10.1080/10618600.1992.10477011). They are exact where genotypes differ by their numbers of plots only.
 */
export function sharesOf(count: number, correlation: (one: number, other: number) => number): number[] {
  const sample = Array.from({ length: count }, (_, at) => at).filter((at) => at % Math.ceil(count / SAMPLE_MAX) === 0)
  const known = new Map(sample.map((at) => [at, sample.map((other) => correlation(at, other))]))
  let shares = sample.map(() => Math.SQRT1_2)
  const fit = (at: number, correlations: readonly number[]): number => {
    let [product, squares] = [0, 0]
    for (const [index, other] of sample.entries()) {
      if (other === at) continue
      const share = shares[index] ?? 0
      product += share * (correlations[index] ?? 0)
      squares += share * share
    }
    return squares > 0 ? product / squares : 0
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const fitted = sample.map((at) => fit(at, known.get(at) ?? []))
    // The mean of both, because fits of a pair can swing between two answers.
    shares = shares.map((share, index) => (share + (fitted[index] ?? 0)) / 2)
  }
  return Array.from({ length: count }, (_, at) =>
    fit(at, known.get(at) ?? sample.map((other) => correlation(at, other))),
  )
}

/** Shares are fitted to the correlations with so many of the genotypes. */
const SAMPLE_MAX = 100
