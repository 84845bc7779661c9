// A mixed model of plots, its variances by restricted maximum likelihood (REML).
import {
  crossProducts,
  type Design,
  effectsFrom,
  type MixedModel,
  productOf,
  residualsOf,
  type Solution,
  type Sums,
  solveEquations,
} from './mixed-equations.ts'
import { invert } from './symmetric-matrix.ts'

export type Fit = Solution & {
  sums: Sums
  error: number
  /** Of genotypes; 0 when they are fixed. */
  genetic: number
  /** Of the groups. */
  variances: number[]
  /** Effective number of genotypes, and of all effects. */
  effective: number
  used: number
  isSettled: boolean
}

const ROUNDS_MAX = 100
/** Of the variance of the values: the least that a variance can be, which stands for none. */
const VARIANCE_MIN = 1e-9
/** What twice the logarithm of the likelihood may still gain, when variances have their digits, and when means have them. */
const [EXACT, SETTLED] = [1e-14, 1e-6]
const HALVINGS_MAX = 4
const ROUNDING = 1e-10

/**
 * By steps of average information (Gilmour, Thompson and Cullis 1995, doi 10.2307/2533274) of the logarithms of variances; where these
 * don't lead up, each variance becomes the sum of squares of its effects over their effective number (Harville 1977, doi
 * 10.1080/01621459.1977.10480998). Undefined when all values are equal, or the equations can't be told apart.
 */
export function fitMixedModel(model: MixedModel, onProgress?: (fraction: number) => void): Fit | undefined {
  const { design, isRandom, values } = model
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const total = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  if (!(total > 0)) return undefined
  const sums = crossProducts(model)
  const least = total * VARIANCE_MIN
  const pointAt = (at: Variances) => lookAt(model, sums, at)
  let point = pointAt([total / 2, ...(isRandom ? [total / 2] : []), ...design.groups.map(() => total / 4)])
  for (let round = 1; point; round += 1) {
    const { step, gain } = stepFrom(model, sums, { point, least })
    onProgress?.(Math.min(1, Math.max(round / ROUNDS_MAX, Math.log(gain) / Math.log(EXACT))))
    if (gain < EXACT || round === ROUNDS_MAX)
      return { ...point.solution, ...presentOf(point, isRandom, least), sums, isSettled: gain < SETTLED }
    const from: Point = point
    let next: Point | undefined
    for (let halving = 0; halving < HALVINGS_MAX && !next; halving += 1) {
      const tried = pointAt(
        from.at.map((variance, index) => Math.max(least, variance * Math.exp((step[index] ?? 0) / 4 ** halving))),
      )
      if (tried && tried.deviance <= from.deviance + ROUNDING) next = tried
    }
    point = next ?? pointAt(from.at.map((variance, index) => Math.max(least, variance * (from.factors[index] ?? 1))))
  }
  return undefined
}

/** Of the error, of genotypes when they are random, and of the groups. */
type Variances = readonly number[]

type Point = {
  at: Variances
  solution: Solution
  residuals: Float64Array
  /** Minus twice the logarithm of the restricted likelihood. */
  deviance: number
  /** Its slopes by the logarithms of the variances, downwards. */
  slopes: number[]
  /** What makes each variance that of its effects. */
  factors: number[]
  effective: number
  used: number
}

function lookAt(model: MixedModel, sums: Sums, at: Variances): Point | undefined {
  const { design, isRandom, values, counts } = model
  const [error = 0, ...others] = at
  const [genetic = 0] = others
  const variances = isRandom ? others.slice(1) : others
  const genotypeRatio = isRandom ? error / genetic : 0
  const ratios = variances.map((variance) => error / variance)
  const solution = solveEquations(model, sums, { ratios, genotypeRatio })
  if (!solution) return undefined
  const residuals = residualsOf(model, solution)
  const ofGenotypes = isRandom
    ? [
        {
          columns: counts.length,
          effective: counts.length - genotypeRatio * solution.spreadOfGenotypes,
          squares: productOf(solution.ofGenotypes, solution.ofGenotypes),
        },
      ]
    : []
  const random = [...ofGenotypes, ...effectsOf(design, solution, ratios)]
  const fixed = design.fixed + (isRandom ? 0 : counts.length)
  const used = random.reduce((sum, one) => sum + one.effective, fixed)
  const degrees = [values.length - used, ...random.map(({ effective }) => effective)]
  const squares = [productOf(residuals, residuals), ...random.map((one) => one.squares)]
  const shares = squares.map((sum, index) => sum / (at[index] ?? 1))
  return {
    at,
    solution,
    residuals,
    used,
    effective: ofGenotypes[0]?.effective ?? counts.length,
    deviance:
      (values.length - fixed) * Math.log(error) +
      random.reduce((sum, { columns }, index) => sum + columns * Math.log((others[index] ?? error) / error), 0) +
      solution.logDeterminant +
      productOf(residuals, values) / error,
    slopes: shares.map((share, index) => share - (degrees[index] ?? 0)),
    factors: shares.map((share, index) => share / Math.max(degrees[index] ?? 0, 1e-9)),
  }
}

/** Of each group, its columns, their effective number, and the squares of their effects. */
function effectsOf(
  { groups, fixed }: Design,
  { ofDesign, spreadOfDesign }: Solution,
  ratios: readonly number[],
): { columns: number; effective: number; squares: number }[] {
  let start = fixed
  return groups.map(({ columns }, group) => {
    let [trace, squares] = [0, 0]
    for (let at = start; at < start + columns; at += 1) {
      trace += spreadOfDesign[at] ?? 0
      squares += (ofDesign[at] ?? 0) ** 2
    }
    start += columns
    return { columns, squares, effective: Math.max(columns - (ratios[group] ?? 0) * trace, 1e-9) }
  })
}

