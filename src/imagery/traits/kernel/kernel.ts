// The statistics of plots of many pixels, computed by WebAssembly: quantiles come from fine histograms.
import { directionOf, wrapStatistics } from '../measure/angles.ts'
import type { PixelList } from '../measure/pixel-list.ts'
import { type Measures, type PlotNumbers, rowsOf, UNSTABLE_STEP } from '../measure/plot-numbers.ts'
import { SLICES_MAX } from '../measure/slices.ts'
import { type Moments, together, writeInterquartileRange, writeMoments } from '../measure/statistics.ts'
import { writeUniformity } from '../measure/uniformity.ts'
import { type Range, startRecord, takeMoments, writeQuantiles } from './bins.ts'
import { canCompile, evaluateFunction, type PowerTable, powersIn } from './expression-code.ts'
import { instantiate, type WasmMemory } from './instantiate.ts'
import { createLayout, createMemory, type Memory } from './memory.ts'
import {
  accumulate,
  addFloats,
  BAND_RECORD,
  BINS,
  describeBands,
  FOLDED,
  findPlaces,
  foldBins,
  MARK_RECORD,
  markPlants,
  moveFloats,
  RECORD,
  turn,
  unpackBits,
} from './statistics-code.ts'
import { moduleOf } from './wasm.ts'

/** Numbers of a block: those of all traits fit in the cache of a processor. */
const BLOCK = 2048
/** From the values of one trait to those of the next: 64 bytes more, because a cache can't hold many numbers at multiples of 4096. */
const STRIDE = 4 * BLOCK + 64
const SAMPLE = 256
const LEVELS = 256
/** A group begins at a multiple of so many pixels. */
const LANES = 4

export type Kernel = {
  /** Writes what it can of `values`. @returns the other numbers of the plot, and the traits that it can't describe */
  describe: (list: PixelList, values: Float64Array) => { numbers: Omit<PlotNumbers, 'values'>; rest: number[] }
}

type Run = Record<
  | 'findPlaces'
  | 'unpackBits'
  | 'moveFloats'
  | 'turn'
  | 'accumulate'
  | 'accumulateClipped'
  | 'addFloats'
  | 'foldBins'
  | 'markPlants'
  | 'describeBands'
  | 'evaluate'
  | 'evaluateMask',
  (...numbers: number[]) => void
>

