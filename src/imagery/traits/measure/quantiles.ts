// Weighted quantiles, exact for any number of values: of a histogram, the values of the few bins that hold a quantile are sorted.

/** A share of the weight, and where in a row of statistics the value belongs that has it below. */
export type Quantile = { share: number; at: number }
/** The bins that have the values around a quantile. `target` is the weight below it, `before` that below the first bin. */
type Place = { at: number; target: number; before: number; first: number; last: number }

/** Of all values and of vegetation; none where there are no values. */
export type Places = { all: Place[]; vegetation: Place[] }

/** A value stands at the middle of its weight, or of its first and last pixel where several pixels have it. */
const HALF_MAX = 0.5

/**
 * `weights` are those of bins, and quantiles go from low to high. A byte of 1 is written to `isMarked` for each bin whose values are
 * needed.
 */
export function findPlaces(weights: Float64Array, quantiles: readonly Quantile[], isMarked: Uint8Array): Place[] {
  let total = 0
  for (let bin = 0; bin < weights.length; bin += 1) total += weights[bin] as number
  if (total <= 0) return []
  const top = weights.length - 1
  let [bin, before, lower, beforeLower] = [0, 0, -1, 0]
  return quantiles.map(({ share, at }) => {
    const target = share * total
    for (; bin < top; bin += 1) {
      const weight = weights[bin] as number
      if (weight === 0) continue
      if (before + weight > target) break
      lower = bin
      beforeLower = before
      before += weight
    }
    const needsLower = lower >= 0 && target < before + HALF_MAX
    const needsHigher = target > before + (weights[bin] as number) - HALF_MAX
    let last = bin
    if (needsHigher)
      do last += 1
      while (last < top && weights[last] === 0)
    const place = { at, target, before, first: bin, last: Math.min(last, top) }
    if (needsLower) Object.assign(place, { before: beforeLower, first: lower })
    for (const marked of [place.first, bin, place.last]) isMarked[marked] = 1
    return place
  })
}

/** The values of marked bins, in any order. Arrays are longer than `count`, which says how many of their numbers hold. */
export type Picked = {
  count: number
  values: Float64Array
  weights: Float64Array
  bins: Int32Array
  isPlant: Uint8Array
}

export const createPicked = (): Picked => ({ count: 0, ...arraysOf(0) })

const arraysOf = (length: number) => ({
  values: new Float64Array(length),
  weights: new Float64Array(length),
  bins: new Int32Array(length),
  isPlant: new Uint8Array(length),
})

/** Makes room for more. */
export function reservePicked(picked: Picked, more: number): void {
  if (picked.count + more <= picked.values.length) return
  const grown = arraysOf(Math.ceil((picked.count + more) * 1.5))
  for (const name of ['values', 'weights', 'bins', 'isPlant'] as const) {
    grown[name].set(picked[name])
    Object.assign(picked, { [name]: grown[name] })
  }
}

type Sorting = {
  /** Of all values and of vegetation. */
  weights: { all: Float64Array; vegetation: Float64Array }
  places: Places
  quantiles: readonly Quantile[]
}
type Rows = { all: Float64Array; vegetation: Float64Array }

/** Between two values the quantile goes straight from one to the other: with weights of 1, type 5 of Hyndman and Fan 1996. */
export function writeQuantiles(picked: Picked, sorting: Sorting, rows: Rows): void {
  const few = picked.count > MANY ? refine(picked, sorting) : { picked, places: sorting.places }
  const order = orderOf(few.picked)
  for (const scope of ['all', 'vegetation'] as const)
    for (const place of few.places[scope]) rows[scope][place.at] = quantileAt(place, few.picked, { order, scope })
}

type Walk = { order: Int32Array; scope: keyof Places }

function quantileAt(place: Place, { values, weights, bins, isPlant }: Picked, { order, scope }: Walk): number {
  const { target, first, last } = place
  let [passed, lowerAt, lower] = [place.before, Number.NaN, Number.NaN]
  for (let from = firstIn(order, bins, first); from < order.length; ) {
    const value = values[order[from] as number] as number
    if ((bins[order[from] as number] as number) > last) break
    let weight = 0
    for (; from < order.length && values[order[from] as number] === value; from += 1) {
      const at = order[from] as number
      if (scope === 'all' || isPlant[at] === 1) weight += weights[at] as number
    }
    if (weight === 0) continue
    const half = Math.min(HALF_MAX, weight / 2)
    const start = passed + half
    passed += weight
    if (target > passed - half) [lowerAt, lower] = [passed - half, value]
    else if (target >= start || Number.isNaN(lower)) return value
    else return lower + ((target - lowerAt) / (start - lowerAt)) * (value - lower)
  }
  return lower
}

