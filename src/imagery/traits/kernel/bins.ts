// What a loop over values is given, and what its bins say.
import { type Moments, QUANTILES, STATISTIC_AT } from '../measure/statistics.ts'
import { BINS, FOLDED, RECORD } from './bins-code.ts'

const MARGIN = 0.4
/** Of a sample, the values at either end that may be far away from the others. */
const TAIL = 2
const [BELOW, ABOVE] = [0, BINS - 1]

/** Where the bins of a trait begin, how wide one is, and what sums are differences to. */
export type Range = { low: number; width: number; origin: number }

type Clip = readonly [low: number, high: number] | undefined

/** Writes what the values of a plot are compared with. `sample` are some of them. */
export function startRecord(
  view: DataView,
  address: number,
  { sample, clip }: { sample: Float32Array; clip: Clip },
): Range {
  const [first, last] = [endOf(sample, 1), endOf(sample, -1)]
  const margin = (last - first) * MARGIN || Math.abs(first) * 1e-6 || 1e-6
  const [low, high] = [Math.fround(first - margin), Math.fround(last + margin)]
  const [clipLow, clipHigh] = clip ?? [-Infinity, Infinity]
  const origin = Math.fround(Math.min(clipHigh, Math.max(clipLow, (first + last) / 2)))
  const width = (high - low || Number.MIN_VALUE) / (BINS - 2)
  const numbers = { low, factor: 1 / width, origin, clipLow, clipHigh }
  for (const [name, value] of Object.entries(numbers) as [keyof typeof numbers, number][])
    view.setFloat32(address + RECORD[name], value, true)
  emptyRecord(view, address)
  return { low, width, origin }
}

/** Takes what was found out of a record, so that the next values are found from nothing. */
export function takeMoments(view: DataView, address: number): Moments {
  const [sums, extremes] = [address + RECORD.moments, address + RECORD.extremes]
  const found = {
    weight: view.getFloat64(sums, true),
    sum: view.getFloat64(sums + 8, true),
    squares: view.getFloat64(sums + 16, true),
    min: view.getFloat32(extremes, true),
    max: view.getFloat32(extremes + 4, true),
  }
  emptyRecord(view, address)
  return found
}

/** The least finite value but TAIL; with a sign of -1 the greatest. */
function endOf(sample: Float32Array, sign: 1 | -1): number {
  const ends = new Float64Array(TAIL + 1).fill(Infinity)
  for (let at = 0; at < sample.length; at += 1) {
    const value = sign * (sample[at] ?? Number.NaN)
    if (!(value < (ends[TAIL] ?? 0)) || value === -Infinity) continue
    let place = TAIL
    for (; place > 0 && value < (ends[place - 1] ?? 0); place -= 1) ends[place] = ends[place - 1] ?? 0
    ends[place] = value
  }
  return sign * (ends.findLast((value) => value < Infinity) ?? 0)
}

function emptyRecord(view: DataView, address: number): void {
  const [sums, extremes] = [address + RECORD.moments, address + RECORD.extremes]
  view.setFloat64(sums, 0, true)
  view.setFloat64(sums + 8, 0, true)
  view.setFloat64(sums + 16, 0, true)
  view.setFloat32(extremes, Infinity, true)
  view.setFloat32(extremes + 4, -Infinity, true)
}

/** The weight of each bin, and of each FOLDED of them. */
export type Bins = { bins: Float32Array; folded: Float32Array }

/** Within a bin, values are taken to be evenly spread. False when a quantile lies outside of the bins. */
export function writeQuantiles({ bins, folded }: Bins, { low, width }: Range, row: Float64Array): boolean {
  let total = 0
  for (const weight of folded) total += weight
  if (total <= 0) return true
  let [group, before] = [0, 0]
  for (const [statistic, share] of QUANTILES) {
    const target = share * total
    for (; group < folded.length - 1 && before + numberAt(folded, group) <= target; group += 1)
      before += numberAt(folded, group)
    let [bin, passed] = [group * FOLDED, before]
    const last = bin + FOLDED - 1
    for (; bin < last && passed + numberAt(bins, bin) <= target; bin += 1) passed += numberAt(bins, bin)
    if (bin === BELOW || bin === ABOVE) return false
    const part = Math.min(1, Math.max(0, (target - passed) / (numberAt(bins, bin) || 1)))
    const value = low + (bin - 1 + part) * width
    row[STATISTIC_AT[statistic]] = Math.min(
      row[STATISTIC_AT.max] ?? value,
      Math.max(row[STATISTIC_AT.min] ?? value, value),
    )
  }
  return true
}

const numberAt = (numbers: Float32Array, at: number): number => numbers[at] as number
