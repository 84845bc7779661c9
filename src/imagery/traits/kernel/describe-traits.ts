// The statistics of each trait of a plot: moments and bins of its groups, then quantiles from the values of some bins.
import { addDirections, createDirections, directionOf, wrapStatistics } from '../measure/angles.ts'
import { rowsOf } from '../measure/plot-numbers.ts'
import {
  createPicked,
  findPlaces,
  type Picked,
  type Places,
  reservePicked,
  writeQuantiles,
} from '../measure/quantiles.ts'
import { type Moments, QUANTILES, together, writeInterquartileRange, writeMoments } from '../measure/statistics.ts'
import { writeUniformity } from '../measure/uniformity.ts'
import { startRecord, takeMoments } from './bins.ts'
import { BINS, PICK, RECORD } from './bins-code.ts'
import { BLOCK, type PlotKernel, SAMPLE, STRIDE } from './plot-kernel.ts'
import type { Group, Pixels, Source } from './plot-pixels.ts'

type Describing = { source: Source; pixels: Pixels; values: Float64Array }

/** @returns the traits that it can't compute */
export function describeTraits(plot: PlotKernel, { source, pixels, values }: Describing): number[] {
  const { traits, able, memory } = plot
  const started = startTraits(plot, { source, directions: directionsOf(plot, pixels) })
  for (const group of pixels.groups) {
    eachBlock(plot, { pixels, group }, (block) => addBlock(plot, started, { ...block, isPlants: group.isPlants }))
    for (const { place, soil, plants } of started)
      (group.isPlants ? plants : soil).push(takeMoments(memory.view(), recordOf(plot, place)))
  }
  for (const one of started) {
    writeSums(one, values)
    markBins(plot, one)
  }
  for (const group of pixels.groups)
    eachBlock(plot, { pixels, group }, (block) => pickBlock(plot, started, { ...block, isPlants: group.isPlants }))
  const done = started.filter((one) => writeBins(plot, one, values)).map(({ place }) => able[place])
  return [...traits.keys()].filter((trait) => !done.includes(trait))
}

/** Numbers in the memory of the module: where the weights of a block begin, and how many bytes they are. */
type Block = { weights: number; bytes: number }
type OfGroup = Block & { isPlants: boolean }

/** Computes the values of all traits of each block of a group. */
function eachBlock(
  { run, fixed }: PlotKernel,
  { pixels: { bands, weights }, group: { from, to } }: { pixels: Pixels; group: Group },
  take: (block: Block) => void,
): void {
  for (let first = from; first < to; first += BLOCK) {
    const [start, bytes] = [4 * first, 4 * Math.min(BLOCK, to - first)]
    run.evaluate(...bands.map((band) => band + start), fixed.values, bytes)
    take({ weights: weights + start, bytes })
  }
}

const recordOf = ({ fixed }: PlotKernel, place: number): number => fixed.records + RECORD.bytes * place
const valuesOf = ({ fixed }: PlotKernel, place: number): number => fixed.values + STRIDE * place
/** Of soil, then of plants. */
const binsOf = ({ fixed }: PlotKernel, place: number): number => fixed.bins + 2 * 8 * BINS * place
const marksOf = ({ fixed }: PlotKernel, place: number): number => fixed.marks + BINS * place

/** A trait at its place among those that the module computes. */
type Started = {
  place: number
  trait: number
  /** Sums are of differences to it. */
  origin: number
  /** The mean of angles, to which they are turned; undefined of other numbers. */
  direction: number | undefined
  isClipped: boolean
  /** Of each slice. */
  soil: Moments[]
  plants: Moments[]
  places: Places
  picked: Picked
  /** Of so many values, sorting would take too long or too much memory. */
  pickedMax: number
}

/** The mean direction of each trait of angles. */
function directionsOf(plot: PlotKernel, { bands, weights, groups }: Pixels): ReadonlyMap<number, number> {
  const { traits, able, run, memory, fixed } = plot
  const circular = [...able.entries()].filter(([, trait]) => traits[trait]?.isCircular)
  const found = circular.map(([place]) => ({ place, directions: createDirections() }))
  const end = found.length > 0 ? (groups.at(-1)?.to ?? 0) : 0
  for (let first = 0; first < end; first += BLOCK) {
    const count = Math.min(BLOCK, end - first)
    run.evaluateAngles(...bands.map((band) => band + 4 * first), fixed.values, 4 * count)
    for (const [at, { directions }] of found.entries())
      addDirections(
        directions,
        memory.doubles(fixed.values + STRIDE * at, count),
        memory.floats(weights + 4 * first, count),
      )
  }
  return new Map(found.map(({ place, directions }) => [place, directionOf(directions)]))
}

/** Of the pixels of a plot, so many values are sorted at most, or one of a few. */
const [PICKED_MIN, PICKED_SHARE] = [262_144, 0.125]

