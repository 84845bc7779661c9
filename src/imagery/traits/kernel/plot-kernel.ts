// What the steps of describing a plot share: the module, its memory, and where things lie in it.
import type { Measures } from '../measure/plot-numbers.ts'
import type { Picked } from '../measure/quantiles.ts'
import type { Memory } from './memory.ts'

/** Numbers of a block: those of all traits fit in the cache of a processor. */
export const BLOCK = 1024
/** From the values of one trait to those of the next: 64 bytes more, because a cache can't hold many numbers at multiples of 4096. */
export const STRIDE = 8 * BLOCK + 64
export const SAMPLE = 256
export const LEVELS = 256

export type Run = Record<
  | 'findPlaces'
  | 'unpackBits'
  | 'moveFloats'
  | 'turn'
  | 'accumulate'
  | 'accumulateClipped'
  | 'pick'
  | 'markPlants'
  | 'describeBands'
  | 'evaluate'
  | 'evaluateAngles'
  | 'evaluateMask',
  (...numbers: number[]) => void
>

type Fixed = Record<
  'records' | 'mark' | 'bandSums' | 'brightness' | 'next' | 'bins' | 'marks' | 'picked' | 'values' | 'sample',
  number
>
export type PlotKernel = Measures & {
  /** The traits that it computes. */
  able: readonly number[]
  /** Values of each of them that are sorted; the same memory serves plot after plot. */
  picked: Picked[]
  run: Run
  memory: Memory
  fixed: Fixed
  /** Where the memory of a plot begins. */
  start: number
}
