// The indices that maps show: those of the catalogue of traits that are sums, differences, products and ratios of bands.
import type { BandRole } from '#domain/maps.ts'
import { findTrait } from '../traits/catalogue/catalogue.ts'
import { NEARLY_ZERO, type Expression as TraitExpression } from '../traits/catalogue/expression.ts'
import type { Trait } from '../traits/catalogue/trait.ts'

/** A number, a band, or an operation on two of them. */
export type Expression = number | BandRole | readonly ['+' | '-' | '*' | '/', Expression, Expression]

export type VegetationIndex = Pick<Trait, 'id' | 'name' | 'formula' | 'needs' | 'presupposes'> & {
  expression: Expression
  /** The range in which fields differ. */
  range: readonly [low: number, high: number]
}

/** In the order in which they are offered. */
const SHOWN =
  'ExG ExGR NGRDI GLI VARI ExR GCC MGRVI RGBVI NGBDI TGI NDVI GNDVI NDRE SAVI RENDVI OSAVI EVI EVI2 CIgreen CIrededge'

/** Written with bands, where the catalogue has shares of R + G + B. */
const OF_BANDS: Readonly<Record<string, string>> = {
  ExG: '(2G − R − B) / (R + G + B)',
  ExGR: '(3G − 2.4R − B) / (R + G + B)',
  ExR: '(1.4R − G) / (R + G + B)',
  GCC: 'G / (R + G + B)',
}

/** In the order in which people are told what an index needs. */
const ROLES: readonly BandRole[] = ['nir', 'redEdge', 'red', 'green', 'blue']

export const INDICES: readonly VegetationIndex[] = SHOWN.split(' ').map((id) => {
  const trait = findTrait(id)
  if (!trait?.window || !isArithmetic(trait.expression))
    throw new Error(`The catalogue has no ${id} that maps can show`)
  const { name, formula, expression, needs, window: range, presupposes } = trait
  return {
    id,
    name,
    formula: OF_BANDS[id] ?? formula.replaceAll(/\bN\b/g, 'NIR'),
    expression,
    needs: ROLES.filter((role) => needs.includes(role)),
    range,
    presupposes,
  }
})

function isArithmetic(expression: TraitExpression): expression is Expression {
  if (typeof expression !== 'object') return true
  const [operation, ...operands] = expression
  return ['+', '-', '*', '/'].includes(operation) && (operands as readonly TraitExpression[]).every(isArithmetic)
}

/** NaN where it divides by nearly nothing. */
export function evaluate(expression: Expression, valueOf: (role: BandRole) => number): number {
  if (typeof expression === 'number') return expression
  if (typeof expression === 'string') return valueOf(expression)
  const [operation, left, right] = expression
  const [a, b] = [evaluate(left, valueOf), evaluate(right, valueOf)]
  if (operation === '+') return a + b
  if (operation === '-') return a - b
  if (operation === '*') return a * b
  return Math.abs(b) < NEARLY_ZERO ? Number.NaN : a / b
}
