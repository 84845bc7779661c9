// Means of genotypes adjusted for where their plots lie: a mixed model with rows, columns and a smooth surface, its variances
// by REML.

import { crossProducts, type MixedModel, productOf, residualsOf, withoutGenotypes } from './mixed-equations.ts'
import { type Fit, fitMixedModel, spreadsOf } from './mixed-model.ts'
import { designOf, type FieldDesign, type FieldPlot } from './spatial-design.ts'
import { independentColumns } from './symmetric-matrix.ts'

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
  isSettled: boolean
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
  const origin = known.reduce((sum, { value }) => sum + value, 0) / known.length
  const model: MixedModel = {
    design,
    isRandom,
    values: Float64Array.from(known, ({ value }) => value - origin),
    genotypeOf: Int32Array.from(known, ({ genotype }) => place.get(genotype) ?? 0),
    counts: new Float64Array(names.length),
  }
  for (const at of model.genotypeOf) model.counts[at] = (model.counts[at] ?? 0) + 1
  if (!areApart(model)) return undefined
  const fit = fitMixedModel(model, onProgress)
  return (
    fit &&
    report({
      plots,
      names,
      origin,
      model,
      design,
      fit,
      compared,
      others: compared.map((name) => place.get(name) ?? -1),
    })
  )
}

const isKnown = ({ value, row, column }: FieldPlot): boolean => [value, row, column].every(Number.isFinite)

/** Whether fixed effects can be told from one another and from fixed genotypes. */
function areApart(model: MixedModel): boolean {
  const { fixed, rows } = model.design
  const alone = { ...model.design, rows: rows.map((row) => row.subarray(0, fixed)), groups: [] }
  const sums = crossProducts({ ...model, design: alone })
  const { matrix } = model.isRandom ? { matrix: sums.squares } : withoutGenotypes(sums, 0)
  return independentColumns(matrix, fixed).length === fixed
}

type Reported = {
  plots: readonly FieldPlot[]
  names: readonly string[]
  origin: number
  model: MixedModel
  design: FieldDesign
  fit: Fit
  compared: readonly string[]
  /** The numbers of `compared`. */
  others: readonly number[]
}

function report({ plots, names, origin, model, design, fit, compared, others }: Reported): SpatialMeans {
  const { isRandom, counts } = model
  const usual = usualPlace(design)
  const level = origin + productOf(usual, fit.ofDesign)
  const trends = trendsOf(design, fit)
  const residuals = residualsOf(model, fit)
  const spreads = spreadsOf(model, fit, usual)
  let at = 0
  const which = plots.map((plot) => (isKnown(plot) ? at++ : null))
  return {
    means: names.map((genotype, index) => ({
      genotype,
      mean: (fit.ofGenotypes[index] ?? 0) + level,
      standardError: Math.sqrt(fit.error * Math.max(0, spreads.ofMeans[index] ?? 0)),
      plots: counts[index] ?? 0,
    })),
    heritability: isRandom && names.length > 1 ? Math.min(1, Math.max(0, fit.effective / (names.length - 1))) : null,
    variances: {
      ...(isRandom ? { genotype: fit.genetic } : {}),
      ...Object.fromEntries(design.groups.map(({ name }, group) => [name, fit.variances[group] ?? 0])),
    },
    errorVariance: fit.error,
    trend: which.map((index) => (index === null ? null : (trends[index] ?? 0))),
    residuals: which.map((index) => (index === null ? null : (residuals[index] ?? 0))),
    isSettled: fit.isSettled,
    errorDf: Math.max(1, model.values.length - fit.used),
    compared,
    standardErrorsOfDifferences: Float64Array.from(
      names.flatMap((_, one) => others.map((other) => Math.sqrt(fit.error * spreads.ofDifference(one, other)))),
    ),
  }
}

/** The mean of the places of plots, with each treatment as often. */
function usualPlace({ rows, fixed, treatments }: FieldDesign): Float64Array {
  const usual = new Float64Array(rows[0]?.length ?? 0)
  for (const row of rows) for (const [at, one] of row.entries()) usual[at] = (usual[at] ?? 0) + one / rows.length
  return usual.fill(1 / (treatments + 1), fixed - treatments, fixed)
}

/** What the place of each plot adds, beside the mean of all. */
function trendsOf({ rows, fixed, treatments }: FieldDesign, { ofDesign }: Fit): Float64Array {
  const ofPlaces = ofDesign.slice().fill(0, fixed - treatments, fixed)
  const places = Float64Array.from(rows, (row) => productOf(row, ofPlaces))
  const usual = places.reduce((sum, one) => sum + one, 0) / places.length
  return places.map((one) => one - usual)
}
