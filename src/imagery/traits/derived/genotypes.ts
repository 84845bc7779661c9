// Means of genotypes, and differences that count.
import { quantileOfT } from './distributions.ts'
import { type PlotValue, type Sums, sumsOf, type Variances, variancesOf } from './genotype-sums.ts'
import { lettersOf } from './letters.ts'

/** `mean` is the one that all genotypes would have had in the same replicates. */
export type GenotypeMean = { genotype: string; mean: number; plots: number; sd: number | null }

export type GenotypeMeans = {
  /** In the order in which genotypes first appear. */
  means: GenotypeMean[]
  /** Replicates whose differences are taken out; 1 when there are none. */
  blocks: number
  /** Undefined where no genotype has a second plot. */
  error: { variance: number; df: number } | undefined
  /** Of two genotypes by their places. */
  standardErrorOfDifference: (one: number, other: number) => number
}

/** Values that are not numbers are left out. */
export function genotypeMeans(plots: readonly PlotValue[]): GenotypeMeans {
  const sums = sumsOf(plots)
  const variances = variancesOf(sums, new Uint8Array(sums.names.length).fill(1))
  return {
    means: meansOf(sums, variances),
    blocks: variances ? sums.blocks : 1,
    error: variances && { variance: variances.error, df: variances.errorDf },
    standardErrorOfDifference: (one, other) =>
      variances ? Math.sqrt(variances.error * spreadOf(sums, variances, [one, other])) : Number.NaN,
  }
}

function meansOf({ names, blocks, counts, totals, squares, origin }: Sums, variances: Variances | undefined) {
  const effects = variances?.effects ?? new Float64Array(blocks)
  const usual = effects.reduce((sum, one) => sum + one, 0) / blocks
  return names.map((genotype, at) => {
    const own = counts.subarray(at * blocks, (at + 1) * blocks)
    const plots = own.reduce((sum, one) => sum + one, 0)
    const total = totals.subarray(at * blocks, (at + 1) * blocks).reduce((sum, one) => sum + one, 0)
    const places = own.reduce((sum, count, block) => sum + count * (effects[block] ?? 0), 0)
    const spread = Math.max(0, (squares[at] ?? 0) - total ** 2 / plots)
    return {
      genotype,
      mean: origin + (total - places) / plots + usual,
      plots,
      sd: plots > 1 ? Math.sqrt(spread / (plots - 1)) : null,
    }
  })
}

/** Of the difference of two means, times the variance of a plot. */
function spreadOf({ blocks, counts }: Sums, { inverse }: Variances, pair: readonly [number, number]): number {
  const [one, other] = pair.map((at) => {
    const own = counts.subarray(at * blocks, (at + 1) * blocks)
    const plots = own.reduce((sum, count) => sum + count, 0)
    return { plots, shares: own.map((count) => count / plots) }
  }) as [Shares, Shares]
  const size = blocks - 1
  let spread = 1 / one.plots + 1 / other.plots
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      spread += apart(row, one, other) * (inverse[row * size + column] ?? 0) * apart(column, one, other)
  return spread
}

type Shares = { plots: number; shares: Float64Array }
const apart = (row: number, one: Shares, other: Shares): number =>
  (one.shares[row + 1] ?? 0) - (other.shares[row + 1] ?? 0)

/** Means with what is needed to compare them, of plots as they are or adjusted for their places. */
export type Comparable = {
  means: readonly { genotype: string; mean: number }[]
  errorDf: number
  standardErrorOfDifference: (one: number, other: number) => number
}

export type Difference = { difference: number; lsd: number; isSignificant: boolean }

/** Each genotype beside a check: the least significant difference of Fisher, at 5 %. Null for the check itself. */
export function compareWithCheck(compared: Comparable, check: string): (Difference | null)[] | undefined {
  const { means, errorDf, standardErrorOfDifference } = compared
  const standard = means.findIndex(({ genotype }) => genotype === check)
  const usual = means[standard]?.mean
  if (usual === undefined) return undefined
  const t = quantileOfT(TWO_SIDED, errorDf)
  return means.map(({ mean }, at) => {
    if (at === standard) return null
    const lsd = t * standardErrorOfDifference(at, standard)
    const difference = mean - usual
    return { difference, lsd, isSignificant: Math.abs(difference) > lsd }
  })
}

/** 5 % in both tails. */
const TWO_SIDED = 0.975

/** Genotypes that share a letter don't differ by more than their least significant difference. In the order of the means. */
export function lettersOfMeans({ means, errorDf, standardErrorOfDifference }: Comparable): string[] | undefined {
  const t = quantileOfT(TWO_SIDED, errorDf)
  return lettersOf(
    means.map(({ mean }) => mean),
    (one, other) =>
      Math.abs((means[one]?.mean ?? 0) - (means[other]?.mean ?? 0)) > t * standardErrorOfDifference(one, other),
  )
}
