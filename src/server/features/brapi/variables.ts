import type { z } from 'zod'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { brapiVariable } from '#contract/brapi.ts'
import { findTrait, TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { CANOPY_TRAITS } from '../trials/measuring/canopy-traits.ts'
import { loadTrial } from '../trials/queries.ts'
import { mainStatOf } from '../trials/results/trait-columns.ts'
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
      ? [...CANOPY_TRAITS.keys(), ...TRAITS.map(({ id }) => id)].map((trait) => ({ trait, unit: unitOf(trait) }))
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

const unitOf = (trait: string): string =>
  findTrait(trait)?.unit ?? (trait === 'canopyCover' ? '%' : trait === 'canopyVolume' ? 'm3' : 'm')

function variableOf(trait: string, unit: string): Variable {
  const known = findTrait(trait)
  const name = known?.name ?? CANOPY_TRAITS.get(trait) ?? trait
  const id = variableIdOf(trait)
  return {
    observationVariableDbId: id,
    observationVariableName: id,
    trait: { traitDbId: trait, traitName: name, traitClass: classOf(trait), entity: 'canopy' },
    method: {
      methodDbId: id,
      methodName: `Drone images, ${mainStatOf(trait) === 'mean' ? 'mean of the pixels of a plot' : '95th percentile of the pixels of a plot'}, each by its share in the plot`,
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
