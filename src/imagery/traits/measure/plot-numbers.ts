import type { Trait } from '../catalogue/trait.ts'
import type { Reading } from './collector.ts'
import type { MaskRule } from './masks.ts'
import { SCOPES, STATISTICS } from './statistics.ts'

export type MeasuredTrait = Pick<Trait, 'expression' | 'clip' | 'isUnstable' | 'isCircular'>

/** What is measured in each plot. */
export type Measures = {
  traits: readonly MeasuredTrait[]
  mask: MaskRule | undefined
  /** Whether the list says what is vegetation. */
  isMasked: boolean
  reading: Reading
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

/** Cover that changes by as much of the index depends on the threshold. */
export const UNSTABLE_STEP = 0.02

/** The statistics of a trait among all values: of all pixels and of vegetation. */
export const rowsOf = (values: Float64Array, trait: number) => ({
  all: values.subarray(placeOfValue(trait, 0, 0), placeOfValue(trait, 0, STATISTICS.length)),
  vegetation: values.subarray(placeOfValue(trait, 1, 0), placeOfValue(trait, 1, STATISTICS.length)),
})