/** The place of the first value of a bin. */
function firstIn(order: Int32Array, bins: Int32Array, bin: number): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((bins[order[middle] as number] as number) < bin) low = middle + 1
    else high = middle
  }
  return low
}

/** More are not sorted at once. */
const MANY = 2048
const VALUES_PER_PART = 8

/** Where values crowd in a few bins: parts of these become the bins, and what lies between them is a bin without values. */
function refine(picked: Picked, { weights, quantiles }: Sorting): { picked: Picked; places: Places } {
  const { count, values, bins, isPlant } = picked
  const ranges = rangesOf(picked)
  const parts = Math.floor(count / VALUES_PER_PART) + 2 * ranges.size + 1
  const [all, vegetation] = [new Float64Array(parts), new Float64Array(parts)]
  let next = 0
  for (let bin = 0; bin < weights.all.length; bin += 1) {
    const range = ranges.get(bin)
    if (range) {
      range.first = next + 1
      next += 2 + Math.floor(range.size / VALUES_PER_PART)
    } else {
      all[next] = (all[next] as number) + (weights.all[bin] as number)
      vegetation[next] = (vegetation[next] as number) + (weights.vegetation[bin] as number)
    }
  }
  const places = new Int32Array(count)
  for (let at = 0; at < count; at += 1) {
    const { first, low, high, size } = ranges.get(bins[at] as number) ?? NO_RANGE
    const share = ((values[at] as number) - low) / (high - low)
    // Where the range is nothing, or too large for a number, its values share one part.
    const part = first + (share >= 0 && share <= 1 ? Math.floor(share * Math.floor(size / VALUES_PER_PART)) : 0)
    const weight = picked.weights[at] as number
    places[at] = part
    all[part] = (all[part] as number) + weight
    if (isPlant[at] === 1) vegetation[part] = (vegetation[part] as number) + weight
  }
  const isMarked = new Uint8Array(parts)
  const found = {
    all: findPlaces(all, quantiles, isMarked),
    vegetation: findPlaces(vegetation, quantiles, isMarked),
  }
  return { picked: takeMarked({ ...picked, bins: places }, isMarked), places: found }
}

type BinRange = { low: number; high: number; size: number /** Of its parts. */; first: number }
const NO_RANGE: BinRange = { low: 0, high: 0, size: 0, first: 0 }

function rangesOf({ count, values, bins }: Picked): ReadonlyMap<number, BinRange> {
  const ranges = new Map<number, BinRange>()
  for (let at = 0; at < count; at += 1) {
    const [bin, value] = [bins[at] as number, values[at] as number]
    const range = ranges.get(bin)
    if (!range) ranges.set(bin, { low: value, high: value, size: 1, first: 0 })
    else {
      range.size += 1
      if (value < range.low) range.low = value
      if (value > range.high) range.high = value
    }
  }
  return ranges
}

function takeMarked({ count, values, weights, bins, isPlant }: Picked, isMarked: Uint8Array): Picked {
  const taken = createPicked()
  for (let at = 0; at < count; at += 1) {
    const bin = bins[at] as number
    if (isMarked[bin] === 0) continue
    reservePicked(taken, 1)
    taken.values[taken.count] = values[at] as number
    taken.weights[taken.count] = weights[at] as number
    taken.bins[taken.count] = bin
    taken.isPlant[taken.count] = isPlant[at] as number
    taken.count += 1
  }
  return taken
}

/** Of Ciura 2001, doi 10.1007/3-540-44669-9_12; larger ones grow by 2.25. */
const GAPS = [1, 4, 10, 23, 57, 132, 301, 701]
const GROWTH = 2.25

/** The numbers of the picked values from low to high: a sort of Shell. */
function orderOf({ count, values }: Picked): Int32Array {
  const order = new Int32Array(count)
  for (let at = 0; at < count; at += 1) order[at] = at
  const gaps = [...GAPS]
  for (let gap = GAPS.at(-1) ?? 1; gap * GROWTH < count; gaps.push(gap)) gap = Math.floor(gap * GROWTH)
  for (const gap of gaps.toReversed())
    for (let at = gap; at < count; at += 1) {
      const moved = order[at] as number
      const value = values[moved] as number
      let to = at
      for (; to >= gap && (values[order[to - gap] as number] as number) > value; to -= gap)
        order[to] = order[to - gap] as number
      order[to] = moved
    }
  return order
}
