// The equations of a mixed model of plots: genotypes, and what else their values come from.
import { factorise, invertFactorised, solveFactorised } from './symmetric-matrix.ts'

/** A group of random effects, which share a variance. */
export type Group = { name: string; columns: number }

/** What a model has besides its genotypes. */
export type Design = {
  /** Of each plot, all fixed columns and then those of the groups. */
  rows: Float64Array[]
  fixed: number
  groups: Group[]
}

export type MixedModel = {
  design: Design
  /** Whether genotypes are. */
  isRandom: boolean
  /** Above any origin near to them. */
  values: Float64Array
  /** Of each plot, the number of its genotype. */
  genotypeOf: Int32Array
  /** Plots of each genotype. */
  counts: Float64Array
}

/** Variances in parts of the error variance, which divides: of each group, and of genotypes (0 when they are fixed). */
export type Ratios = { ratios: readonly number[]; genotypeRatio: number }

export type Solution = {
  ofGenotypes: Float64Array
  ofDesign: Float64Array
  /** Diagonal of the inverse of the mixed model equations: the sum of that of genotypes, and that of the design. */
  spreadOfGenotypes: number
  spreadOfDesign: Float64Array
  /** Of the equations of the design, once genotypes are taken out. */
  inverse: Float64Array
  logDeterminant: number
  genotypeRatio: number
}

export type Sums = {
  size: number
  squares: Float64Array
  byGenotype: Float64Array[]
  right: Float64Array
  rightOfGenotypes: Float64Array
  squaresOfValues: number
  /** Of genotypes with as many plots, which are taken out with one factor. */
  byCount: Map<number, { genotypes: number; squares: Float64Array; right: Float64Array }>
}

export function crossProducts({ design, values, genotypeOf, counts }: MixedModel): Sums {
  const size = design.rows[0]?.length ?? 0
  const squares = new Float64Array(size * size)
  const right = new Float64Array(size)
  const byGenotype = Array.from(counts, () => new Float64Array(size))
  const rightOfGenotypes = new Float64Array(counts.length)
  let squaresOfValues = 0
  for (const [plot, row] of design.rows.entries()) {
    const [value, genotype] = [values[plot] ?? 0, genotypeOf[plot] ?? 0]
    squaresOfValues += value * value
    rightOfGenotypes[genotype] = (rightOfGenotypes[genotype] ?? 0) + value
    for (const [at, one] of row.entries()) {
      if (one === 0) continue
      right[at] = (right[at] ?? 0) + one * value
      const own = byGenotype[genotype]
      if (own) own[at] = (own[at] ?? 0) + one
    }
    addOuter(squares, row)
  }
  const byCount: Sums['byCount'] = new Map()
  for (const [genotype, own] of byGenotype.entries()) {
    const count = counts[genotype] ?? 0
    const shared = byCount.get(count) ?? {
      genotypes: 0,
      squares: new Float64Array(size * size),
      right: new Float64Array(size),
    }
    byCount.set(count, shared)
    shared.genotypes += 1
    addOuter(shared.squares, own)
    for (const [at, one] of own.entries())
      shared.right[at] = (shared.right[at] ?? 0) + one * (rightOfGenotypes[genotype] ?? 0)
  }
  return { size, squares, byGenotype, right, rightOfGenotypes, squaresOfValues, byCount }
}

function addOuter(squares: Float64Array, vector: Float64Array): void {
  const size = vector.length
  for (const [at, one] of vector.entries()) {
    if (one === 0) continue
    for (let other = 0; other < size; other += 1)
      squares[at * size + other] = (squares[at * size + other] ?? 0) + one * (vector[other] ?? 0)
  }
}

/** The equations of the design. Genotypes have one number each on their diagonal, so they are taken out first. */
export function withoutGenotypes({ size, squares, right, byCount }: Sums, genotypeRatio: number) {
  const [matrix, left] = [squares.slice(), right.slice()]
  for (const [count, { squares: shared, right: sharedRight }] of byCount) {
    const factor = 1 / (count + genotypeRatio)
    for (let at = 0; at < matrix.length; at += 1) matrix[at] = (matrix[at] ?? 0) - factor * (shared[at] ?? 0)
    for (let at = 0; at < size; at += 1) left[at] = (left[at] ?? 0) - factor * (sharedRight[at] ?? 0)
  }
  return { matrix, right: left }
}

