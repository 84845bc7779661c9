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
  const pairs = pairsOf(one, other)
  const [left, right] = [ranksOf(pairs.map(([a]) => a)), ranksOf(pairs.map(([, b]) => b))]
  return correlate(left.map((rank, at) => [rank, right[at] ?? 0]))
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
  const meanOf = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / n
  const [meanX, meanY] = [meanOf(0), meanOf(1)]
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
    xy += (x - meanX) * (y - meanY)
  }
  return xx > 0 && yy > 0 ? { r: xy / Math.sqrt(xx * yy), n } : null
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
