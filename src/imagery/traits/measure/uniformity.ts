// How even a plot is along its length.
import type { Samples } from './samples.ts'
import { type Moments, STATISTIC_AT } from './statistics.ts'

const SLICES_MIN = 3
/** Of the mean weight of slices: what has less is the rest of a slice. */
const WEIGHT_MIN = 0.25
/** A coefficient of variation around nearly zero says nothing. */
const MEAN_MIN = 0.05

/** Writes the coefficient of variation of the means of slices; sums are of differences to `origin`. */
export function writeUniformity(
  slices: readonly Pick<Moments, 'weight' | 'sum'>[],
  origin: number,
  row: Float64Array,
): void {
  const usual = slices.reduce((sum, { weight }) => sum + weight, 0) / slices.length
  const means = slices
    .filter(({ weight }) => weight > 0 && weight >= WEIGHT_MIN * usual)
    .map(({ weight, sum }) => origin + sum / weight)
  const mean = means.reduce((sum, one) => sum + one, 0) / means.length
  const squares = means.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  row[STATISTIC_AT.uniformity] =
    means.length < SLICES_MIN || Math.abs(mean) < MEAN_MIN
      ? Number.NaN
      : (100 * Math.sqrt(squares / (means.length - 1))) / Math.abs(mean)
}

type Slice = { weight: number; sum: number }
type Sliced = { values: Float64Array; samples: Samples; clip: readonly [low: number, high: number] | undefined }

/** The sums of the values of each slice, of all pixels and of vegetation. */
export function slicesOfValues({ values, samples, clip }: Sliced): { all: Slice[]; plants: Slice[] } {
  const { sliceCount, slices, weights, vegetation } = samples
  const [low, high] = clip ?? [-Infinity, Infinity]
  const soil = Array.from({ length: sliceCount }, (): Slice => ({ weight: 0, sum: 0 }))
  const plants = Array.from({ length: sliceCount }, (): Slice => ({ weight: 0, sum: 0 }))
  for (const [at, value] of values.entries()) {
    const slice = (at < vegetation ? plants : soil)[slices[at] ?? 0]
    const weight = weights[at] ?? 0
    if (!slice || value !== value) continue
    slice.weight += weight
    slice.sum += weight * Math.min(high, Math.max(low, value))
  }
  const all = plants.map(({ weight, sum }, at) => ({
    weight: weight + (soil[at]?.weight ?? 0),
    sum: sum + (soil[at]?.sum ?? 0),
  }))
  return { all, plants }
}
