// Two-way analysis of variance: genotypes at random, replicates (complete blocks) fixed. What a genotype adds to every sum is
// kept by itself, so that a resample of genotypes costs as little as its sums.
import { invert } from './symmetric-matrix.ts'

export type PlotValue = {
  genotype: string
  value: number
  /** Its replicate or block. */
  block?: string | undefined
}

export type Sums = {
  /** Of genotypes, in the order in which they first appear. */
  names: string[]
  blocks: number
  /** Of each genotype in each block: how many plots, and the sum of their values above the origin. */
  counts: Float64Array
  totals: Float64Array
  /** Of each genotype, the sum of squares above the origin. */
  squares: Float64Array
  origin: number
}

const BLOCKS_MAX = 20

/** Values that are not numbers are left out. Blocks count when each plot has one, and there are from 2 to 20. */
export function sumsOf(plots: readonly PlotValue[]): Sums {
  const known = plots.filter(({ value }) => Number.isFinite(value))
  const names = [...new Set(known.map(({ genotype }) => genotype))]
  const found = [...new Set(known.map(({ block }) => block))]
  const isBlocked = found.length > 1 && found.length <= BLOCKS_MAX && !found.includes(undefined)
  const [genotypeAt, blockAt] = [placesOf(names), placesOf(isBlocked ? found : [])]
  const blocks = isBlocked ? found.length : 1
  const origin = known[0]?.value ?? 0
  const counts = new Float64Array(names.length * blocks)
  const totals = new Float64Array(names.length * blocks)
  const squares = new Float64Array(names.length)
  for (const { genotype, block, value } of known) {
    const row = genotypeAt.get(genotype) ?? 0
    const at = row * blocks + (blockAt.get(block) ?? 0)
    counts[at] = (counts[at] ?? 0) + 1
    totals[at] = (totals[at] ?? 0) + value - origin
    squares[row] = (squares[row] ?? 0) + (value - origin) ** 2
  }
  return { names, blocks, counts, totals, squares, origin }
}

const placesOf = <Name>(names: readonly Name[]): Map<Name, number> => new Map(names.map((name, at) => [name, at]))

export type Variances = {
  /** Mean squares: between genotypes, given the blocks, and of the error. */
  between: number
  error: number
  df: number
  errorDf: number
  /** How often the variance of genotypes is in the mean square between them: the replicates, when they are equal. */
  replicates: number
  /** Of blocks, the first one has 0. */
  effects: Float64Array
  /** Of the equations of the blocks but the first. */
  inverse: Float64Array
}

/** Less than this part of all squares is rounding. */
const ROUNDING = 1e-13

/**
 * By fitting constants (Henderson's third method). `times` says how often each genotype counts. Undefined without two
 * genotypes and a degree of freedom of the error, and when blocks and genotypes can't be told apart.
 */
export function variancesOf(sums: Sums, times: ArrayLike<number>): Variances | undefined {
  const { blocks } = sums
  const added = addUp(sums, times)
  const { plots, genotypes, equations, right } = added
  const [df, errorDf] = [genotypes - 1, plots - genotypes - (blocks - 1)]
  if (df < 1 || errorDf < 1) return undefined
  const size = blocks - 1
  const inverse = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      inverse[row * size + column] = equations[(row + 1) * blocks + column + 1] ?? 0
  if (!isSolvable(inverse, size) || !invert(inverse, size)) return undefined
  const effects = new Float64Array(blocks)
  let explained = 0
  for (let row = 0; row < size; row += 1) {
    let effect = 0
    for (let column = 0; column < size; column += 1)
      effect += (inverse[row * size + column] ?? 0) * (right[column + 1] ?? 0)
    effects[row + 1] = effect
    explained += effect * (right[row + 1] ?? 0)
  }
  let [ofBlocks, usual] = [0, 0]
  for (let block = 0; block < blocks; block += 1) {
    const count = added.countOf[block] ?? 0
    ofBlocks += (added.totalOf[block] ?? 0) ** 2 / count
    usual += (added.countsSquared[block] ?? 0) / count
  }
  const least = ROUNDING * added.squares
  const residual = added.within - explained
  const error = residual > least ? residual : 0
  const between = added.squares - ofBlocks - error
  return {
    between: between > least ? between / df : 0,
    error: error / errorDf,
    df,
    errorDf,
    replicates: (plots - usual) / df,
    effects,
    inverse,
  }
}

/** Whether each block has a plot of a genotype that others have, too. */
const isSolvable = (equations: Float64Array, size: number): boolean =>
  Array.from({ length: size }, (_, at) => equations[at * size + at] ?? 0).every((one) => one > 1e-9)

function addUp({ names, blocks, counts, totals, squares }: Sums, times: ArrayLike<number>) {
  const equations = new Float64Array(blocks * blocks)
  const [right, countOf, totalOf, countsSquared] = Array.from({ length: 4 }, () => new Float64Array(blocks)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const added = { plots: 0, genotypes: 0, squares: 0, within: 0, equations, right, countOf, totalOf, countsSquared }
  for (let genotype = 0; genotype < names.length; genotype += 1) {
    const weight = times[genotype] ?? 0
    if (weight === 0) continue
    const from = genotype * blocks
    let [plots, total] = [0, 0]
    for (let block = 0; block < blocks; block += 1) {
      plots += counts[from + block] ?? 0
      total += totals[from + block] ?? 0
    }
    added.plots += weight * plots
    added.genotypes += weight
    added.squares += weight * (squares[genotype] ?? 0)
    added.within += weight * ((squares[genotype] ?? 0) - total ** 2 / plots)
    for (let block = 0; block < blocks; block += 1) {
      const [count, sum] = [counts[from + block] ?? 0, totals[from + block] ?? 0]
      countOf[block] = (countOf[block] ?? 0) + weight * count
      totalOf[block] = (totalOf[block] ?? 0) + weight * sum
      countsSquared[block] = (countsSquared[block] ?? 0) + weight * count ** 2
      right[block] = (right[block] ?? 0) + weight * (sum - (count * total) / plots)
      for (let other = 0; other < blocks; other += 1) {
        const at = block * blocks + other
        const own = block === other ? count : 0
        equations[at] = (equations[at] ?? 0) + weight * (own - (count * (counts[from + other] ?? 0)) / plots)
      }
    }
  }
  return added
}
