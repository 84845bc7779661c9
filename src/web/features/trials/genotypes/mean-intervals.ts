import type { Comparison } from '#imagery/traits/derived/compare-genotypes.ts'
import { quantileOfT } from '#imagery/traits/derived/distributions.ts'

export type RankedMean = {
  genotype: string
  isCheck: boolean
  /** Adjusted, if these are compared. */
  mean: number
  /** The 95 % interval of this mean alone; null where the error is not known. */
  interval: readonly [low: number, high: number] | null
  /** The other of plain and adjusted mean, where there are both. */
  other: number | null
  letters: string | null
}

const TWO_SIDED = 0.975

/** The greatest first; without genotypes that have no such mean. */
export function rankedMeansOf({ rows, errorDf }: Comparison, isAdjusted: boolean): RankedMean[] {
  const factor = errorDf === null ? null : quantileOfT(TWO_SIDED, errorDf)
  return rows
    .flatMap(({ genotype, isCheck, letters, adjusted, mean: plain, standardError }) => {
      const shown = isAdjusted ? adjusted : { mean: plain, standardError }
      if (!shown) return []
      const { mean, standardError: error } = shown
      const reach = factor === null || error === null ? null : factor * error
      const interval = reach === null ? null : ([mean - reach, mean + reach] as const)
      return [{ genotype, isCheck, mean, interval, other: isAdjusted ? plain : (adjusted?.mean ?? null), letters }]
    })
    .toSorted((one, other) => other.mean - one.mean)
}
