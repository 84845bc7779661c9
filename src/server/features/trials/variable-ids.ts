import { createHash } from 'node:crypto'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'

const digestOf = (parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)

/** With another formula it is another variable, so that values that a database holds keep their meaning. */
export function variableIdOf(trait: string, own: readonly OwnTrait[] = []): string {
  const computed = own.find((one) => one.trait === trait)
  return [variableNameOf(trait), ...(computed ? [digestOf([computed.formula, computed.unit])] : [])].join('_')
}

/** Of an own column: in all trials the same for the same name in the same unit. */
export const ownVariableIdOf = ({ name, unit }: { name: string; unit: string | null }): string =>
  `own_${digestOf([name, unit])}`

export const variableNameOf = (trait: string): string => `${trait}_${mainValueOf(trait).stat}`
