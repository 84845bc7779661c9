// The colours of a plot, each once, with how many pixels have it.

/** A colour is red, green and blue in 24 bits; the next bit says that a pixel is vegetation. */
export type ColourTable = {
  /** One more than the colour; 0 is a free place. */
  keys: Uint32Array
  weights: Float32Array
  count: number
  /** Of places, a power of two; `shift` leaves as many bits of 32. */
  capacity: number
  shift: number
}

const CAPACITY_MIN = 4096
export const GOLDEN = 0x9e3779b1

export const createColourTable = (): ColourTable => ({
  keys: new Uint32Array(CAPACITY_MIN),
  weights: new Float32Array(CAPACITY_MIN),
  count: 0,
  capacity: CAPACITY_MIN,
  shift: 32 - Math.log2(CAPACITY_MIN),
})

/** Makes room for so many more colours: at least half of its places stay free. */
export function reserve(table: ColourTable, more: number): void {
  if ((table.count + more) * 2 <= table.capacity) return
  const { keys, weights } = table
  while ((table.count + more) * 2 > table.capacity) {
    table.capacity *= 2
    table.shift -= 1
  }
  table.keys = new Uint32Array(table.capacity)
  table.weights = new Float32Array(table.capacity)
  for (let from = 0; from < keys.length; from += 1) {
    const key = keys[from] ?? 0
    if (key === 0) continue
    let to = Math.imul(key, GOLDEN) >>> table.shift
    while (table.keys[to] !== 0) to = (to + 1) & (table.capacity - 1)
    table.keys[to] = key
    table.weights[to] = weights[from] ?? 0
  }
}

export type RowOfColours = {
  pixels: Uint8Array
  /** Of the first pixel with a weight. */
  start: number
  /** Bytes of a pixel. */
  step: number
  /** Of red, green and blue within a pixel. */
  places: readonly [number, number, number]
  /** Of alpha within a pixel; -1 without one. */
  alpha: number
  /** -1 without one: pixels that have it in all three bands are nothing. */
  nodata: number
  weights: Float64Array
  from: number
  to: number
  mask: Uint8Array | undefined
  vegetation: Uint8Array | undefined
}

const VEGETATION = 1 << 24

/** @returns the weight of the pixels that are something. */
export function addColours(table: ColourTable, row: RowOfColours): number {
  const { pixels, step, alpha, nodata, weights, from, to, mask, vegetation } = row
  const [red, green, blue] = row.places
  reserve(table, to - from)
  const { keys, shift, capacity, weights: totals } = table
  const last = capacity - 1
  const nothing = nodata < 0 ? -1 : (nodata << 16) | (nodata << 8) | nodata
  let [at, valid, count] = [row.start, 0, table.count]
  for (let index = from; index < to; index += 1, at += step) {
    const weight = weights[index] ?? 0
    if (weight === 0) continue
    if (alpha >= 0 && pixels[at + alpha] === 0) continue
    const colour = ((pixels[at + red] ?? 0) << 16) | ((pixels[at + green] ?? 0) << 8) | (pixels[at + blue] ?? 0)
    if (colour === nothing || (mask && mask[index - from] === 0)) continue
    const key = (vegetation && vegetation[index - from] === 1 ? colour | VEGETATION : colour) + 1
    let place = Math.imul(key, GOLDEN) >>> shift
    let held = keys[place] ?? 0
    while (held !== key && held !== 0) {
      place = (place + 1) & last
      held = keys[place] ?? 0
    }
    if (held === 0) {
      keys[place] = key
      count += 1
    }
    totals[place] = (totals[place] ?? 0) + weight
    valid += weight
  }
  table.count = count
  return valid
}
