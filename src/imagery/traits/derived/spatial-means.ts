// Means of genotypes adjusted for where their plots lie: a mixed model with rows, columns and a smooth surface, its variances
// by REML.
import { type Design, designOf, type FieldPlot } from './spatial-design.ts'
import { invert } from './symmetric-matrix.ts'

export type AdjustedMean = { genotype: string; mean: number; standardError: number; plots: number }

export type SpatialMeans = {
  means: AdjustedMean[]
  /** Of genotypes, when they are random; null otherwise. */
  heritability: number | null
  /** By the names of the groups, with 'genotype' when it is random. */
  variances: Record<string, number>
  errorVariance: number
  /** Of each plot in the order given, what its place adds; null where it was left out. */
  trend: (number | null)[]
  residuals: (number | null)[]
  isConverged: boolean
}

export const FIELD_PLOTS_MAX = 5000
const ROUNDS_MAX = 300
const TOLERANCE = 1e-6
/** Of the variance of the values. */
const VARIANCE_MIN = 1e-9

/**
 * Fixed genotypes have means of their own (BLUE), which takes plots of one genotype in several places; random ones are drawn
 * towards the mean of all (BLUP). Undefined when there are too few plots, or when the model can't be told apart.
 */
export function spatialMeans(
  plots: readonly FieldPlot[],
  { genotypes }: { genotypes: 'fixed' | 'random' },
): SpatialMeans | undefined {
  if (plots.length > FIELD_PLOTS_MAX) throw new RangeError(`A field has at most ${FIELD_PLOTS_MAX} plots`)
  const known = plots.filter(isKnown)
  const names = [...new Set(known.map(({ genotype }) => genotype))]
  const isRandom = genotypes === 'random'
  const design = designOf(known, isRandom)
  if (known.length < names.length + design.fixed + 2 && !isRandom) return undefined
  if (known.length < design.fixed + 3) return undefined
  const place = new Map(names.map((name, at) => [name, at]))
  const field: Field = {
    design,
    isRandom,
    values: Float64Array.from(known, ({ value }) => value),
    genotypeOf: Int32Array.from(known, ({ genotype }) => place.get(genotype) ?? 0),
    counts: new Float64Array(names.length),
  }
  for (const at of field.genotypeOf) field.counts[at] = (field.counts[at] ?? 0) + 1
  const fit = fitVariances(field)
  return fit && report({ plots, names, field, fit })
}

const isKnown = ({ value, row, column }: FieldPlot): boolean => [value, row, column].every(Number.isFinite)

type Field = {
  design: Design
  isRandom: boolean
  values: Float64Array
  /** Of each plot, the number of its genotype. */
  genotypeOf: Int32Array
  /** Plots of each genotype. */
  counts: Float64Array
}

type Solution = {
  ofGenotypes: Float64Array
  ofDesign: Float64Array
  /** Diagonal of the inverse of the mixed model equations, for genotypes and for the design, times the error variance. */
  spreadOfGenotypes: Float64Array
  spreadOfDesign: Float64Array
}

type Fit = Solution & { error: number; genetic: number; variances: number[]; effective: number; isConverged: boolean }

/** Each variance is the sum of squares of its effects over their effective number (Harville 1977). */
function fitVariances(field: Field): Fit | undefined {
  const { design, isRandom, values, counts } = field
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const total = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  if (!(total > 0)) return undefined
  const least = total * VARIANCE_MIN
  let [error, genetic] = [total / 2, total / 2]
  let variances = design.groups.map(() => total / 4)
  const sums = crossProducts(field)
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const ratios = variances.map((variance) => error / variance)
    const solution = solveEquations(field, sums, { ratios, genotypeRatio: isRandom ? error / genetic : 0 })
    if (!solution) return undefined
    const { updated, effective } = updateVariances(design, solution, { ratios, least })
    const effectiveGenotypes = isRandom
      ? counts.length - (error / genetic) * solution.spreadOfGenotypes.reduce((sum, one) => sum + one, 0)
      : counts.length
    const squares = solution.ofGenotypes.reduce((sum, one) => sum + one ** 2, 0)
    const nextGenetic = isRandom ? Math.max(least, squares / Math.max(effectiveGenotypes, 1e-9)) : genetic
    const used = design.fixed + effective + effectiveGenotypes
    const residual = residualsOf(field, solution).reduce((sum, one) => sum + one ** 2, 0)
    const nextError = Math.max(least, residual / Math.max(values.length - used, 1e-9))
    const change = Math.max(
      Math.abs(nextError - error),
      Math.abs(nextGenetic - genetic),
      ...updated.map((one, at) => Math.abs(one - (variances[at] ?? 0))),
    )
    ;[error, genetic, variances] = [nextError, nextGenetic, updated]
    const isConverged = change < TOLERANCE * total
    if (isConverged || round === ROUNDS_MAX)
      return { ...solution, error, genetic, variances, effective: effectiveGenotypes, isConverged }
  }
  return undefined
}