const LONGEST = 3

/** What to add to the logarithms of the variances, and what twice the logarithm of the likelihood would gain. */
function stepFrom(
  model: MixedModel,
  sums: Sums,
  { point, least }: { point: Point; least: number },
): { step: number[]; gain: number } {
  const { at, slopes, residuals } = point
  // A variance that is none, and would be less, stays where it is.
  const free = [...at.keys()].filter((index) => (at[index] ?? 0) > 1.5 * least || (slopes[index] ?? 0) > 0)
  const parts = partsOf(model, point)
  const left = free.map((index) => projectedFrom(model, { sums, solution: point.solution }, parts[index] ?? residuals))
  // On the way to none, the logarithm of a variance bends as much as it slopes.
  const information = Float64Array.from(
    free.flatMap((one, row) =>
      free.map(
        (_, column) =>
          productOf(parts[one] ?? residuals, left[column] ?? residuals) / (at[0] ?? 1) +
          (row === column ? Math.max(1e-12, -(slopes[one] ?? 0)) : 0),
      ),
    ),
  )
  const step = at.map(() => 0)
  if (!invert(information, free.length)) return { step, gain: Infinity }
  let gain = 0
  for (const [row, one] of free.entries()) {
    const own = free.reduce(
      (sum, other, column) => sum + (information[row * free.length + column] ?? 0) * (slopes[other] ?? 0),
      0,
    )
    step[one] = Math.max(-LONGEST, Math.min(LONGEST, own))
    gain += own * (slopes[one] ?? 0)
  }
  return { step, gain: Math.abs(gain) }
}

/** What each variance adds to the values of plots: of the error, of genotypes when they are random, and of the groups. */
function partsOf({ design, isRandom, genotypeOf }: MixedModel, { solution, residuals }: Point): Float64Array[] {
  const { ofGenotypes, ofDesign } = solution
  let start = design.fixed
  const ofGroups = design.groups.map(({ columns }) => {
    const [from, to] = [start, start + columns]
    start = to
    return Float64Array.from(design.rows, (row) => productOf(row.subarray(from, to), ofDesign.subarray(from, to)))
  })
  return [residuals, ...(isRandom ? [Float64Array.from(genotypeOf, (at) => ofGenotypes[at] ?? 0)] : []), ...ofGroups]
}

/** What the model leaves of other values of the plots. */
function projectedFrom(
  model: MixedModel,
  { sums, solution }: { sums: Sums; solution: Solution },
  values: Float64Array,
): Float64Array {
  const { design, genotypeOf, counts } = model
  const { size, byGenotype } = sums
  const right = new Float64Array(size)
  const rightOfGenotypes = new Float64Array(counts.length)
  for (const [plot, row] of design.rows.entries()) {
    const [value, genotype] = [values[plot] ?? 0, genotypeOf[plot] ?? 0]
    rightOfGenotypes[genotype] = (rightOfGenotypes[genotype] ?? 0) + value
    for (let at = 0; at < size; at += 1) right[at] = (right[at] ?? 0) + (row[at] ?? 0) * value
  }
  const { ofGenotypes, ofDesign } = effectsFrom({ counts, byGenotype }, solution, { right, rightOfGenotypes })
  return residualsOf({ ...model, values }, { ofGenotypes, ofDesign })
}

/** The least variance stands for none. */
function presentOf({ at, effective, used }: Point, isRandom: boolean, least: number) {
  const [error = 0, ...others] = at.map((variance, index) => (index > 0 && variance <= 1.5 * least ? 0 : variance))
  const [genetic = 0] = others
  return {
    error,
    effective,
    used,
    ...(isRandom ? { genetic, variances: others.slice(1) } : { genetic: 0, variances: others }),
  }
}

/**
 * Variances of genotypes, in parts of the error variance: at a place with the effects `usual` of the design, and of differences.
 * Of random genotypes, they are those of the errors of prediction.
 */
export function spreadsOf({ counts }: MixedModel, fit: Fit, usual: Float64Array) {
  const { inverse, genotypeRatio, sums } = fit
  const { size, byGenotype } = sums
  const diagonals = counts.map((count) => count + genotypeRatio)
  const places = byGenotype.map((own, genotype) => own.map((one) => one / (diagonals[genotype] ?? 1)))
  const times = (vector: Float64Array): Float64Array =>
    Float64Array.from({ length: size }, (_, row) => productOf(inverse.subarray(row * size, (row + 1) * size), vector))
  const projected = places.map(times)
  const own = Float64Array.from(
    places,
    (place, genotype) => 1 / (diagonals[genotype] ?? 1) + productOf(place, projected[genotype] ?? place),
  )
  const ofUsual = times(usual)
  const usualOwn = productOf(usual, ofUsual)
  const all = new Float64Array(size)
  for (const place of places) for (const [at, one] of place.entries()) all[at] = (all[at] ?? 0) + one
  const trace = own.reduce((sum, one) => sum + one, 0)
  const sumOfAll = diagonals.reduce((sum, one) => sum + 1 / one, 0) + productOf(all, times(all))
  const genotypes = counts.length
  return {
    ofMeans: Float64Array.from(places, (place, at) => (own[at] ?? 0) - 2 * productOf(place, ofUsual) + usualOwn),
    ofDifference: (one: number, other: number): number => {
      const [place, across] = [places[one], projected[other]]
      if (!place || !across) return Number.NaN
      return one === other ? 0 : Math.max(0, (own[one] ?? 0) + (own[other] ?? 0) - 2 * productOf(place, across))
    },
    /** Over all pairs. */
    meanOfDifferences: (2 / (genotypes - 1)) * (trace - sumOfAll / genotypes),
  }
}
