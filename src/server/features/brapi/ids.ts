import { createHash } from 'node:crypto'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { Plot } from '#domain/trials.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'

/** A plot keeps it in all versions of the plots. */
export const unitIdOf = (trialId: string, { plotId }: Pick<Plot, 'plotId'>): string => `${trialId}:${plotId}`

/** The plot that an id names; undefined when it is of another trial. */
export const plotIdOf = (trialId: string, unitId: string): string | undefined =>
  unitId.startsWith(`${trialId}:`) ? unitId.slice(trialId.length + 1) : undefined

/** With another formula it is another variable, so that values that a database holds keep their meaning. */
export function variableIdOf(trait: string, own: readonly OwnTrait[] = []): string {
  const computed = own.find((one) => one.trait === trait)
  const of =
    computed &&
    createHash('sha256')
      .update(JSON.stringify([computed.formula, computed.unit]))
      .digest('hex')
  return [variableNameOf(trait), ...(of ? [of.slice(0, 12)] : [])].join('_')
}

export const variableNameOf = (trait: string): string => `${trait}_${mainValueOf(trait).stat}`

export const germplasmOf = ({ attributes: { genotype } }: Pick<Plot, 'attributes'>) =>
  genotype === undefined ? {} : { germplasmDbId: genotype, germplasmName: genotype }

export const REFERENCE_SOURCE = 'Skyfurrow'