function updateVariances(
  { groups, fixed }: Design,
  { ofDesign, spreadOfDesign }: Solution,
  { ratios, least }: { ratios: readonly number[]; least: number },
): { updated: number[]; effective: number } {
  let [start, effective] = [fixed, 0]
  const updated = groups.map(({ columns }, group) => {
    let [trace, squares] = [0, 0]
    for (let at = start; at < start + columns; at += 1) {
      trace += spreadOfDesign[at] ?? 0
      squares += (ofDesign[at] ?? 0) ** 2
    }
    start += columns
    const own = Math.max(columns - (ratios[group] ?? 0) * trace, 1e-9)
    effective += own
    return Math.max(least, squares / own)
  })
  return { updated, effective }
}

type Sums = {
  size: number
  squares: Float64Array
  byGenotype: Float64Array[]
  right: Float64Array
  rightOfGenotypes: Float64Array
}

function crossProducts({ design, values, genotypeOf, counts }: Field): Sums {
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
      for (let other = 0; other < size; other += 1)
        squares[at * size + other] = (squares[at * size + other] ?? 0) + one * (row[other] ?? 0)
    }
  }
  return { size, squares, byGenotype, right, rightOfGenotypes }
}

/** Henderson's equations. Genotypes have one number each on their diagonal, so they are taken out first. */
function solveEquations(
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
  for (const [genotype, own] of byGenotype.entries()) {
    const diagonal = (counts[genotype] ?? 0) + genotypeRatio
    for (const [at, one] of own.entries()) {
      if (one === 0) continue
      rightLeft[at] = (rightLeft[at] ?? 0) - (one * (rightOfGenotypes[genotype] ?? 0)) / diagonal
      for (let other = 0; other < size; other += 1)
        inverse[at * size + other] = (inverse[at * size + other] ?? 0) - (one * (own[other] ?? 0)) / diagonal
    }
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
    spreadOfGenotypes: Float64Array.from(byGenotype, (own, genotype) => {
      const diagonal = (counts[genotype] ?? 0) + genotypeRatio
      return 1 / diagonal + productOf(own, times(own)) / diagonal ** 2
    }),
  }
}

function productOf(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

const residualsOf = ({ design, values, genotypeOf }: Field, { ofDesign, ofGenotypes }: Solution): Float64Array =>
  values.map(
    (value, at) => value - productOf(design.rows[at] ?? ofDesign, ofDesign) - (ofGenotypes[genotypeOf[at] ?? 0] ?? 0),
  )

type Reported = {
  plots: readonly FieldPlot[]
  names: readonly string[]
  field: Field
  fit: Fit
}

function report({ plots, names, field, fit }: Reported): SpatialMeans {
  const { design, isRandom, counts } = field
  const places = design.rows.map((row) => productOf(row, fit.ofDesign))
  const usual = places.reduce((sum, one) => sum + one, 0) / places.length
  const residuals = residualsOf(field, fit)
  let at = 0
  const which = plots.map((plot) => (isKnown(plot) ? at++ : null))
  return {
    means: names.map((genotype, index) => ({
      genotype,
      mean: (fit.ofGenotypes[index] ?? 0) + usual,
      standardError: Math.sqrt(fit.error * (fit.spreadOfGenotypes[index] ?? 0)),
      plots: counts[index] ?? 0,
    })),
    heritability: isRandom && names.length > 1 ? Math.min(1, Math.max(0, fit.effective / (names.length - 1))) : null,
    variances: {
      ...(isRandom ? { genotype: fit.genetic } : {}),
      ...Object.fromEntries(design.groups.map(({ name }, group) => [name, fit.variances[group] ?? 0])),
    },
    errorVariance: fit.error,
    trend: which.map((index) => (index === null ? null : (places[index] ?? 0) - usual)),
    residuals: which.map((index) => (index === null ? null : (residuals[index] ?? 0))),
    isConverged: fit.isConverged,
  }
}
