// What a loop over values is given, and what its bins say.
import type { Moments } from '../measure/statistics.ts'
import { BINS, RECORD } from './bins-code.ts'

const MARGIN = 0.4
/** Of a sample, the values at either end that may be far away from the others. */
const TAIL = 2

type Clip = readonly [low: number, high: number] | undefined

/**
 * Writes what the values of a plot are compared with. `sample` are some of them.
 * @returns what sums are differences to; undefined where values are too far apart, or too near to one another, for bins
 */
export function startRecord(
  view: DataView,
  address: number,
  { sample, clip }: { sample: Float64Array; clip: Clip },
): number | undefined {
  const [first, last] = [endOf(sample, 1), endOf(sample, -1)]
  const margin = (last - first) * MARGIN || Math.abs(first) * 1e-6 || 1e-6
  const low = first - margin
  const factor = (BINS - 2) / (last + margin - low)
  if (!Number.isFinite(1 / factor) || !Number.isFinite(factor)) return undefined
  const [clipLow, clipHigh] = clip ?? [-Infinity, Infinity]
  const origin = Math.min(clipHigh, Math.max(clipLow, first / 2 + last / 2))
  for (const [name, value] of Object.entries({ low, factor, origin, clipLow, clipHigh } as const))
    view.setFloat64(address + RECORD[name as 'low'], value, true)
  emptyRecord(view, address)
  return origin
}

/** Takes what was found out of a record, so that the next values are found from nothing. */
export function takeMoments(view: DataView, address: number): Moments {
  const [sums, extremes] = [address + RECORD.moments, address + RECORD.extremes]
  const found = {
    weight: view.getFloat64(sums, true),
    sum: view.getFloat64(sums + 8, true),
    squares: view.getFloat64(sums + 16, true),
    min: view.getFloat64(extremes, true),
    max: view.getFloat64(extremes + 8, true),
  }
  emptyRecord(view, address)
  return found
}

/** The least finite value but TAIL; with a sign of -1 the greatest. */
function endOf(sample: Float64Array, sign: 1 | -1): number {
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
  for (const place of [0, 8, 16]) view.setFloat64(sums + place, 0, true)
  view.setFloat64(extremes, Infinity, true)
  view.setFloat64(extremes + 8, -Infinity, true)
}
