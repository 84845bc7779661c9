import type { BandRole } from '#domain/maps.ts'
import { type Expression, variablesOf } from './expression.ts'

/**
 * What the values of the bands must be. 'any': numbers of a camera, as ratios of like terms don't depend on their scale;
 * '8-bit': 0 to 255; 'calibrated': all bands in the same calibrated units; 'reflectance': 0 to 1.
 */
export type Presupposes = 'any' | '8-bit' | 'calibrated' | 'reflectance'

export type Trait = {
  id: string
  name: string
  /** R, G, B, RE and N are bands; r, g and b are their shares of R + G + B. */
  formula: string
  expression: Expression
  needs: readonly BandRole[]
  presupposes: Presupposes
  /** '1' for a number without a unit. */
  unit: '1' | 'degrees' | 'digital numbers'
  /** What it can be; infinite where nothing bounds it. */
  range: readonly [low: number, high: number]
  /** In which fields differ; null where it is not known. */
  window: readonly [low: number, high: number] | null
  /** What a picture of it is clipped to. */
  clip?: readonly [low: number, high: number]
  /** Its denominator can be nearly zero: mean and deviation are of the values clipped to `clip`, and the median counts. */
  isUnstable?: true
  /** Angles: 359 and 1 degree are neighbours. */
  isCircular?: true
  reference: string
  /** Of the reference. */
  doi?: string
  /** Other names under which it is known. */
  alsoKnownAs?: string
  /** What to know before it is used. */
  note?: string
}

export const MINUS_ONE_TO_ONE = [-1, 1] as const
export const FROM_ZERO = [0, Number.POSITIVE_INFINITY] as const
export const ANY = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const

type Usual = 'needs' | 'presupposes' | 'unit' | 'range' | 'window'
type Stated = Omit<Trait, Usual> & Partial<Pick<Trait, Usual>>

/** Makes traits of one kind, each without a unit, and with what is usual of the kind unless it says otherwise. */
export const traitsWith =
  (usual: Pick<Trait, 'presupposes' | 'range'>) =>
  (trait: Stated): Trait => ({ needs: variablesOf(trait.expression), unit: '1', window: null, ...usual, ...trait })