/** The same memory serves plot after plot. Undefined where the mask can't be computed. */
export function createKernel(measures: Measures): Kernel | undefined {
  const { traits, mask, isMasked, reading } = measures
  const { bands, isEightBit, isColours } = reading
  const layout = createLayout()
  const expressions = [...traits.map(({ expression }) => expression), ...(mask ? [mask.expression] : [])]
  const tables: PowerTable[] = isEightBit
    ? expressions.flatMap(powersIn).map((power) => ({ ...power, address: layout.place(4 * LEVELS) }))
    : []
  if (mask && !isMasked && !canCompile(mask.expression, tables)) return undefined
  const able = [...traits.keys()].filter((at) => canCompile(traits[at]?.expression ?? 0, tables))
  const options = { bands, tables, stride: STRIDE }
  const exported = instantiate(
    moduleOf([
      findPlaces,
      unpackBits,
      moveFloats,
      turn,
      addFloats,
      foldBins,
      markPlants,
      accumulate('accumulate', { isClipped: false }),
      accumulate('accumulateClipped', { isClipped: true }),
      describeBands(bands.length, isColours),
      evaluateFunction(
        able.map((at) => traits[at]?.expression ?? 0),
        { ...options, name: 'evaluate' },
      ),
      evaluateFunction([mask && !isMasked ? mask.expression : 0], { ...options, name: 'evaluateMask' }),
    ]),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module above has them
  const run = exported as Run & { memory: WasmMemory }
  const memory = createMemory(run.memory)
  const fixed = {
    records: layout.place(RECORD.bytes * able.length),
    mark: layout.place(MARK_RECORD.bytes),
    bandSums: layout.place(8 * (BAND_RECORD.sums + bands.length)),
    brightness: layout.place(4 * LEVELS),
    next: layout.place(4 * 2 * (SLICES_MAX + 1)),
    folded: layout.place((2 * 4 * BINS) / FOLDED),
    bins: layout.place(2 * 4 * BINS * able.length),
    values: layout.place(STRIDE * Math.max(1, able.length)),
    sample: layout.place(4 * SAMPLE * bands.length),
  }
  memory.reserve(layout.end())
  for (const { exponent, address } of tables)
    memory.floats(address, LEVELS).set(Float32Array.from({ length: LEVELS }, (_, value) => value ** exponent))
  const plot: PlotKernel = { ...measures, able, run, memory, fixed, start: layout.end() }
  return {
    describe(list, values) {
      const source = takePixels(plot, list)
      const coverAround = markVegetation(plot, source, list)
      const pixels = groupPixels(plot, source, list)
      const rest = describeTraits(plot, { source, pixels, values })
      return { numbers: { ...describePixels(plot, pixels), coverAround }, rest }
    },
  }
}

type Fixed = Record<
  'records' | 'mark' | 'bandSums' | 'brightness' | 'next' | 'folded' | 'bins' | 'values' | 'sample',
  number
>
type PlotKernel = Measures & {
  /** The traits that it computes. */
  able: readonly number[]
  run: Run
  memory: Memory
  fixed: Fixed
  /** Where the memory of a plot begins. */
  start: number
}

/** Where the numbers of a plot lie, in the order in which they came. */
type Source = { count: number; bands: number[]; weights: number; plants: number; slices: number; end: number }

const aligned = (count: number): number => Math.ceil(count / LANES) * LANES

function takePixels({ reading, run, memory, start }: PlotKernel, list: PixelList): Source {
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
type Pixels = { bands: number[]; weights: number; groups: Group[] }
/** The pixels from the first to before the last: the soil or the vegetation of a slice. */
type Group = { from: number; to: number; isPlants: boolean }

function groupPixels({ run, memory, fixed }: PlotKernel, source: Source, { sliceCount }: PixelList): Pixels {
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
function markVegetation(
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
    view.setFloat32(fixed.mark + MARK_RECORD[name], mask.threshold + step, true)
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

function describePixels(
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

type Describing = { source: Source; pixels: Pixels; values: Float64Array }

/** @returns the traits that it can't compute, and those of which a quantile lies outside of the bins */
function describeTraits(plot: PlotKernel, { source, pixels, values }: Describing): number[] {
  const { traits, able, memory } = plot
  const ranges = startTraits(plot, source)
  const found = ranges.map((): Found => ({ soil: [], plants: [] }))
  for (const group of pixels.groups) {
    if (group.from < group.to) addGroup(plot, ranges, { pixels, group })
    for (const [place, { soil, plants }] of found.entries()) {
      const moments = takeMoments(memory.view(), recordOf(plot, place))
      ;(group.isPlants ? plants : soil).push(moments)
    }
  }
  const outside = ranges.flatMap((range, place) => {
    const trait = able[place] ?? 0
    const { soil, plants } = found[place] ?? { soil: [], plants: [] }
    return writeTrait(plot, { trait, place, range, soil, plants, values }) ? [] : [trait]
  })
  return [...traits.keys()].filter((trait) => !able.includes(trait) || outside.includes(trait))
}

/** Of each slice. */
type Found = { soil: Moments[]; plants: Moments[] }

function addGroup(
  plot: PlotKernel,
  ranges: readonly Started[],
  { pixels: { bands, weights }, group: { from, to, isPlants } }: { pixels: Pixels; group: Group },
): void {
  const { run, fixed } = plot
  for (let first = from; first < to; first += BLOCK) {
    const [start, bytes] = [4 * first, 4 * Math.min(BLOCK, to - first)]
    run.evaluate(...bands.map((band) => band + start), fixed.values, bytes)
    for (const [place, { direction, isClipped }] of ranges.entries()) {
      const address = fixed.values + STRIDE * place
      if (direction !== null) run.turn(address, bytes, direction)
      const bins = fixed.bins + 4 * BINS * (2 * place + Number(isPlants))
      const add = isClipped ? run.accumulateClipped : run.accumulate
      add(address, weights + start, bytes, recordOf(plot, place), bins)
    }
  }
}

const recordOf = ({ fixed }: PlotKernel, place: number): number => fixed.records + RECORD.bytes * place

/** `direction` is the mean of angles, to which they are turned; null of other numbers. */
type Started = Range & { direction: number | null; isClipped: boolean }

/** Empties the bins, and decides from some of the pixels where those of each trait lie. */
function startTraits(plot: PlotKernel, source: Source): Started[] {
  const { traits, able, run, memory, fixed } = plot
  const addresses = source.bands.map((band, at) => {
    const address = fixed.sample + 4 * SAMPLE * at
    const [sample, numbers] = [memory.floats(address, SAMPLE), memory.floats(band, source.count)]
    for (let place = 0; place < SAMPLE; place += 1)
      sample[place] = numbers[Math.floor((place * source.count) / SAMPLE)] ?? 0
    return address
  })
  run.evaluate(...addresses, fixed.values, 4 * SAMPLE)
  memory.floats(fixed.bins, 2 * BINS * able.length).fill(0)
  const view = memory.view()
  return able.map((trait, place) => {
    const { isCircular, isUnstable, clip } = traits[trait] ?? {}
    const address = fixed.values + STRIDE * place
    const sample = memory.floats(address, SAMPLE)
    const direction = isCircular ? directionOf(sample) : null
    if (direction !== null) run.turn(address, 4 * SAMPLE, direction)
    const isClipped = isUnstable === true && clip !== undefined
    const range = startRecord(view, recordOf(plot, place), { sample, clip: isClipped ? clip : undefined })
    return { ...range, direction, isClipped }
  })
}

type Writing = Found & { trait: number; place: number; range: Started; values: Float64Array }

/** False when a quantile lies outside of the bins. */
function writeTrait(plot: PlotKernel, { trait, place, range, soil, plants, values }: Writing): boolean {
  const { traits, run, memory, fixed } = plot
  const { all, vegetation } = rowsOf(values, trait)
  const slices = plants.map((one, at) => together(one, soil[at] ?? one))
  for (const [row, moments] of [
    [all, slices],
    [vegetation, plants],
  ] as const) {
    writeMoments(moments.reduce(together), range.origin, row)
    writeUniformity(moments, range.origin, row)
  }
  // Of the soil, then of the plants; the first become those of all.
  const bins = fixed.bins + 2 * 4 * BINS * place
  run.addFloats(bins + 4 * BINS, bins, 4 * BINS)
  run.foldBins(bins, fixed.folded, (2 * 4 * BINS) / FOLDED)
  const binsOf = (scope: number) => ({
    bins: memory.floats(bins + 4 * BINS * scope, BINS),
    folded: memory.floats(fixed.folded + (4 * BINS * scope) / FOLDED, BINS / FOLDED),
  })
  const isInside = writeQuantiles(binsOf(0), range, all) && writeQuantiles(binsOf(1), range, vegetation)
  for (const row of isInside ? [all, vegetation] : []) {
    writeInterquartileRange(row)
    if (traits[trait]?.isCircular) wrapStatistics(row)
  }
  return isInside
}
