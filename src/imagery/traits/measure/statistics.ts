// Weighted statistics of values, with exact quantiles.
import { type SCOPES, STATISTICS as STATISTICS_OF_PLOTS } from '#domain/trials.ts'
import { createPicked, findPlaces, type Picked, type Quantile, reservePicked, writeQuantiles } from './quantiles.ts'

export const STATISTICS = [...STATISTICS_OF_PLOTS, 'n_px'] as const
export type Statistic = (typeof STATISTICS)[number]

export { SCOPES } from '#domain/trials.ts'
export type Scope = (typeof SCOPES)[number]

export const STATISTIC_AT = Object.fromEntries(STATISTICS.map((name, at) => [name, at])) as Record<Statistic, number>

/** From low to high. */
export const QUANTILES: readonly Quantile[] = [
  { share: 0.05, at: STATISTIC_AT.p05 },
  { share: 0.1, at: STATISTIC_AT.p10 },
  { share: 0.25, at: STATISTIC_AT.p25 },
  { share: 0.5, at: STATISTIC_AT.median },
  { share: 0.75, at: STATISTIC_AT.p75 },
  { share: 0.9, at: STATISTIC_AT.p90 },
  { share: 0.95, at: STATISTIC_AT.p95 },
  { share: 0.99, at: STATISTIC_AT.p99 },
]
/** A coefficient of variation around nearly zero says nothing. */
const MEAN_MIN_OF_CV = 0.05

export type Values = {
  /** NaN is left out. Those of vegetation come first. */
  values: Float64Array
  weights: Float64Array
  /** So many are vegetation. */
  vegetation: number
  /** What mean and deviation are clipped to. */
  clip?: readonly [low: number, high: number] | undefined
}

/** Statistics of all values and of vegetation, each in the order of STATISTICS, NaN where there is none. */
export type Describe = (values: Values, all: Float64Array, vegetation: Float64Array) => void

const BINS_MIN = 256
const BINS_MAX = 16_384
/** Few values share a bin then, and few bins are empty. */
const VALUES_PER_BIN = 8
/** The first bin has what is below all others, the last one what is above; the one after it has what is not a number. */
const BELOW = 0
const SAMPLE = 256

/** A value of a weight above 1 stands for pixels of weight 1. The same memory serves call after call. */
export function createDescribe(): Describe {
  const memory: Memory = {
    bins: 0,
    places: new Uint16Array(0),
    ofVegetation: new Float64Array(BINS_MAX + 1),
    ofAll: new Float64Array(BINS_MAX + 1),
    isMarked: new Uint8Array(BINS_MAX + 1),
    sample: new Float64Array(SAMPLE),
    picked: createPicked(),
  }
  return (input, all, vegetation) => {
    addMoments(input, all, vegetation)
    addQuantiles(input, memory, { all, vegetation })
    for (const row of [all, vegetation]) writeInterquartileRange(row)
  }
}

export function writeInterquartileRange(row: Float64Array): void {
  row[STATISTIC_AT.iqr] = (row[STATISTIC_AT.p75] ?? Number.NaN) - (row[STATISTIC_AT.p25] ?? Number.NaN)
}

type Memory = {
  /** How many are used. */
  bins: number
  /** The bin of each value. */
  places: Uint16Array
  /** The weight of each bin. */
  ofVegetation: Float64Array
  ofAll: Float64Array
  /** Of each bin, whether its values are needed. */
  isMarked: Uint8Array
  sample: Float64Array
  picked: Picked
}

export type Moments = { weight: number; sum: number; squares: number; min: number; max: number }

function addMoments(input: Values, all: Float64Array, ofVegetation: Float64Array): void {
  const { values, vegetation, clip = [-Infinity, Infinity] } = input
  const [low, high] = clip
  const origin = Math.min(high, Math.max(low, firstNumber(values)))
  const clipping = { low, high, origin }
  const inside = momentsOf(input, clipping, [0, vegetation])
  const outside = momentsOf(input, clipping, [vegetation, values.length])
  writeMoments(inside, origin, ofVegetation)
  writeMoments(together(inside, outside), origin, all)
}

function firstNumber(values: Float64Array): number {
  for (const value of values) if (value === value) return value
  return 0
}

type Range = readonly [from: number, to: number]
type Clipping = { low: number; high: number; origin: number }

// Loops are functions of their own, with numbers of their own: half the time of what the compiler of the machine sees otherwise.
function momentsOf({ values, weights }: Values, { low, high, origin }: Clipping, [from, to]: Range): Moments {
  let weight = 0
  let sum = 0
  let squares = 0
  let min = Infinity
  let max = -Infinity
  for (let at = from; at < to; at += 1) {
    const value = values[at] as number
    if (value !== value) continue
    const share = weights[at] as number
    const clipped = (value < low ? low : value > high ? high : value) - origin
    const part = share * clipped
    weight += share
    sum += part
    squares += part * clipped
    if (value < min) min = value
    if (value > max) max = value
  }
  return { weight, sum, squares, min, max }
}

