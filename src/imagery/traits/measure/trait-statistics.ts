// The statistics of the traits of a plot: exact where there are few pixels, from fine histograms where there are many.
import { compile } from '../catalogue/program.ts'
import type { Trait } from '../catalogue/trait.ts'
import { directionOf, turnTowards, wrapStatistics } from './angles.ts'
import type { Reading } from './collector.ts'
import { createHistogramStatistics } from './histogram-statistics.ts'
import type { Samples } from './samples.ts'
import { createDescribe } from './statistics.ts'

export type MeasuredTrait = Pick<Trait, 'expression' | 'clip' | 'isUnstable' | 'isCircular'>

/** The rows of a trait: statistics of all pixels and of vegetation. */
export type Rows = (trait: number) => { all: Float64Array; vegetation: Float64Array }
export type DescribeTraits = (samples: Samples, rows: Rows) => void

/** Sorting takes longer for more. */
const SORTED_MAX = 32_768
const SAMPLE = 256

/** The same memory serves plot after plot. */
export function createTraitStatistics(
  traits: readonly MeasuredTrait[],
  { bands, isEightBit }: Reading,
): DescribeTraits {
  const program = compile(
    traits.map(({ expression }) => expression),
    { isEightBit },
  )
  const places = program.bands.map((role) => bands.indexOf(role))
  const histograms = traits.map(() => createHistogramStatistics())
  const few = traits.map(() => new Float64Array(SAMPLE))
  const describe = createDescribe()
  const inputsOf = (samples: Pick<Samples, 'bands'>): Float64Array[] =>
    places.map((place) => samples.bands[place] ?? new Float64Array(0))
  const alone = traits.map(({ expression }) => compile([expression], { isEightBit }))
  const clipOf = (trait: number) => (traits[trait]?.isUnstable ? traits[trait].clip : undefined)

  const describeSorted = (samples: Samples, rows: Rows, which: readonly number[]): void => {
    const { count, vegetation } = samples
    for (const trait of which) {
      const one = traits[trait]
      const only = alone[trait]
      if (!one || !only) continue
      const values = new Float64Array(count)
      only.run(
        only.bands.map((role) => samples.bands[bands.indexOf(role)] ?? values),
        [values],
      )
      if (one.isCircular) turnTowards(values, directionOf(values))
      const { all, vegetation: ofVegetation } = rows(trait)
      describe(
        { values, weights: samples.weights.subarray(0, count), vegetation, clip: clipOf(trait) },
        all,
        ofVegetation,
      )
    }
  }

  /** @returns the traits of which a quantile lies outside of the histogram */
  const describeMany = (samples: Samples, rows: Rows): number[] => {
    program.run(inputsOf({ bands: sampleOf(samples) }), few)
    const directions = traits.map(({ isCircular }, trait) =>
      isCircular && few[trait] ? directionOf(few[trait]) : null,
    )
    for (const [trait, histogram] of histograms.entries()) {
      const sample = few[trait] ?? new Float64Array(0)
      const direction = directions[trait] ?? null
      if (direction !== null) turnTowards(sample, direction)
      histogram.start(sample, clipOf(trait))
    }
    const inputs = inputsOf(samples)
    for (const isVegetation of [true, false]) {
      const range = isVegetation ? { from: 0, to: samples.vegetation } : { from: samples.vegetation, to: samples.count }
      program.visit(inputs, range, (trait, values, { start, count }) => {
        const direction = directions[trait] ?? null
        if (direction !== null) turnTowards(values.subarray(0, count), direction)
        histograms[trait]?.add(values, samples.weights, { start, count, isVegetation })
      })
    }
    return histograms.flatMap((histogram, trait) => {
      const { all, vegetation } = rows(trait)
      return histogram.finish(all, vegetation) ? [] : [trait]
    })
  }

  return (samples, rows) => {
    const rest = samples.count > SORTED_MAX ? describeMany(samples, rows) : [...traits.keys()]
    describeSorted(samples, rows, rest)
    for (const [trait, { isCircular }] of traits.entries())
      if (isCircular) for (const row of Object.values(rows(trait))) wrapStatistics(row)
  }
}

/** So many pixels from all over the plot, by their bands. */
const sampleOf = ({ bands, count }: Samples): Float64Array[] =>
  bands.map((band) => Float64Array.from({ length: SAMPLE }, (_, at) => band[Math.floor((at * count) / SAMPLE)] ?? 0))
