// Means of genotypes adjusted for where their plots lie: a mixed model with rows, columns and a smooth surface, its variances
// by REML.
import { type Design, designOf, type FieldPlot } from './spatial-design.ts'
import {
  crossProducts,
  type Field,
  productOf,
  residualsOf,
  type Solution,
  solveEquations,
} from './spatial-equations.ts'

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
  errorDf: number
  compared: readonly string[]
  /** Of the difference of a genotype from each one of `compared`, genotype by genotype. */
  standardErrorsOfDifferences: Float64Array
}

type Options = {
  genotypes: 'fixed' | 'random'
  /** Genotypes that all are compared with. */
  compared?: readonly string[]
  /** How far it is, from 0 to 1. */
  onProgress?: (fraction: number) => void
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
  { genotypes, compared = [], onProgress }: Options,
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
  const fit = fitVariances(field, onProgress)
  return fit && report({ plots, names, field, fit, compared, places: compared.map((name) => place.get(name) ?? -1) })
}

const isKnown = ({ value, row, column }: FieldPlot): boolean => [value, row, column].every(Number.isFinite)

type Fit = Solution & {
  error: number
  genetic: number
  variances: number[]
  effective: number
  used: number
  isConverged: boolean
}

/** Each variance is the sum of squares of its effects over their effective number (Harville 1977). */
function fitVariances(field: Field, onProgress?: (fraction: number) => void): Fit | undefined {
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
    const effectiveGenotypes = isRandom ? counts.length - (error / genetic) * solution.spreadOfGenotypes : counts.length
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
    onProgress?.(Math.min(1, Math.max(round / ROUNDS_MAX, Math.log(change / total) / Math.log(TOLERANCE))))
    if (isConverged || round === ROUNDS_MAX)
      return { ...solution, error, genetic, variances, effective: effectiveGenotypes, used, isConverged }
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

type Reported = {
  plots: readonly FieldPlot[]
  names: readonly string[]
  field: Field
  fit: Fit
  compared: readonly string[]
  /** Of those that are compared with. */
  places: readonly number[]
}

function report({ plots, names, field, fit, compared, places: others }: Reported): SpatialMeans {
  const { design, isRandom, counts } = field
  const places = design.rows.map((row) => productOf(row, fit.ofDesign))
  const usual = places.reduce((sum, one) => sum + one, 0) / places.length
  const residuals = residualsOf(field, fit)
  const spreads = spreadsOf(field, fit, others)
  let at = 0
  const which = plots.map((plot) => (isKnown(plot) ? at++ : null))
  return {
    means: names.map((genotype, index) => ({
      genotype,
      mean: (fit.ofGenotypes[index] ?? 0) + usual,
      standardError: Math.sqrt(fit.error * (spreads.ofMeans[index] ?? 0)),
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
    errorDf: Math.max(1, field.values.length - fit.used),
    compared,
    standardErrorsOfDifferences: spreads.ofDifferences.map((spread) => Math.sqrt(fit.error * Math.max(0, spread))),
  }
}

/** Variances of means of genotypes at the usual place, and of their differences, in parts of the error variance. */
function spreadsOf(
  { design, counts }: Field,
  { inverse, genotypeRatio, byGenotype }: Fit,
  compared: readonly number[],
): { ofMeans: Float64Array; ofDifferences: Float64Array } {
  const size = design.rows[0]?.length ?? 0
  const usual = new Float64Array(size)
  for (const row of design.rows)
    for (const [at, one] of row.entries()) usual[at] = (usual[at] ?? 0) + one / design.rows.length
  const diagonals = counts.map((count) => count + genotypeRatio)
  const places = byGenotype.map((own, genotype) =>
    own.map((one, at) => one / (diagonals[genotype] ?? 1) - (usual[at] ?? 0)),
  )
  const times = (vector: Float64Array): Float64Array =>
    Float64Array.from({ length: size }, (_, row) => productOf(inverse.subarray(row * size, (row + 1) * size), vector))
  const ofMeans = Float64Array.from(
    places,
    (place, genotype) => 1 / (diagonals[genotype] ?? 1) + productOf(place, times(place)),
  )
  const ofDifferences = new Float64Array(counts.length * compared.length)
  for (const [column, other] of compared.entries()) {
    const place = places[other]
    const projected = place && times(place)
    for (const [genotype, own] of places.entries())
      ofDifferences[genotype * compared.length + column] = projected
        ? genotype === other
          ? 0
          : (ofMeans[genotype] ?? 0) + (ofMeans[other] ?? 0) - 2 * productOf(own, projected)
        : Number.NaN
  }
  return { ofMeans, ofDifferences }
}
