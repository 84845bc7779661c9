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
  const total = sumOf(weights)
  if (total <= 0) return []
  const places: Place[] = []
  let walk: Walk = { bin: 0, before: 0, lower: -1, beforeLower: 0 }
  for (const { share, at } of quantiles) {
    walk = goTo(share * total, weights, walk)
    const place = placeAt({ target: share * total, at }, weights, walk)
    for (const marked of [place.first, walk.bin, place.last]) isMarked[marked] = 1
    places.push(place)
  }
  return places
}

function sumOf(weights: Float64Array): number {
  let sum = 0
  for (let bin = 0; bin < weights.length; bin += 1) sum += weights[bin] as number
  return sum
}

/** A bin and the weight before it, and the same of the last bin before it that has values; -1 without one. */
type Walk = { bin: number; before: number; lower: number; beforeLower: number }

/** On to the bin that has the value at a weight of `target`. */
function goTo(target: number, weights: Float64Array, walk: Walk): Walk {
  let { bin, before, lower, beforeLower } = walk
  const top = weights.length - 1
  for (; bin < top; bin += 1) {
    const weight = weights[bin] as number
    if (weight === 0) continue
    if (before + weight > target) break
    lower = bin
    beforeLower = before
    before += weight
  }
  return { bin, before, lower, beforeLower }
}

function placeAt({ target, at }: { target: number; at: number }, weights: Float64Array, walk: Walk): Place {
  const { bin, before, lower, beforeLower } = walk
  const top = weights.length - 1
  const needsLower = lower >= 0 && target < before + HALF_MAX
  const needsHigher = target > before + (weights[bin] as number) - HALF_MAX
  let last = bin
  if (needsHigher)
    do last += 1
    while (last < top && weights[last] === 0)
  return {
    at,
    target,
    last: Math.min(last, top),
    ...(needsLower ? { before: beforeLower, first: lower } : { before, first: bin }),
  }
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

type Sorting = { bins: number; places: Places }
type Rows = { all: Float64Array; vegetation: Float64Array }

/** Between two values the quantile goes straight from one to the other: with weights of 1, type 5 of Hyndman and Fan 1996. */
export function writeQuantiles(picked: Picked, { bins, places }: Sorting, rows: Rows): void {
  const sorted = sortPicked(picked, bins)
  for (const scope of ['all', 'vegetation'] as const)
    for (const place of places[scope]) rows[scope][place.at] = quantileAt(place, picked, { sorted, scope })
}

/** The numbers of values from low to high, and where in them each bin ends. */
type Sorted = { order: Int32Array; ends: Int32Array }

function quantileAt(
  { target, before, first, last }: Place,
  { values, weights, isPlant }: Picked,
  { sorted: { order, ends }, scope }: { sorted: Sorted; scope: keyof Places },
): number {
  const end = ends[last] as number
  let [passed, lowerAt, lower] = [before, Number.NaN, Number.NaN]
  for (let from = first > 0 ? (ends[first - 1] as number) : 0; from < end; ) {
    const value = values[order[from] as number] as number
    let weight = 0
    for (; from < end && values[order[from] as number] === value; from += 1) {
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

function sortPicked({ count, values, bins }: Picked, binCount: number): Sorted {
  const ends = new Int32Array(binCount)
  for (let at = 0; at < count; at += 1) ends[bins[at] as number] = (ends[bins[at] as number] as number) + 1
  countUp(ends)
  const order = new Int32Array(count)
  for (let at = 0; at < count; at += 1) order[(ends[bins[at] as number] as number)++] = at
  for (let bin = 0, from = 0; bin < binCount; bin += 1) {
    const to = ends[bin] as number
    if (to > from + 1) sortRange(order, values, [from, to])
    from = to
  }
  return { order, ends }
}

/** Of each number, the sum of those before it. */
function countUp(sizes: Int32Array): void {
  for (let at = 0, sum = 0; at < sizes.length; at += 1) {
    const size = sizes[at] as number
    sizes[at] = sum
    sum += size
  }
}

/** More values are spread over parts of their range first. */
const FEW = 48
const VALUES_PER_PART = 8

function sortRange(order: Int32Array, values: Float64Array, [from, to]: readonly [number, number]): void {
  if (to - from <= FEW) return insert(order, values, [from, to])
  let [low, high] = [Infinity, -Infinity]
  for (let at = from; at < to; at += 1) {
    const value = values[order[at] as number] as number
    if (value < low) low = value
    if (value > high) high = value
  }
  const range = high - low
  if (range === 0) return
  const part = order.subarray(from, to)
  if (range === Infinity) {
    part.sort((a, b) => (values[a] as number) - (values[b] as number))
    return
  }
  const ends = spread(part, values, { low, range })
  for (let at = 0, start = from; at < ends.length; at += 1) {
    const end = from + (ends[at] as number)
    if (end > start + 1) sortRange(order, values, [start, end])
    start = end
  }
}

/** Moves values to parts of their range, from low to high. @returns where each part ends */
function spread(order: Int32Array, values: Float64Array, { low, range }: { low: number; range: number }): Int32Array {
  const ends = new Int32Array(Math.ceil(order.length / VALUES_PER_PART))
  const parts = new Int32Array(order.length)
  const top = ends.length - 1
  for (let at = 0; at < order.length; at += 1) {
    const part = Math.min(top, Math.floor((((values[order[at] as number] as number) - low) / range) * ends.length))
    parts[at] = part
    ends[part] = (ends[part] as number) + 1
  }
  countUp(ends)
  const from = order.slice()
  for (let at = 0; at < from.length; at += 1) order[(ends[parts[at] as number] as number)++] = from[at] as number
  return ends
}

function insert(order: Int32Array, values: Float64Array, [from, to]: readonly [number, number]): void {
  for (let at = from + 1; at < to; at += 1) {
    const moved = order[at] as number
    const value = values[moved] as number
    let place = at
    for (; place > from && (values[order[place - 1] as number] as number) > value; place -= 1)
      order[place] = order[place - 1] as number
    order[place] = moved
  }
}
