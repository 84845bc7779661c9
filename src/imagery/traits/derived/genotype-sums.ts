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
  /** What each genotype adds, one after the other (see `partsOf`). */
  parts: Float64Array
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
  const sums = { names, blocks, counts, totals, squares, origin }
  return { ...sums, parts: partsOf(sums) }
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

/** Places of what a genotype adds: numbers, then for each block, then for each pair of blocks. */
const [PLOTS, SQUARES, WITHIN, NUMBERS] = [0, 1, 2, 3]
const [COUNT, TOTAL, COUNT_SQUARED, RIGHT, PER_BLOCK] = [0, 1, 2, 3, 4]

const lengthOf = (blocks: number): number => NUMBERS + PER_BLOCK * blocks + blocks * blocks

function partsOf({ names, blocks, counts, totals, squares }: Omit<Sums, 'parts'>): Float64Array {
  const length = lengthOf(blocks)
  const parts = new Float64Array(names.length * length)
  for (let genotype = 0; genotype < names.length; genotype += 1) {
    const own = counts.subarray(genotype * blocks, (genotype + 1) * blocks)
    const sums = totals.subarray(genotype * blocks, (genotype + 1) * blocks)
    const [plots, total] = [own, sums].map((one) => one.reduce((sum, value) => sum + value, 0)) as [number, number]
    const part = parts.subarray(genotype * length, (genotype + 1) * length)
    part[PLOTS] = plots
    part[SQUARES] = squares[genotype] ?? 0
    part[WITHIN] = (squares[genotype] ?? 0) - total ** 2 / plots
    for (let block = 0; block < blocks; block += 1) {
      const [count, sum] = [own[block] ?? 0, sums[block] ?? 0]
      part.set([count, sum, count ** 2, sum - (count * total) / plots], NUMBERS + PER_BLOCK * block)
      for (let other = 0; other < blocks; other += 1)
        part[NUMBERS + PER_BLOCK * blocks + block * blocks + other] =
          (block === other ? count : 0) - (count * (own[other] ?? 0)) / plots
    }
  }
  return parts
}

function addUp({ names, blocks, parts }: Sums, times: ArrayLike<number>) {
  const length = lengthOf(blocks)
  const all = new Float64Array(length)
  let genotypes = 0
  for (let genotype = 0; genotype < names.length; genotype += 1) {
    const weight = times[genotype] ?? 0
    if (weight === 0) continue
    genotypes += weight
    const from = genotype * length
    for (let at = 0; at < length; at += 1) all[at] = (all[at] ?? 0) + weight * (parts[from + at] ?? 0)
  }
  const perBlock = (what: number) =>
    Float64Array.from({ length: blocks }, (_, block) => all[NUMBERS + PER_BLOCK * block + what] ?? 0)
  return {
    genotypes,
    plots: all[PLOTS] ?? 0,
    squares: all[SQUARES] ?? 0,
    within: all[WITHIN] ?? 0,
    countOf: perBlock(COUNT),
    totalOf: perBlock(TOTAL),
    countsSquared: perBlock(COUNT_SQUARED),
    right: perBlock(RIGHT),
    equations: all.subarray(NUMBERS + PER_BLOCK * blocks),
  }
}
