// From the samples of a plot to its numbers.
import type { BandRole } from '#domain/maps.ts'
import { compile, type Program } from '../catalogue/program.ts'
import type { Trait } from '../catalogue/trait.ts'
import type { MaskRule } from './masks.ts'
import { createSamples, resize, type Samples } from './samples.ts'
import { createDescribe, SCOPES, STATISTICS } from './statistics.ts'

/** What is measured in each plot. */
export type Measures = {
  traits: readonly Pick<Trait, 'expression' | 'clip' | 'isUnstable' | 'isCircular'>[]
  mask: MaskRule | undefined
  /** Read of the raster, in the order of the samples. */
  bands: readonly BandRole[]
  isEightBit: boolean
}

export type PlotNumbers = {
  /** For each trait, each scope and each statistic in their order; NaN where there is none. */
  values: Float64Array
  /** Of pixels, by what they cover of the plot. */
  vegetationPx: number
  /** Canopy cover with the threshold 0.02 higher and lower; null without a mask, or when it was cleaned. */
  coverAround: readonly [higher: number, lower: number] | null
  /** Of the bands that were read. */
  bandMeans: number[]
  /** The part of the valid pixels that is saturated; null unless they have 8 bits. */
  satFrac: number | null
  /** Pixels by their brightness from 0 to 255; null unless they are 8 bits of red, green and blue. */
  brightness: Float32Array | null
}

export const placeOfValue = (trait: number, scope: number, statistic: number): number =>
  (trait * SCOPES.length + scope) * STATISTICS.length + statistic

const UNSTABLE_STEP = 0.02
const SATURATED_MIN = 250

export type Summarise = (samples: Samples) => PlotNumbers

/** The same memory serves plot after plot. */
export function createSummarise({ traits, mask, bands, isEightBit }: Measures): Summarise {
  const program = compile(traits.map(({ expression }) => expression))
  const ofMask = mask && { rule: mask, program: compile([mask.expression]) }
  const describe = createDescribe()
  const sorted = createSamples(bands.length)
  let outputs: Float64Array[] = traits.map(() => new Float64Array(0))
  let index = new Float64Array(0)
  return (samples) => {
    const { count } = samples
    if ((outputs[0]?.length ?? index.length) < count) {
      outputs = outputs.map(() => new Float64Array(count * 2))
      index = new Float64Array(count * 2)
    }
    const cover = ofMask && applyMask(samples, ofMask, { bands, index: exactly(index, count) })
    const vegetation = sortByVegetation(samples, sorted)
    const inputs = bandsFor(program, bands, sorted)
    const results = outputs.map((one) => exactly(one, count))
    program.run(inputs, results)
    const values = new Float64Array(traits.length * SCOPES.length * STATISTICS.length)
    const weights = exactly(sorted.weights, count)
    for (const [at, { clip, isUnstable, isCircular }] of traits.entries()) {
      const row = (scope: number) =>
        values.subarray(placeOfValue(at, scope, 0), placeOfValue(at, scope, STATISTICS.length))
      const result = results[at]
      if (result)
        describe({ values: result, weights, vegetation, clip: isUnstable && clip, isCircular }, row(0), row(1))
    }
    return { values, ...describePixels(sorted, vegetation, { bands, isEightBit }), coverAround: cover ?? null }
  }
}

const exactly = (numbers: Float64Array, count: number): Float64Array<ArrayBuffer> =>
  numbers.subarray(0, count) as Float64Array<ArrayBuffer>

const bandsFor = (program: Program, bands: readonly BandRole[], { bands: numbers, count }: Samples): Float64Array[] =>
  program.bands.map((role) => exactly(numbers[bands.indexOf(role)] ?? new Float64Array(count), count))

type OfMask = { rule: MaskRule; program: Program }
type Scratch = { bands: readonly BandRole[]; index: Float64Array }

/** Says which samples are vegetation, unless they say it; the cover at two other thresholds. */
function applyMask(
  samples: Samples,
  { rule, program }: OfMask,
  { bands, index }: Scratch,
): readonly [number, number] | undefined {
  const { count, weights } = samples
  if (samples.vegetation) return undefined
  program.run(bandsFor(program, bands, samples), [index])
  const vegetation = new Uint8Array(count)
  let [all, higher, lower] = [0, 0, 0]
  for (let at = 0; at < count; at += 1) {
    const value = index[at] ?? 0
    const weight = weights[at] ?? 0
    all += weight
    if (value > rule.threshold) vegetation[at] = 1
    if (value > rule.threshold + UNSTABLE_STEP) higher += weight
    if (value > rule.threshold - UNSTABLE_STEP) lower += weight
  }
  samples.vegetation = vegetation
  return [(100 * higher) / all, (100 * lower) / all]
}

/** Vegetation first. @returns how many are vegetation */
function sortByVegetation(samples: Samples, sorted: Samples): number {
  const { count, vegetation, bands, weights } = samples
  resize(sorted, count, false)
  const places = new Int32Array(count)
  let [first, last] = [0, count]
  for (let at = 0; at < count; at += 1) {
    if (vegetation?.[at] === 1) {
      places[at] = first
      first += 1
    } else {
      last -= 1
      places[at] = last
    }
  }
  const move = (from: Float64Array, to: Float64Array | undefined): void => {
    if (to) for (let at = 0; at < count; at += 1) to[places[at] ?? 0] = from[at] ?? 0
  }
  for (const [at, band] of bands.entries()) move(band, sorted.bands[at])
  move(weights, sorted.weights)
  return first
}

type OfPixels = { bands: readonly BandRole[]; isEightBit: boolean }

function describePixels(
  { count, bands: numbers, weights }: Samples,
  vegetation: number,
  { bands, isEightBit }: OfPixels,
) {
  let [all, ofVegetation, saturated] = [0, 0, 0]
  const sums = numbers.map(() => 0)
  const [reds, greens, blues] = (['red', 'green', 'blue'] as const).map((role) => numbers[bands.indexOf(role)])
  const brightness = isEightBit && reds && greens && blues ? new Float32Array(256) : null
  for (let at = 0; at < count; at += 1) {
    const weight = weights[at] ?? 0
    all += weight
    if (at < vegetation) ofVegetation += weight
    let isSaturated = false
    for (let band = 0; band < numbers.length; band += 1) {
      const value = numbers[band]?.[at] ?? 0
      sums[band] = (sums[band] ?? 0) + weight * value
      if (value >= SATURATED_MIN) isSaturated = true
    }
    if (isSaturated) saturated += weight
    if (!brightness || !reds || !greens || !blues) continue
    const bin = Math.floor(Math.sqrt(((reds[at] ?? 0) ** 2 + (greens[at] ?? 0) ** 2 + (blues[at] ?? 0) ** 2) / 3))
    brightness[bin] = (brightness[bin] ?? 0) + weight
  }
  return {
    vegetationPx: ofVegetation,
    bandMeans: sums.map((sum) => sum / all),
    satFrac: isEightBit && all > 0 ? saturated / all : null,
    brightness,
  }
}
