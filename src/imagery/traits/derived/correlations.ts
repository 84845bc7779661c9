// How much two traits, or two dates, agree.

/** Of the pairs of which both are numbers. Null with fewer than three of them, or when one is always the same. */
export type Correlation = { r: number; n: number } | null

const PAIRS_MIN = 3

/** Of values (Pearson). */
export function correlation(one: readonly (number | null)[], other: readonly (number | null)[]): Correlation {
  return correlate(pairsOf(one, other))
}

/** Of ranks (Spearman); equal values share the mean of their ranks. */
export function rankCorrelation(one: readonly (number | null)[], other: readonly (number | null)[]): Correlation {
  return correlate(ranked(pairsOf(one, other)))
}

/** Of the pairs of which both are numbers. The interval is that of Pearson's correlation: 95 %, by Fisher's z. */
export type Association = { n: number; pearson: number; interval: readonly [number, number]; spearman: number }
export type WhyNoAssociation = 'too few pairs' | 'all alike'

export const ASSOCIATED_MIN = 4

/** How two measurements of the same plots go together, or why that can't be told. */
export function associationOf(
  one: readonly (number | null)[],
  other: readonly (number | null)[],
): Association | WhyNoAssociation {
  const pairs = pairsOf(one, other)
  const n = pairs.length
  if (n < ASSOCIATED_MIN) return 'too few pairs'
  const [pearson, spearman] = [correlate(pairs), correlate(ranked(pairs))]
  if (!pearson || !spearman) return 'all alike'
  return { n, pearson: pearson.r, interval: intervalOf(pearson), spearman: spearman.r }
}

/** Of the normal distribution, with 2.5 % above it. */
const Z = 1.959964

function intervalOf({ r, n }: { r: number; n: number }): [number, number] {
  const [z, margin] = [Math.atanh(r), Z / Math.sqrt(n - 3)]
  return [Math.tanh(z - margin), Math.tanh(z + margin)]
}

/** The line through points by least squares of their heights; null where all lie one above the other. */
export function lineThrough(points: readonly Pair[]): { slope: number; intercept: number } | null {
  const { meanX, meanY, xx, xy } = momentsOf(points)
  const slope = xy / xx
  return xx > 0 ? { slope, intercept: meanY - slope * meanX } : null
}

const ranked = (pairs: readonly Pair[]): Pair[] => {
  const [left, right] = [ranksOf(pairs.map(([a]) => a)), ranksOf(pairs.map(([, b]) => b))]
  return left.map((rank, at) => [rank, right[at] ?? 0])
}

type Pair = readonly [number, number]

const pairsOf = (one: readonly (number | null)[], other: readonly (number | null)[]): Pair[] =>
  one.flatMap((value, at) => {
    const second = other[at] ?? null
    return value !== null && second !== null && Number.isFinite(value) && Number.isFinite(second)
      ? [[value, second] as const]
      : []
  })

function correlate(pairs: readonly Pair[]): Correlation {
  const n = pairs.length
  if (n < PAIRS_MIN) return null
  const { xx, yy, xy } = momentsOf(pairs)
  // Rounding may lead just beyond 1.
  return xx > 0 && yy > 0 ? { r: Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))), n } : null
}

/** Means, and sums of squares around them. */
function momentsOf(pairs: readonly Pair[]) {
  const meanOf = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length
  const [meanX, meanY] = [meanOf(0), meanOf(1)]
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
    xy += (x - meanX) * (y - meanY)
  }
  return { meanX, meanY, xx, yy, xy }
}

/** From 1 for the smallest; equal values share the mean of their ranks. */
export function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const ranks = values.map(() => 0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to + 1 < order.length && values[order[to + 1] ?? 0] === values[order[from] ?? 0]) to += 1
    for (let at = from; at <= to; at += 1) ranks[order[at] ?? 0] = (from + to) / 2 + 1
    from = to + 1
  }
  return ranks
}
