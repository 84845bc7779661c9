// What a loop over values is given, and what its bins say.
import { type Moments, QUANTILES, STATISTIC_AT } from '../measure/statistics.ts'
import { BINS, FOLDED, RECORD } from './statistics-code.ts'

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
  const [weight = 0, sum = 0, squares = 0] = [0, 1, 2].map((at) =>
    view.getFloat64(address + RECORD.moments + 8 * at, true),
  )
  const [min = 0, max = 0] = [0, 1].map((at) => view.getFloat32(address + RECORD.extremes + 4 * at, true))
  emptyRecord(view, address)
  return { weight, sum, squares, min, max }
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
  for (const at of [0, 1, 2]) view.setFloat64(address + RECORD.moments + 8 * at, 0, true)
  view.setFloat32(address + RECORD.extremes, Infinity, true)
  view.setFloat32(address + RECORD.extremes + 4, -Infinity, true)
}

/** The weight of each bin, and of each FOLDED of them. */
export type Bins = { bins: Float32Array; folded: Float32Array }

/** Of all layers together. Within a bin, values are taken to be evenly spread. False when a quantile lies outside of the bins. */
export function writeQuantiles(layers: readonly Bins[], { low, width }: Range, row: Float64Array): boolean {
  const foldedIn = (group: number): number => layers.reduce((sum, { folded }) => sum + (folded[group] ?? 0), 0)
  const weightIn = (bin: number): number => layers.reduce((sum, { bins }) => sum + (bins[bin] ?? 0), 0)
  const groups = BINS / FOLDED
  let total = 0
  for (let group = 0; group < groups; group += 1) total += foldedIn(group)
  if (total <= 0) return true
  let [group, before] = [0, 0]
  for (const [statistic, share] of QUANTILES) {
    const target = share * total
    for (; group < groups - 1 && before + foldedIn(group) <= target; group += 1) before += foldedIn(group)
    let [bin, passed] = [group * FOLDED, before]
    for (; bin < group * FOLDED + FOLDED - 1 && passed + weightIn(bin) <= target; bin += 1) passed += weightIn(bin)
    if (bin === BELOW || bin === ABOVE) return false
    const part = Math.min(1, Math.max(0, (target - passed) / (weightIn(bin) || 1)))
    const value = low + (bin - 1 + part) * width
    row[STATISTIC_AT[statistic]] = Math.min(
      row[STATISTIC_AT.max] ?? value,
      Math.max(row[STATISTIC_AT.min] ?? value, value),
    )
  }
  return true
}
