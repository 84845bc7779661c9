// A threshold between soil and vegetation from the numbers of a flight, and whether it can be trusted.

/** Of an index that is -1 to 2, as excess green is. */
const [LOW, HIGH, FINE_BINS] = [-1, 2, 30_000]
const BINS = 256
/** The parts of the values at both ends that are left out. */
const OUTSIDE = 0.001

export type IndexHistogram = Float64Array

export const createIndexHistogram = (): IndexHistogram => new Float64Array(FINE_BINS)

export function addToHistogram(histogram: IndexHistogram, values: Float64Array): void {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    if (value !== value) continue
    const bin = Math.min(FINE_BINS - 1, Math.max(0, Math.floor(((value - LOW) / (HIGH - LOW)) * FINE_BINS)))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
}

export type OtsuThreshold = {
  threshold: number
  /** The part of the variance that lies between both classes: 0.64 for a single normal distribution. Null of no values. */
  eta: number | null
  /** Whether the season's threshold stands in for one that can't be trusted. */
  isFallback: boolean
}

const ETA_MIN = 0.67
const [THRESHOLD_MIN, THRESHOLD_MAX] = [0.02, 0.35]

/** Of 256 bins between the 0.1th and 99.9th percentile. Otsu 1979, doi 10.1109/TSMC.1979.4310076. */
export function findOtsuThreshold(histogram: IndexHistogram, seasonThreshold: number): OtsuThreshold {
  const found = otsuOf(histogram)
  if (!found) return { threshold: seasonThreshold, eta: null, isFallback: true }
  const isTrusted = found.eta >= ETA_MIN && found.threshold > THRESHOLD_MIN && found.threshold < THRESHOLD_MAX
  return { threshold: isTrusted ? found.threshold : seasonThreshold, eta: found.eta, isFallback: !isTrusted }
}

function otsuOf(histogram: IndexHistogram): { threshold: number; eta: number } | undefined {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const low = binAt(histogram, OUTSIDE * total)
  const high = binAt(histogram, (1 - OUTSIDE) * total) + 1
  const width = (high - low) / BINS
  const counts = new Float64Array(BINS)
  for (let bin = low; bin < high; bin += 1) {
    const to = Math.min(BINS - 1, Math.floor((bin - low + 0.5) / width))
    counts[to] = (counts[to] ?? 0) + (histogram[bin] ?? 0)
  }
  const { bin, eta } = bestSplit(counts)
  return { threshold: LOW + ((low + (bin + 1) * width) / FINE_BINS) * (HIGH - LOW), eta }
}

function binAt(histogram: IndexHistogram, target: number): number {
  let sum = 0
  const bin = histogram.findIndex((count) => {
    sum += count
    return sum > target
  })
  return bin < 0 ? FINE_BINS - 1 : bin
}

const ROUNDING = 1e-12

/** The last bin of the lower class; the middle of a gap between both. */
function bestSplit(counts: Float64Array): { bin: number; eta: number } {
  let [total, sum, squares] = [0, 0, 0]
  for (const [bin, count] of counts.entries()) {
    total += count
    sum += count * bin
    squares += count * bin * bin
  }
  const variance = squares / total - (sum / total) ** 2
  let [below, sumBelow, best, first, last] = [0, 0, 0, 0, 0]
  for (const [bin, count] of counts.entries()) {
    below += count
    sumBelow += count * bin
    const above = total - below
    if (below === 0 || above === 0) continue
    const between = (below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2) / total ** 2
    if (between > best * (1 + ROUNDING)) {
      best = between
      first = bin
    }
    if (between >= best * (1 - ROUNDING)) last = bin
  }
  return { bin: (first + last) / 2, eta: variance > 0 ? best / variance : 0 }
}
