// The equations of a field: genotypes, and what its places add.
import type { Design } from './spatial-design.ts'
import { invert } from './symmetric-matrix.ts'

export type Field = {
  design: Design
  isRandom: boolean
  values: Float64Array
  /** Of each plot, the number of its genotype. */
  genotypeOf: Int32Array
  /** Plots of each genotype. */
  counts: Float64Array
}

export type Solution = {
  ofGenotypes: Float64Array
  ofDesign: Float64Array
  /** Diagonal of the inverse of the mixed model equations: the sum of that of genotypes, and that of the design. */
  spreadOfGenotypes: number
  spreadOfDesign: Float64Array
  /** Of the equations of the design, once genotypes are taken out. */
  inverse: Float64Array
  genotypeRatio: number
  byGenotype: readonly Float64Array[]
}

export type Sums = {
  size: number
  squares: Float64Array
  byGenotype: Float64Array[]
  right: Float64Array
  rightOfGenotypes: Float64Array
  /** Of genotypes with as many plots, which are taken out with one factor. */
  byCount: Map<number, { genotypes: number; squares: Float64Array; right: Float64Array }>
}

export function crossProducts({ design, values, genotypeOf, counts }: Field): Sums {
  const size = design.rows[0]?.length ?? 0
  const squares = new Float64Array(size * size)
  const right = new Float64Array(size)
  const byGenotype = Array.from(counts, () => new Float64Array(size))
  const rightOfGenotypes = new Float64Array(counts.length)
  for (const [plot, row] of design.rows.entries()) {
    const [value, genotype] = [values[plot] ?? 0, genotypeOf[plot] ?? 0]
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
  return { size, squares, byGenotype, right, rightOfGenotypes, byCount }
}

function addOuter(squares: Float64Array, vector: Float64Array): void {
  const size = vector.length
  for (const [at, one] of vector.entries()) {
    if (one === 0) continue
    for (let other = 0; other < size; other += 1)
      squares[at * size + other] = (squares[at * size + other] ?? 0) + one * (vector[other] ?? 0)
  }
}

/** Henderson's equations. Genotypes have one number each on their diagonal, so they are taken out first. */
export function solveEquations(
  { design, counts }: Field,
  sums: Sums,
  { ratios, genotypeRatio }: { ratios: readonly number[]; genotypeRatio: number },
): Solution | undefined {
  const { size, byGenotype, right, rightOfGenotypes } = sums
  const inverse = sums.squares.slice()
  const rightLeft = right.slice()
  let start = design.fixed
  for (const [group, { columns }] of design.groups.entries()) {
    for (let at = start; at < start + columns; at += 1)
      inverse[at * size + at] = (inverse[at * size + at] ?? 0) + (ratios[group] ?? 0)
    start += columns
  }
  for (const [count, { squares, right: shared }] of sums.byCount) {
    const factor = 1 / (count + genotypeRatio)
    for (let at = 0; at < inverse.length; at += 1) inverse[at] = (inverse[at] ?? 0) - factor * (squares[at] ?? 0)
    for (let at = 0; at < size; at += 1) rightLeft[at] = (rightLeft[at] ?? 0) - factor * (shared[at] ?? 0)
  }
  if (!invert(inverse, size)) return undefined
  const times = (vector: Float64Array): Float64Array =>
    Float64Array.from({ length: size }, (_, row) => productOf(inverse.subarray(row * size, (row + 1) * size), vector))
  const ofDesign = times(rightLeft)
  return {
    ofDesign,
    ofGenotypes: Float64Array.from(byGenotype, (own, genotype) => {
      const diagonal = (counts[genotype] ?? 0) + genotypeRatio
      return ((rightOfGenotypes[genotype] ?? 0) - productOf(own, ofDesign)) / diagonal
    }),
    spreadOfDesign: Float64Array.from({ length: size }, (_, at) => inverse[at * size + at] ?? 0),
    spreadOfGenotypes: [...sums.byCount].reduce((sum, [count, { genotypes, squares }]) => {
      const diagonal = count + genotypeRatio
      return sum + genotypes / diagonal + productOf(inverse, squares) / diagonal ** 2
    }, 0),
    inverse,
    genotypeRatio,
    byGenotype,
  }
}

export function productOf(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

export const residualsOf = ({ design, values, genotypeOf }: Field, { ofDesign, ofGenotypes }: Solution): Float64Array =>
  values.map(
    (value, at) => value - productOf(design.rows[at] ?? ofDesign, ofDesign) - (ofGenotypes[genotypeOf[at] ?? 0] ?? 0),
  )
