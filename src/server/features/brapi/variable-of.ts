import type { z } from 'zod'
import type { brapiVariable } from '#contract/brapi/rows.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import type { ValueType } from '#domain/trials.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import type { OwnRecorded } from '../trials/own-columns/recorded-columns.ts'
import { ownVariableIdOf, variableIdOf, variableNameOf } from '../trials/variable-ids.ts'

export type Variable = z.output<typeof brapiVariable>

export function variableOfTrait(
  { trait, unit }: { trait: string; unit: string },
  own: readonly OwnTrait[] = [],
): Variable {
  const { name, formula, reference, doi } = describeTrait(trait, own)
  const id = variableIdOf(trait, own)
  return {
    observationVariableDbId: id,
    observationVariableName: variableNameOf(trait),
    trait: {
      traitDbId: own.some((one) => one.trait === trait) ? id : trait,
      traitName: name,
      traitClass: classOf(trait),
      entity: 'canopy',
    },
    method: {
      methodDbId: id,
      methodName: `Drone images, ${mainValueOf(trait).stat === 'mean' ? 'mean of the pixels of a plot' : '95th percentile of the plants of a plot'}, each by its share in the plot`,
      methodClass: 'Measurement',
      ...(formula !== null && { formula }),
      ...(reference !== null && { bibliographicalReference: doi === null ? reference : `${reference}, doi ${doi}` }),
    },
    scale: { scaleDbId: unit, scaleName: unit === '1' ? 'index' : unit, dataType: 'Numerical', units: unit },
  }
}

const classOf = (trait: string): string => (trait.startsWith('canopy') ? 'Morphological' : 'Vegetation index')

const SCALES = { number: 'Numerical', date: 'Date', text: 'Text' } as const satisfies Record<ValueType, string>

/** What people have scored, weighed or dated. */
export function variableOfColumn({
  name,
  givenUnit,
  type,
}: Pick<OwnRecorded, 'name' | 'givenUnit' | 'type'>): Variable {
  const id = ownVariableIdOf({ name, unit: givenUnit })
  const scaleName = givenUnit ?? type
  return {
    observationVariableDbId: id,
    observationVariableName: name,
    trait: { traitDbId: id, traitName: name, traitClass: 'Agronomic', entity: 'plot' },
    method: { methodDbId: id, methodName: 'Recorded by people', methodClass: 'Observation' },
    scale: {
      scaleDbId: `${id}_scale`,
      scaleName,
      dataType: SCALES[type],
      ...(type === 'number' && givenUnit !== null && { units: givenUnit }),
    },
  }
}

const MEANS = {
  BLUE: {
    methodName:
      'Mean of a genotype (BLUE): value = treatment + replicate + genotype + block inside its replicate + error; treatments and replicates are fixed, blocks random (REML)',
    reference: {},
  },
  adjusted: {
    methodName:
      'Mean of a genotype adjusted for the places of its plots: treatments fixed, rows and columns random, P-splines in two dimensions (REML)',
    reference: {
      bibliographicalReference: 'Rodríguez-Álvarez et al. 2018, doi 10.1016/j.spasta.2017.10.003',
    },
  },
}
export type MeanKind = keyof typeof MEANS
export const MEAN_KINDS = ['BLUE', 'adjusted'] as const satisfies readonly MeanKind[]

/** Means of genotypes: the same trait and scale, by another method. */
export function variableOfMeans(of: Variable, kind: MeanKind): Variable {
  const id = `${of.observationVariableDbId}_${kind}`
  const { methodName, reference } = MEANS[kind]
  return {
    ...of,
    observationVariableDbId: id,
    observationVariableName: `${of.observationVariableName}_${kind}`,
    method: { methodDbId: id, methodName, methodClass: 'Computation', ...reference },
  }
}
