// The pixels of a plot in the memory of the module: which are plants, and one group after another.
import type { PixelList } from '../measure/pixel-list.ts'
import { type PlotNumbers, UNSTABLE_STEP } from '../measure/plot-numbers.ts'
import { createLayout } from './memory.ts'
import { BAND_RECORD, MARK_RECORD } from './pixels-code.ts'
import { BLOCK, LEVELS, type PlotKernel } from './plot-kernel.ts'

/** A group begins at a multiple of so many pixels. */
const LANES = 4

/** Where the numbers of a plot lie, in the order in which they came. */
export type Source = { count: number; bands: number[]; weights: number; plants: number; slices: number; end: number }

const aligned = (count: number): number => Math.ceil(count / LANES) * LANES

export function takePixels({ reading, run, memory, start }: PlotKernel, list: PixelList): Source {
  const { count } = list
  const padded = aligned(count)
  const layout = createLayout()
  const place = (bytes: number): number => start + layout.place(bytes)
  const source: Source = {
    count,
    bands: list.bands.map(() => place(4 * padded)),
    weights: place(4 * padded),
    plants: place(padded),
    slices: place(padded),
    end: 0,
  }
  const colours = place(4 * padded)
  source.end = start + layout.end()
  memory.reserve(source.end)
  if (reading.isColours) memory.places(colours, count).set(list.colours.subarray(0, count))
  for (const [at, to] of source.bands.entries()) {
    if (reading.isColours) run.unpackBits(colours, to, 4 * padded, 8 * at)
    else memory.floats(to, count).set(list.bands[at]?.subarray(0, count) ?? [])
  }
  memory.floats(source.weights, padded).fill(0, count).set(list.weights.subarray(0, count))
  memory.bytes(source.slices, count).set(list.slices.subarray(0, count))
  return source
}

/** Where the numbers of a plot lie, group after group, each filled up to whole lanes with pixels of no weight. */
export type Pixels = { bands: number[]; weights: number; groups: Group[] }
/** The pixels from the first to before the last: the soil or the vegetation of a slice. */
export type Group = { from: number; to: number; isPlants: boolean }

export function groupPixels({ run, memory, fixed }: PlotKernel, source: Source, { sliceCount }: PixelList): Pixels {
  const { count } = source
  const sizes = new Int32Array(2 * sliceCount)
  const [slices, plants] = [memory.bytes(source.slices, count), memory.bytes(source.plants, count)]
  for (let at = 0; at < count; at += 1) {
    const group = 2 * (slices[at] ?? 0) + (plants[at] ?? 0)
    sizes[group] = (sizes[group] ?? 0) + 1
  }
  let end = 0
  const groups = Array.from(sizes, (size, at): Group => {
    const from = end
    end += aligned(size)
    return { from, to: end, isPlants: at % 2 === 1 }
  })
  const layout = createLayout()
  const place = (bytes: number): number => source.end + layout.place(bytes)
  const [places, weights] = [place(4 * count), place(4 * end)]
  const bands = source.bands.map(() => place(4 * end))
  memory.reserve(source.end + layout.end())
  memory.places(fixed.next, groups.length).set(groups.map(({ from }) => 4 * from))
  run.findPlaces(source.slices, source.plants, fixed.next, places, count)
  memory.floats(weights, end).fill(0)
  run.moveFloats(source.weights, places, weights, count)
  for (const [at, band] of source.bands.entries()) {
    const to = bands[at] ?? 0
    run.moveFloats(band, places, to, count)
    const numbers = memory.floats(to, end)
    // What has no weight must not be the least or the greatest value.
    for (const [group, { from, to: stop }] of groups.entries())
      numbers.fill(numbers[from] ?? 0, from + (sizes[group] ?? 0), stop)
  }
  return { bands, weights, groups }
}

/** Says which pixels are vegetation. @returns the cover at a threshold a little higher and a little lower */
export function markVegetation(
  { mask, isMasked, run, memory, fixed }: PlotKernel,
  { count, bands, weights, plants }: Source,
  list: PixelList,
): PlotNumbers['coverAround'] {
  if (!mask || isMasked) {
    const bytes = memory.bytes(plants, count)
    if (isMasked) bytes.set(list.vegetation.subarray(0, count))
    else bytes.fill(0)
    return null
  }
  const view = memory.view()
  for (const [name, step] of [
    ['threshold', 0],
    ['higher', UNSTABLE_STEP],
    ['lower', -UNSTABLE_STEP],
  ] as const)
    view.setFloat64(fixed.mark + MARK_RECORD[name], mask.threshold + step, true)
  const sums = memory.doubles(fixed.mark + MARK_RECORD.weight, 3).fill(0)
  const end = aligned(count)
  for (let from = 0; from < end; from += BLOCK) {
    const [start, bytes] = [4 * from, 4 * Math.min(BLOCK, end - from)]
    run.evaluateMask(...bands.map((band) => band + start), fixed.values, bytes)
    run.markPlants(fixed.values, weights + start, plants + from, bytes, fixed.mark)
  }
  const [all = 0, ofHigher = 0, ofLower = 0] = sums
  return [(100 * ofHigher) / all, (100 * ofLower) / all]
}

export function describePixels(
  { reading, run, memory, fixed }: PlotKernel,
  { bands, weights, groups }: Pixels,
): Omit<PlotNumbers, 'values' | 'coverAround'> {
  const brightness = memory.floats(fixed.brightness, LEVELS).fill(0)
  const sums = memory.doubles(fixed.bandSums, BAND_RECORD.sums + bands.length)
  const all = new Float64Array(sums.length)
  let vegetationPx = 0
  for (const { from, to, isPlants } of groups) {
    if (from === to) continue
    const addresses = [...bands, weights].map((address) => address + 4 * from)
    run.describeBands(...addresses, 4 * (to - from), fixed.bandSums, fixed.brightness)
    for (const [at, sum] of sums.entries()) all[at] = (all[at] ?? 0) + sum
    if (isPlants) vegetationPx += sums[BAND_RECORD.weight] ?? 0
  }
  const weight = all[BAND_RECORD.weight] ?? 0
  return {
    vegetationPx,
    bandMeans: [...all.subarray(BAND_RECORD.sums)].map((sum) => sum / weight),
    satFrac: reading.isColours ? (all[BAND_RECORD.saturated] ?? 0) / weight : null,
    brightness: reading.isColours ? brightness.slice() : null,
  }
}