function equationsOf(design: Design, sums: Sums, { ratios, genotypeRatio }: Ratios) {
  const equations = withoutGenotypes(sums, genotypeRatio)
  let start = design.fixed
  for (const [group, { columns }] of design.groups.entries()) {
    for (let at = start; at < start + columns; at += 1)
      equations.matrix[at * sums.size + at] = (equations.matrix[at * sums.size + at] ?? 0) + (ratios[group] ?? 0)
    start += columns
  }
  return equations
}

/** Henderson's equations. Undefined when they can't be told apart. */
export function solveEquations({ design, counts }: MixedModel, sums: Sums, given: Ratios): Solution | undefined {
  const { size } = sums
  const { genotypeRatio } = given
  const { matrix: inverse } = equationsOf(design, sums, given)
  if (!factorise(inverse, size)) return undefined
  let logDeterminant = 0
  for (let at = 0; at < size; at += 1) logDeterminant += 2 * Math.log(inverse[at * size + at] ?? 1)
  for (const count of counts) logDeterminant += Math.log(count + genotypeRatio)
  invertFactorised(inverse, size)
  return {
    ...effectsFrom({ counts, byGenotype: sums.byGenotype }, { inverse, genotypeRatio }, sums),
    spreadOfDesign: Float64Array.from({ length: size }, (_, at) => inverse[at * size + at] ?? 0),
    spreadOfGenotypes: [...sums.byCount].reduce((sum, [count, { genotypes, squares }]) => {
      const diagonal = count + genotypeRatio
      return sum + genotypes / diagonal + productOf(inverse, squares) / diagonal ** 2
    }, 0),
    inverse,
    logDeterminant,
    genotypeRatio,
  }
}

/** Effects from the right side of the equations. */
export function effectsFrom(
  { counts, byGenotype }: Pick<MixedModel, 'counts'> & Pick<Sums, 'byGenotype'>,
  { inverse, genotypeRatio }: Pick<Solution, 'inverse' | 'genotypeRatio'>,
  { right, rightOfGenotypes }: Pick<Sums, 'right' | 'rightOfGenotypes'>,
): { ofGenotypes: Float64Array; ofDesign: Float64Array } {
  const size = right.length
  const left = right.slice()
  for (const [genotype, own] of byGenotype.entries()) {
    const share = (rightOfGenotypes[genotype] ?? 0) / ((counts[genotype] ?? 0) + genotypeRatio)
    for (let at = 0; at < size; at += 1) left[at] = (left[at] ?? 0) - (own[at] ?? 0) * share
  }
  const ofDesign = Float64Array.from({ length: size }, (_, row) =>
    productOf(inverse.subarray(row * size, (row + 1) * size), left),
  )
  return {
    ofDesign,
    ofGenotypes: Float64Array.from(byGenotype, (own, genotype) => {
      const diagonal = (counts[genotype] ?? 0) + genotypeRatio
      return ((rightOfGenotypes[genotype] ?? 0) - productOf(own, ofDesign)) / diagonal
    }),
  }
}

/** What generalised least squares leave of the squares of values. NaN when the equations can't be told apart. */
export function squaresLeft({ design, counts }: MixedModel, sums: Sums, given: Ratios): number {
  const { matrix, right } = equationsOf(design, sums, given)
  if (!factorise(matrix, sums.size)) return Number.NaN
  const solution = right.slice()
  solveFactorised(matrix, solution)
  let left = sums.squaresOfValues - productOf(right, solution)
  for (const [genotype, total] of sums.rightOfGenotypes.entries())
    left -= total ** 2 / ((counts[genotype] ?? 0) + given.genotypeRatio)
  return left
}

export function productOf(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

export const residualsOf = (
  { design, values, genotypeOf }: MixedModel,
  { ofDesign, ofGenotypes }: Pick<Solution, 'ofDesign' | 'ofGenotypes'>,
): Float64Array =>
  values.map(
    (value, at) => value - productOf(design.rows[at] ?? ofDesign, ofDesign) - (ofGenotypes[genotypeOf[at] ?? 0] ?? 0),
  )
