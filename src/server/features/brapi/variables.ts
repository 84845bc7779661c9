import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { CANOPY_TRAITS } from '#imagery/traits/catalogue/canopy-traits.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadTrial } from '../trials/queries.ts'
import { meanColumns } from './means.ts'
import { type Observed, observedIn } from './observed.ts'
import { pageOfAll } from './page.ts'
import { type Variable, variableOfTrait } from './variable-of.ts'

/** The traits of the newest measurement of a trial and what people have recorded there, or all that can be measured. */
export async function brapiVariables(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { studyDbId, observationVariableDbId, ...paging }: QueryOf<'brapiVariables'>,
): Promise<ReplyOf<'brapiVariables'>> {
  const all =
    studyDbId === undefined
      ? [...CANOPY_TRAITS, ...TRAITS].map(({ id: trait, unit }) => variableOfTrait({ trait, unit }))
      : variablesIn(await observedIn(db, await loadTrial(db, actor, studyDbId)))
  const variables = all.filter(
    ({ observationVariableDbId: id }) => observationVariableDbId === undefined || id === observationVariableDbId,
  )
  return pageOfAll(variables, paging)
}

/** Those of plots, then means of genotypes. */
const variablesIn = (observed: Observed): Variable[] => variablesOf([...observed.columns, ...meanColumns(observed)])

/** Each once. */
export const variablesOf = (columns: readonly { variable: Variable }[]): Variable[] => [
  ...new Map(columns.map(({ variable }) => [variable.observationVariableDbId, variable])).values(),
]
