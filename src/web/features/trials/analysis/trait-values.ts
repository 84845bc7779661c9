import type { Flag } from '#imagery/traits/measure/flags.ts'
import type { Trait } from '../workspace/workspace.ts'

/** A trait of all plots: of each day of the workspace, the values in the order of the plots; undefined where it has none. */
export type TraitValues = {
  trait: Trait
  byDay: (readonly (number | null)[] | undefined)[]
  /** The warnings of the values, where one day was asked for. */
  flags?: (readonly (readonly Flag[])[] | undefined)[]
}
