import type { z } from 'zod'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { brapiVariable } from '#contract/brapi.ts'
import { CANOPY_TRAITS, findCanopyTrait, mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { findTrait, TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadTrial } from '../trials/queries.ts'
import { variableIdOf } from './ids.ts'
import { newestMeasured } from './measured.ts'
import { pageOfAll } from './page.ts'

type Variable = z.output<typeof brapiVariable>

/** The traits of the newest measurement of a trial, or all that can be measured. */
export async function brapiVariables(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { studyDbId, observationVariableDbId, ...paging }: QueryOf<'brapiVariables'>,
): Promise<ReplyOf<'brapiVariables'>> {
  const traits =
    studyDbId === undefined
      ? [...CANOPY_TRAITS, ...TRAITS].map(({ id: trait, unit }) => ({ trait, unit }))
      : await traitsOfTrial(db, actor, studyDbId)
  const variables = traits
    .map(({ trait, unit }) => variableOf(trait, unit))
    .filter(
      ({ observationVariableDbId: id }) => observationVariableDbId === undefined || id === observationVariableDbId,
    )
  return pageOfAll(variables, paging)
}

async function traitsOfTrial(db: Deps['db'], actor: Actor, studyDbId: string) {
  const { columns } = (await newestMeasured(db, await loadTrial(db, actor, studyDbId))) ?? { columns: [] }
  return [...new Map(columns.map(({ trait, unit }) => [trait, { trait, unit }])).values()]
}

function variableOf(trait: string, unit: string): Variable {
  const known = findTrait(trait)
  const name = known?.name ?? findCanopyTrait(trait)?.name ?? trait
  const id = variableIdOf(trait)
  return {
    observationVariableDbId: id,
    observationVariableName: id,
    trait: { traitDbId: trait, traitName: name, traitClass: classOf(trait), entity: 'canopy' },
    method: {
      methodDbId: id,
      methodName: `Drone images, ${mainValueOf(trait).stat === 'mean' ? 'mean of the pixels of a plot' : '95th percentile of the plants of a plot'}, each by its share in the plot`,
      methodClass: 'Measurement',
      ...(known && {
        formula: known.formula,
        reference: known.doi ? `${known.reference}, doi ${known.doi}` : known.reference,
      }),
    },
    scale: { scaleDbId: unit, scaleName: unit === '1' ? 'index' : unit, dataType: 'Numerical', units: unit },
  }
}

const classOf = (trait: string): string => (trait.startsWith('canopy') ? 'Morphological' : 'Vegetation index')
