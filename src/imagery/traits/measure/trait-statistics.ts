// The statistics of the traits of a plot, computed by JavaScript.
import { compile } from '../catalogue/program.ts'
import { addDirections, createDirections, directionOf, turnTowards, wrapStatistics } from './angles.ts'
import type { Reading } from './collector.ts'
import { type MeasuredTrait, rowsOf } from './plot-numbers.ts'
import type { Samples } from './samples.ts'
import { createDescribe } from './statistics.ts'
import { slicesOfValues, writeUniformity } from './uniformity.ts'

/** Writes the statistics of some of the traits. The same memory serves plot after plot. */
export function createTraitStatistics(
  traits: readonly MeasuredTrait[],
  { bands, isEightBit }: Reading,
): (samples: Samples, values: Float64Array, which: readonly number[]) => void {
  const describe = createDescribe()
  const programs = traits.map(({ expression }) => compile([expression], { isEightBit }))
  return (samples, all, which) => {
    const { count, vegetation } = samples
    const weights = samples.weights.subarray(0, count)
    for (const trait of which) {
      const { isCircular, isUnstable, clip } = traits[trait] ?? {}
      const program = programs[trait]
      if (!program) continue
      const values = new Float64Array(count)
      program.run(
        program.bands.map((role) => samples.bands[bands.indexOf(role)] ?? values),
        [values],
      )
      if (isCircular) {
        const directions = createDirections()
        addDirections(directions, values, weights)
        turnTowards(values, directionOf(directions))
      }
      const rows = rowsOf(all, trait)
      const clipped = isUnstable ? clip : undefined
      describe({ values, weights, vegetation, clip: clipped }, rows.all, rows.vegetation)
      const slices = slicesOfValues({ values, samples, clip: clipped })
      writeUniformity(slices.all, 0, rows.all)
      writeUniformity(slices.plants, 0, rows.vegetation)
      if (isCircular) for (const row of Object.values(rows)) wrapStatistics(row)
    }
  }
}
