// Weighted statistics of values, with exact quantiles.
import { type SCOPES, STATISTICS as STATISTICS_OF_PLOTS } from '#domain/trials.ts'

export const STATISTICS = [...STATISTICS_OF_PLOTS, 'n_px'] as const
export type Statistic = (typeof STATISTICS)[number]

export { SCOPES } from '#domain/trials.ts'
export type Scope = (typeof SCOPES)[number]

/** From low to high. */
export const QUANTILES: readonly (readonly [Statistic, number])[] = [
  ['p05', 0.05],
  ['p10', 0.1],
  ['p25', 0.25],
  ['median', 0.5],
  ['p75', 0.75],
  ['p90', 0.9],
  ['p95', 0.95],
  ['p99', 0.99],
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

/**
 * Quantiles are exact: the values of the bins around a quantile are sorted. A value of a weight above 1 stands for pixels
 * of weight 1. The same memory serves call after call.
 */
export function createDescribe(): Describe {
  const memory: Memory = {
    bins: 0,
    places: new Uint16Array(0),
    picked: new Int32Array(0),
    ofVegetation: new Float64Array(BINS_MAX + 1),
    ofAll: new Float64Array(BINS_MAX + 1),
    slots: new Int16Array(BINS_MAX + 1),
    sample: new Float64Array(SAMPLE),
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
  picked: Int32Array
  /** The weight of each bin. */
  ofVegetation: Float64Array
  ofAll: Float64Array
  slots: Int16Array
  sample: Float64Array
}

export type Moments = { weight: number; sum: number; squares: number; min: number; max: number }

export const STATISTIC_AT = Object.fromEntries(STATISTICS.map((name, at) => [name, at])) as Record<Statistic, number>

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
  const { ofAll, ofVegetation, slots } = memory
  fillBins(input, memory)
  slots.fill(-1, 0, memory.bins + 1)
  const [placesOfAll, placesOfVegetation] = [
    markBins(ofAll, memory.bins, slots),
    markBins(ofVegetation, memory.bins, slots),
  ]
  const groups = pickValues(input, memory)
  const weightsOf = (count: number) => ({ groups, weights: input.weights, values: input.values, count })
  writeQuantiles(placesOfAll, weightsOf(input.values.length), rows.all)
  writeQuantiles(placesOfVegetation, weightsOf(input.vegetation), rows.vegetation)
}

/** The weight of each bin; most bins share the range between the outermost of a sample of the values. */
function fillBins(input: Values, memory: Memory): void {
  const { values, vegetation } = input
  const { length } = values
  memory.bins = Math.min(BINS_MAX, Math.max(BINS_MIN, Math.ceil(length / VALUES_PER_BIN)))
  if (memory.places.length < length) {
    memory.places = new Uint16Array(length * 2)
    memory.picked = new Int32Array(length * 2)
  }
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

/** A quantile and the bins that have the values around it. */
type Place = { statistic: Statistic; target: number; first: number; before: number; last: number }

function markBins(weights: Float64Array, bins: number, slots: Int16Array): Place[] {
  const total = sumOf(weights, bins)
  if (total <= 0) return []
  let [bin, before, first, beforeFirst] = [0, 0, -1, 0]
  return QUANTILES.map(([statistic, share]) => {
    const target = share * total
    for (; bin < bins - 1; bin += 1) {
      const weight = weights[bin] ?? 0
      if (weight === 0) continue
      if (before + weight > target) break
      first = bin
      beforeFirst = before
      before += weight
    }
    let last = bin + 1
    while (last < bins - 1 && (weights[last] ?? 0) === 0) last += 1
    const place = { statistic, target, first, before: beforeFirst, last: Math.min(last, bins - 1) }
    if (first < 0) place.first = bin
    for (const marked of [place.first, bin, place.last]) slots[marked] = 0
    return place
  })
}

function sumOf(numbers: Float64Array, count: number): number {
  let sum = 0
  for (let at = 0; at < count; at += 1) sum += numbers[at] ?? 0
  return sum
}

/** Of the marked bins, from low to high, the numbers of their values, from low to high. */
type Group = { bin: number; members: Int32Array }

function pickValues({ values }: Values, { bins, places, picked, slots }: Memory): Group[] {
  const marked: number[] = []
  for (let bin = 0; bin < bins; bin += 1) if (slots[bin] === 0) slots[bin] = marked.push(bin)
  const found = pickMarked(places.subarray(0, values.length), slots, picked)
  const counts = new Int32Array(marked.length + 1)
  for (let index = 0; index < found.length; index += 1) {
    const slot = slots[places[found[index] ?? 0] ?? bins] ?? 0
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  const groups = marked.map((bin, at) => ({ bin, members: new Int32Array(counts[at + 1] ?? 0) }))
  counts.fill(0)
  for (let index = 0; index < found.length; index += 1) {
    const at = found[index] ?? 0
    const slot = slots[places[at] ?? bins] ?? 0
    const members = groups[slot - 1]?.members
    const place = counts[slot] ?? 0
    if (members) members[place] = at
    counts[slot] = place + 1
  }
  for (const { members } of groups) sortByValue(members, values)
  return groups
}

/** The numbers of the values in marked bins. */
function pickMarked(places: Uint16Array, slots: Int16Array, picked: Int32Array): Int32Array {
  let count = 0
  for (let at = 0; at < places.length; at += 1) {
    picked[count] = at
    if ((slots[places[at] ?? 0] ?? 0) > 0) count += 1
  }
  return picked.subarray(0, count)
}

const SHORT = 48

function sortByValue(members: Int32Array, values: Float64Array): void {
  if (members.length > SHORT) {
    // Traits of 8 bits have some values many times.
    if (isSorted(members, values)) return
    members.sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
    return
  }
  for (let at = 1; at < members.length; at += 1) {
    const member = members[at] ?? 0
    const value = values[member] ?? 0
    let to = at
    for (; to > 0 && (values[members[to - 1] ?? 0] ?? 0) > value; to -= 1) members[to] = members[to - 1] ?? 0
    members[to] = member
  }
}

function isSorted(members: Int32Array, values: Float64Array): boolean {
  for (let at = 1; at < members.length; at += 1)
    if ((values[members[at - 1] ?? 0] ?? 0) > (values[members[at] ?? 0] ?? 0)) return false
  return true
}

type Weighted = { groups: readonly Group[]; weights: Float64Array; values: Float64Array; count: number }

/** Each pixel has its value at the middle of its weight; between two of them the value goes straight from one to the other. */
function writeQuantiles(
  places: readonly Place[],
  { groups, weights, values, count }: Weighted,
  row: Float64Array,
): void {
  for (const { statistic, target, first, before, last } of places) {
    let [passed, lowAt, low, result] = [before, Number.NaN, Number.NaN, Number.NaN]
    search: for (const { bin, members } of groups) {
      if (bin < first || bin > last) continue
      for (const at of members) {
        if (at >= count) continue
        const weight = weights[at] ?? 0
        const half = Math.min(weight, 1) / 2
        const value = values[at] ?? 0
        const [start, end] = [passed + half, passed + weight - half]
        if (target <= end) {
          const part = Number.isNaN(lowAt) || target >= start ? 1 : (target - lowAt) / (start - lowAt)
          result = part === 1 ? value : low + part * (value - low)
          break search
        }
        ;[lowAt, low] = [end, value]
        passed += weight
      }
    }
    row[STATISTIC_AT[statistic]] = Number.isNaN(result) ? low : result
  }
}
