// From the pixels of a plot to its numbers.
import { compile } from '../catalogue/program.ts'
import { createKernel } from '../kernel/kernel.ts'
import type { Reading } from './collector.ts'
import type { MaskRule } from './masks.ts'
import { type PixelList, unpackColours } from './pixel-list.ts'
import { type Measures, type PlotNumbers, UNSTABLE_STEP } from './plot-numbers.ts'
import { createSamples, type Samples, takePixels } from './samples.ts'
import { SCOPES, STATISTICS } from './statistics.ts'
import { createTraitStatistics } from './trait-statistics.ts'

/** WebAssembly computes plots of more pixels: it is faster then. */
const PIXELS_MAX = 32_768

/** The same memory serves plot after plot. */
export function createSummarise(measures: Measures): (list: PixelList) => PlotNumbers {
  const { traits, mask, isMasked, reading } = measures
  const describe = createTraitStatistics(traits, reading)
  const applyMask = mask && !isMasked ? createMask(mask, reading) : undefined
  const samples = createSamples(reading.bands.length)
  const kernel = createKernel(measures)
  return (list) => {
    const values = new Float64Array(traits.length * SCOPES.length * STATISTICS.length)
    const found = kernel && list.count > PIXELS_MAX ? kernel.describe(list, values) : undefined
    if (found?.rest.length === 0) return { values, ...found.numbers }
    if (reading.isColours) unpackColours(list)
    const coverAround = applyMask?.(list) ?? null
    takePixels(list, samples)
    describe(samples, values, found?.rest ?? [...traits.keys()])
    return { values, ...(found?.numbers ?? { ...describePixels(samples, reading), coverAround }) }
  }
}

const SATURATED_MIN = 250
const CHUNK = 8192

/** Says which pixels are vegetation. @returns the cover at a threshold a little higher and a little lower */
function createMask({ expression, threshold }: MaskRule, { bands }: Reading) {
  const program = compile([expression])
  const places = program.bands.map((role) => bands.indexOf(role))
  const inputs = places.map(() => new Float64Array(CHUNK))
  const index = new Float64Array(CHUNK)
  return (list: PixelList): readonly [number, number] => {
    let [all, higher, lower] = [0, 0, 0]
    for (let from = 0; from < list.count; from += CHUNK) {
      const to = Math.min(list.count, from + CHUNK)
      for (const [at, place] of places.entries()) inputs[at]?.set(list.bands[place]?.subarray(from, to) ?? [])
      program.run(inputs, [index.subarray(0, to - from)])
      for (let at = from; at < to; at += 1) {
        const value = index[at - from] ?? 0
        const weight = list.weights[at] ?? 0
        all += weight
        list.vegetation[at] = value > threshold ? 1 : 0
        if (value > threshold + UNSTABLE_STEP) higher += weight
        if (value > threshold - UNSTABLE_STEP) lower += weight
      }
    }
    return [(100 * higher) / all, (100 * lower) / all]
  }
}

type OfPixels = Pick<PlotNumbers, 'vegetationPx' | 'bandMeans' | 'satFrac' | 'brightness'>

function describePixels({ count, vegetation, bands, weights }: Samples, reading: Reading): OfPixels {
  let [all, vegetationPx] = [0, 0]
  for (let at = 0; at < count; at += 1) {
    all += weights[at] ?? 0
    if (at === vegetation - 1) vegetationPx = all
  }
  const bandMeans = bands.map((band) => {
    let sum = 0
    for (let at = 0; at < count; at += 1) sum += (weights[at] ?? 0) * (band[at] ?? 0)
    return sum / all
  })
  const [reds, greens, blues] = bands
  if (!reading.isColours || !reds || !greens || !blues)
    return { vegetationPx, bandMeans, satFrac: null, brightness: null }
  const brightness = new Float32Array(256)
  let saturated = 0
  for (let at = 0; at < count; at += 1) {
    const red = reds[at] ?? 0
    const green = greens[at] ?? 0
    const blue = blues[at] ?? 0
    const weight = weights[at] ?? 0
    if (red >= SATURATED_MIN || green >= SATURATED_MIN || blue >= SATURATED_MIN) saturated += weight
    const level = Math.sqrt((red * red + green * green + blue * blue) / 3) | 0
    brightness[level] = (brightness[level] ?? 0) + weight
  }
  return { vegetationPx, bandMeans, satFrac: all > 0 ? saturated / all : null, brightness }
}
