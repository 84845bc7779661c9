// The statistics of each trait of a plot: moments and bins of its groups, then quantiles.
import { directionOf, wrapStatistics } from '../measure/angles.ts'
import { rowsOf } from '../measure/plot-numbers.ts'
import { type Moments, together, writeInterquartileRange, writeMoments } from '../measure/statistics.ts'
import { writeUniformity } from '../measure/uniformity.ts'
import { type Range, startRecord, takeMoments, writeQuantiles } from './bins.ts'
import { BINS, FOLDED, RECORD } from './bins-code.ts'
import { BLOCK, type PlotKernel, SAMPLE, STRIDE } from './plot-kernel.ts'
import type { Group, Pixels, Source } from './plot-pixels.ts'

type Describing = { source: Source; pixels: Pixels; values: Float64Array }

/** @returns the traits that it can't compute, and those of which a quantile lies outside of the bins */
export function describeTraits(plot: PlotKernel, { source, pixels, values }: Describing): number[] {
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
