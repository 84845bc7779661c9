import type { z } from 'zod'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { brapiVariable } from '#contract/brapi.ts'
import type { OwnTrait } from '#domain/trial-formulas.ts'
import { CANOPY_TRAITS, mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadTrial } from '../trials/queries.ts'
import { variableIdOf, variableNameOf } from './ids.ts'
import { newestMeasured } from './measured.ts'
import { pageOfAll } from './page.ts'

type Variable = z.output<typeof brapiVariable>

/** The traits of the newest measurement of a trial, or all that can be measured. */
export async function brapiVariables(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { studyDbId, observationVariableDbId, ...paging }: QueryOf<'brapiVariables'>,
): Promise<ReplyOf<'brapiVariables'>> {
  const { traits, own } =
    studyDbId === undefined
      ? { traits: [...CANOPY_TRAITS, ...TRAITS].map(({ id: trait, unit }) => ({ trait, unit })), own: [] }
      : await traitsOfTrial(db, actor, studyDbId)
  const variables = traits
    .map(({ trait, unit }) => variableOf({ trait, unit }, own))
    .filter(
      ({ observationVariableDbId: id }) => observationVariableDbId === undefined || id === observationVariableDbId,
    )
  return pageOfAll(variables, paging)
}

async function traitsOfTrial(db: Deps['db'], actor: Actor, studyDbId: string) {
  const measured = await newestMeasured(db, await loadTrial(db, actor, studyDbId))
  const traits = new Map(measured?.columns.map(({ trait, unit }) => [trait, { trait, unit }]))
  return { traits: [...traits.values()], own: measured?.measurement.settings.formulas ?? [] }
}

function variableOf({ trait, unit }: { trait: string; unit: string }, own: readonly OwnTrait[]): Variable {
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
