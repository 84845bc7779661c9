// Statistics of more values than are worth sorting: quantiles from a fine histogram.
import { QUANTILES, STATISTIC_AT, together, writeMoments } from './statistics.ts'

/** Over one and a half times the range that nearly all values have: a quantile is off by less than a bin, 0.0001 of that range. */
const BINS = 16_384
const MARGIN = 0.25
/** Of a sample, the part at either end that may be far away from the others. */
const TAIL = 0.008
const [BELOW, ABOVE] = [0, BINS - 1]

export type HistogramStatistics = {
  /** Begins from nothing. `sample` are some of the values. */
  start: (sample: Float64Array, clip: readonly [low: number, high: number] | undefined) => void
  /** The first values, of one scope, with their weights from `start`; NaN and infinite ones are left out. */
  add: (values: Float64Array, weights: Float64Array, block: Block) => void
  /** Writes statistics of all values and of vegetation. False when a quantile lies outside of the bins: then sort. */
  finish: (all: Float64Array, vegetation: Float64Array) => boolean
}

export type Block = { start: number; count: number; isVegetation: boolean }

type Scope = {
  bins: Float32Array
  weight: number
  sum: number
  squares: number
  min: number
  max: number
}

const createScope = (): Scope => ({
  bins: new Float32Array(BINS),
  weight: 0,
  sum: 0,
  squares: 0,
  min: Infinity,
  max: -Infinity,
})

export function createHistogramStatistics(): HistogramStatistics {
  const [rest, plants] = [createScope(), createScope()]
  let [low, high, origin] = [0, 0, 0]
  let [clipLow, clipHigh] = [-Infinity, Infinity]
  return {
    start(sample, clip) {
      for (const scope of [rest, plants]) {
        scope.bins.fill(0)
        Object.assign(scope, { weight: 0, sum: 0, squares: 0, min: Infinity, max: -Infinity })
      }
      const known = sample.filter((value) => !Number.isNaN(value)).sort()
      const first = known[Math.floor(known.length * TAIL)] ?? 0
      const last = known[Math.ceil(known.length * (1 - TAIL)) - 1] ?? 0
      const margin = (last - first) * MARGIN || Math.abs(first) * 1e-6 || 1e-6
      ;[low, high, origin] = [first - margin, last + margin, (first + last) / 2]
      ;[clipLow, clipHigh] = clip ?? [-Infinity, Infinity]
      origin = Math.min(clipHigh, Math.max(clipLow, origin))
    },
    add(values, weights, { start, count, isVegetation }) {
      const scope = isVegetation ? plants : rest
      addValues(scope, { values, weights, start, count, low, high, origin, clipLow, clipHigh })
    },
    finish(all, vegetation) {
      writeMoments(plants, origin, vegetation)
      writeMoments(together(rest, plants), origin, all)
      for (let bin = 0; bin < BINS; bin += 1) rest.bins[bin] = (rest.bins[bin] ?? 0) + (plants.bins[bin] ?? 0)
      const width = (high - low) / (BINS - 2)
      return writeQuantiles(rest.bins, { low, width }, all) && writeQuantiles(plants.bins, { low, width }, vegetation)
    },
  }
}

type Addition = {
  values: Float64Array
  weights: Float64Array
  start: number
  count: number
  low: number
  high: number
  origin: number
  clipLow: number
  clipHigh: number
}

function addValues(scope: Scope, addition: Addition): void {
  const { values, weights, start, count, low, high, origin, clipLow, clipHigh } = addition
  const { bins } = scope
  const factor = (BINS - 2) / (high - low)
  let { weight, sum, squares, min, max } = scope
  for (let at = 0; at < count; at += 1) {
    const value = values[at] ?? 0
    const share = weights[start + at] ?? 0
    const place = (value - low) * factor
    // NaN is neither; what lies outside of the bins is rare.
    if (place >= 0 && place < BINS - 2) {
      const bin = (place | 0) + 1
      bins[bin] = (bins[bin] ?? 0) + share
    } else if (value - value === 0) {
      const bin = place < 0 ? BELOW : ABOVE
      bins[bin] = (bins[bin] ?? 0) + share
    } else continue
    const clipped = (value < clipLow ? clipLow : value > clipHigh ? clipHigh : value) - origin
    const part = share * clipped
    weight += share
    sum += part
    squares += part * clipped
    if (value < min) min = value
    if (value > max) max = value
  }
  scope.weight = weight
  scope.sum = sum
  scope.squares = squares
  scope.min = min
  scope.max = max
}

/** Within a bin, values are taken to be evenly spread. */
function writeQuantiles(
  bins: Float32Array,
  { low, width }: { low: number; width: number },
  row: Float64Array,
): boolean {
  let total = 0
  for (let bin = 0; bin < BINS; bin += 1) total += bins[bin] ?? 0
  if (total <= 0) return true
  let [bin, before] = [0, 0]
  for (const [statistic, share] of QUANTILES) {
    const target = share * total
    while (bin < ABOVE && before + (bins[bin] ?? 0) <= target) {
      before += bins[bin] ?? 0
      bin += 1
    }
    if (bin === BELOW || bin === ABOVE) return false
    const value = low + (bin - 1 + (target - before) / (bins[bin] ?? 1)) * width
    row[STATISTIC_AT[statistic]] = Math.min(
      row[STATISTIC_AT.max] ?? value,
      Math.max(row[STATISTIC_AT.min] ?? value, value),
    )
  }
  return true
}
