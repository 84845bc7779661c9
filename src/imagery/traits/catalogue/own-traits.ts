// Traits by formulas of people. They compute with the values of a map: its numbers by the scale that it or a person states.
import type { BandRole } from '#domain/maps.ts'
import { OWN_TRAIT_LENGTH_MAX, type OwnTrait } from '#domain/trial-formulas.ts'
import { PLOT_ATTRIBUTES } from '#domain/trials.ts'
import { findCanopyTrait } from './canopy-traits.ts'
import { findTrait, TRAITS } from './catalogue.ts'
import { type Expression, variablesOf } from './expression.ts'
import { FormulaProblem } from './formula-tokens.ts'
import { parseFormula } from './parse-formula.ts'
import type { Presupposes } from './trait.ts'

/** What the table calls its other columns. */
const TAKEN: ReadonlySet<string> = new Set(
  ['plot', ...PLOT_ATTRIBUTES, ...TRAITS.map(({ id }) => id)].map((one) => one.toLowerCase()),
)

/** Why an id can't be that of an own trait, in words. It may differ from others by more than capital letters. */
export function idProblem(id: string): string | undefined {
  if (id.length > OWN_TRAIT_LENGTH_MAX) return `At most ${OWN_TRAIT_LENGTH_MAX} characters`
  if (!/^[A-Za-z]\w*$/.test(id)) return 'A letter, then letters, digits and _ only'
  if (/^canopy/i.test(id)) return 'Names that begin with canopy are those of heights and cover'
  return TAKEN.has(id.toLowerCase()) ? `${id} is taken. Choose another one.` : undefined
}

/** Why a formula can't be that of an own trait, in words. */
export function formulaProblemOf(text: string): string | undefined {
  try {
    return variablesOf(parseFormula(text)).length === 0 ? 'It needs a band, such as G' : undefined
  } catch (error) {
    if (error instanceof FormulaProblem) return error.message
    throw error
  }
}

/** A trait as it is measured. */
export type ComputedTrait = {
  id: string
  unit: string
  expression: Expression
  needs: readonly BandRole[]
  presupposes: Presupposes
}

export function computedTrait({ trait, formula, unit }: OwnTrait): ComputedTrait {
  const expression = parseFormula(formula)
  return { id: trait, unit, expression, needs: variablesOf(expression), presupposes: 'any' }
}

type Described = {
  name: string
  formula: string | null
  reference: string | null
  doi: string | null
  note: string | null
}

const OF_PEOPLE = {
  reference: 'Formula of this trial',
  doi: null,
  note: 'Computed with the values of each map: reflectance where its scale is known, else the numbers of the camera.',
}

/** What a trait is. `own` are the formulas with which it was measured. */
export function describeTrait(trait: string, own: readonly OwnTrait[] = []): Described {
  const computed = own.find((one) => one.trait === trait)
  if (computed) return { name: computed.name, formula: computed.formula, ...OF_PEOPLE }
  const known = findTrait(trait)
  const name = known?.name ?? findCanopyTrait(trait)?.name ?? trait
  const { formula = null, reference = null, doi = null, note = null } = known ?? {}
  return { name, formula, reference, doi, note }
}