export const together = (a: Moments, b: Moments): Moments => ({
  weight: a.weight + b.weight,
  sum: a.sum + b.sum,
  squares: a.squares + b.squares,
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
})

export function writeMoments({ weight, sum, squares, min, max }: Moments, origin: number, row: Float64Array): void {
  row.fill(Number.NaN)
  row[STATISTIC_AT.n_px] = weight
  if (weight <= 0) return
  const mean = origin + sum / weight
  const sd = Math.sqrt(Math.max(0, squares / weight - (sum / weight) ** 2))
  row[STATISTIC_AT.mean] = mean
  row[STATISTIC_AT.sd] = sd
  row[STATISTIC_AT.cv_pct] = Math.abs(mean) < MEAN_MIN_OF_CV ? Number.NaN : (100 * sd) / Math.abs(mean)
  row[STATISTIC_AT.min] = min
  row[STATISTIC_AT.max] = max
}

type Rows = { all: Float64Array; vegetation: Float64Array }

function addQuantiles(input: Values, memory: Memory, rows: Rows): void {
  const { ofAll, ofVegetation, isMarked } = memory
  fillBins(input, memory)
  const { bins } = memory
  isMarked.fill(0)
  const weights = { all: ofAll.subarray(0, bins), vegetation: ofVegetation.subarray(0, bins) }
  const places = {
    all: findPlaces(weights.all, QUANTILES, isMarked),
    vegetation: findPlaces(weights.vegetation, QUANTILES, isMarked),
  }
  pickValues(input, memory)
  writeQuantiles(memory.picked, { bins, places }, rows)
}

/** The weight of each bin; most bins share the range between the outermost of a sample of the values. */
function fillBins(input: Values, memory: Memory): void {
  const { values, vegetation } = input
  const { length } = values
  memory.bins = Math.min(BINS_MAX, Math.max(BINS_MIN, Math.ceil(length / VALUES_PER_BIN)))
  if (memory.places.length < length) memory.places = new Uint16Array(length * 2)
  const { bins, ofAll, ofVegetation } = memory
  const [low, high] = usualRange(values, memory.sample)
  const scale = { low, high, factor: high > low ? (bins - 2) / (high - low) : 0 }
  ofAll.fill(0, 0, bins + 1)
  fillRange(input, memory, { ...scale, from: 0, to: vegetation })
  ofVegetation.set(ofAll.subarray(0, bins + 1))
  fillRange(input, memory, { ...scale, from: vegetation, to: length })
}

type Scale = { low: number; high: number; factor: number; from: number; to: number }

function fillRange({ values, weights }: Values, memory: Memory, { low, high, factor, from, to }: Scale): void {
  const { bins, places, ofAll } = memory
  for (let at = from; at < to; at += 1) {
    const value = values[at] ?? 0
    // A value that is not a number compares as false.
    const bin =
      value < low ? BELOW : value >= high ? bins - 1 : value === value ? 1 + (((value - low) * factor) | 0) : bins
    places[at] = bin
    ofAll[bin] = (ofAll[bin] ?? 0) + (weights[at] ?? 0)
  }
}

function usualRange(values: Float64Array, sample: Float64Array): readonly [number, number] {
  let count = 0
  const step = values.length / SAMPLE
  for (let at = 0; at < SAMPLE; at += 1) {
    const value = values[Math.floor(at * step)] ?? Number.NaN
    if (value === value) sample[count++] = value
  }
  if (count === 0) return [0, 0]
  const sorted = sample.subarray(0, count).sort()
  const low = sorted[Math.floor(count * 0.02)] ?? 0
  const high = sorted[Math.ceil(count * 0.98) - 1] ?? 0
  const margin = (high - low) * 0.2 || Math.abs(low) * 1e-6 || 1e-6
  return [low - margin, high + margin]
}

/** The values of marked bins. */
function pickValues({ values, weights, vegetation }: Values, { places, isMarked, picked }: Memory): void {
  picked.count = 0
  for (let at = 0; at < values.length; at += 1) {
    const bin = places[at] as number
    if (isMarked[bin] === 0) continue
    reservePicked(picked, 1)
    const { count } = picked
    picked.values[count] = values[at] as number
    picked.weights[count] = weights[at] as number
    picked.bins[count] = bin
    picked.isPlant[count] = at < vegetation ? 1 : 0
    picked.count = count + 1
  }
}