/** Empties the bins, and decides from some of the pixels where those of each trait lie. */
function startTraits(
  plot: PlotKernel,
  { source, directions }: { source: Source; directions: ReadonlyMap<number, number> },
): Started[] {
  const { traits, able, run, memory, fixed } = plot
  const addresses = source.bands.map((band, at) => {
    const address = fixed.sample + 4 * SAMPLE * at
    const [sample, numbers] = [memory.floats(address, SAMPLE), memory.floats(band, source.count)]
    for (let place = 0; place < SAMPLE; place += 1)
      sample[place] = numbers[Math.floor((place * source.count) / SAMPLE)] ?? 0
    return address
  })
  run.evaluate(...addresses, fixed.values, 4 * SAMPLE)
  memory.doubles(fixed.bins, 2 * BINS * able.length).fill(0)
  memory.bytes(fixed.marks, BINS * able.length).fill(0)
  const view = memory.view()
  return [...able.entries()].flatMap(([place, trait]) => {
    const { isUnstable, clip } = traits[trait] ?? {}
    const address = valuesOf(plot, place)
    const sample = memory.doubles(address, SAMPLE)
    const direction = directions.get(place)
    if (direction !== undefined) run.turn(address, 8 * SAMPLE, direction)
    const isClipped = isUnstable === true && clip !== undefined
    const origin = startRecord(view, recordOf(plot, place), { sample, clip: isClipped ? clip : undefined })
    if (origin === undefined) return []
    const pickedMax = Math.max(PICKED_MIN, PICKED_SHARE * source.count)
    const picked = (plot.picked[place] ??= createPicked())
    picked.count = 0
    const nothing = { soil: [], plants: [], places: { all: [], vegetation: [] } }
    return [{ place, trait, origin, direction, isClipped, picked, pickedMax, ...nothing }]
  })
}

function addBlock(plot: PlotKernel, started: readonly Started[], { weights, bytes, isPlants }: OfGroup): void {
  const { run } = plot
  for (const { place, direction, isClipped } of started) {
    const address = valuesOf(plot, place)
    if (direction !== undefined) run.turn(address, 2 * bytes, direction)
    const add = isClipped ? run.accumulateClipped : run.accumulate
    add(address, weights, bytes, recordOf(plot, place), binsOf(plot, place) + 8 * BINS * Number(isPlants))
  }
}

/** All statistics but quantiles. */
function writeSums({ trait, origin, soil, plants }: Started, values: Float64Array): void {
  const { all, vegetation } = rowsOf(values, trait)
  const slices = plants.map((one, at) => together(one, soil[at] ?? one))
  for (const [row, moments] of [
    [all, slices],
    [vegetation, plants],
  ] as const) {
    writeMoments(moments.reduce(together), origin, row)
    writeUniformity(moments, origin, row)
  }
}

/** The weights of bins of all values, once those of plants are added to those of soil, and of plants. */
const weightsOf = (plot: PlotKernel, place: number) => ({
  all: plot.memory.doubles(binsOf(plot, place), BINS),
  vegetation: plot.memory.doubles(binsOf(plot, place) + 8 * BINS, BINS),
})

/** Decides which bins have values that are needed. */
function markBins(plot: PlotKernel, { place, places }: Started): void {
  const { all, vegetation } = weightsOf(plot, place)
  for (let bin = 0; bin < BINS; bin += 1) all[bin] = (all[bin] as number) + (vegetation[bin] as number)
  const isMarked = plot.memory.bytes(marksOf(plot, place), BINS)
  places.all = findPlaces(all, QUANTILES, isMarked)
  places.vegetation = findPlaces(vegetation, QUANTILES, isMarked)
}

function pickBlock(plot: PlotKernel, started: readonly Started[], { weights, bytes, isPlants }: OfGroup): void {
  const { run, memory, fixed } = plot
  for (const { place, direction, picked, pickedMax } of started) {
    if (picked.count > pickedMax) continue
    const [address, record] = [valuesOf(plot, place), recordOf(plot, place)]
    if (direction !== undefined) run.turn(address, 2 * bytes, direction)
    run.pick(address, weights, bytes, record, marksOf(plot, place), fixed.picked)
    const found = (memory.view().getInt32(record + RECORD.picked, true) - fixed.picked) / PICK.bytes
    takePicked(plot, picked, { found, isPlants })
  }
}

function takePicked(
  { memory, fixed }: PlotKernel,
  picked: Picked,
  { found, isPlants }: { found: number; isPlants: boolean },
): void {
  const view = memory.view()
  reservePicked(picked, found)
  for (let at = 0; at < found; at += 1) {
    const address = fixed.picked + at * PICK.bytes
    const value = view.getFloat64(address + PICK.value, true)
    const weight = view.getFloat64(address + PICK.weight, true)
    if (weight === 0 || value - value !== 0) continue
    const { count } = picked
    picked.values[count] = value
    picked.weights[count] = weight
    picked.bins[count] = view.getInt32(address + PICK.bin, true)
    picked.isPlant[count] = isPlants ? 1 : 0
    picked.count = count + 1
  }
}

/** False when there are too many values to be sorted. */
function writeBins(plot: PlotKernel, one: Started, values: Float64Array): boolean {
  const { trait, picked, pickedMax, places } = one
  if (picked.count > pickedMax) return false
  const rows = rowsOf(values, trait)
  writeQuantiles(picked, { bins: BINS, places }, rows)
  for (const row of [rows.all, rows.vegetation]) {
    writeInterquartileRange(row)
    if (plot.traits[trait]?.isCircular) wrapStatistics(row)
  }
  return true
}
