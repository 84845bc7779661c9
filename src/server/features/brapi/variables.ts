import type { Kysely } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { CANOPY_TRAITS } from '#imagery/traits/catalogue/canopy-traits.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadTrial } from '../trials/queries.ts'
import { meanColumns } from './means.ts'
import { type Observed, observedIn } from './observed.ts'
import { columnVariables, formulaVariables } from './own-variables.ts'
import { pageOfAll, pageOfParts } from './page.ts'
import { MEAN_KINDS, type Variable, variableOfMeans, variableOfTrait } from './variable-of.ts'

/**
 * The traits of the newest measurement of a trial, what people have recorded there, and means of genotypes; without a trial, all that
 * can be measured, and what people have added in the trials that a person may see.
 */
export async function brapiVariables(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { studyDbId, observationVariableDbId: wanted, ...paging }: QueryOf<'brapiVariables'>,
): Promise<ReplyOf<'brapiVariables'>> {
  if (studyDbId !== undefined) {
    const all = variablesIn(await observedIn(db, await loadTrial(db, actor, studyDbId)))
    return pageOfAll(
      all.filter(({ observationVariableDbId: id }) => wanted === undefined || id === wanted),
      paging,
    )
  }
  if (wanted !== undefined) return pageOfAll(await withId(db, actor, wanted), paging)
  const catalogue = {
    count: CATALOGUE.length,
    read: async (from: number, limit: number) => CATALOGUE.slice(from, from + limit),
  }
  return pageOfParts([catalogue, await formulaVariables(db, actor), await columnVariables(db, actor)], paging)
}

const CATALOGUE = [...CANOPY_TRAITS, ...TRAITS].map(({ id: trait, unit }) => variableOfTrait({ trait, unit }))

/** Also of means, which are listed with a trial only. */
async function withId(db: Kysely<Schema>, actor: Actor, wanted: string): Promise<Variable[]> {
  const kind = MEAN_KINDS.find((one) => wanted.endsWith(`_${one}`))
  const id = kind === undefined ? wanted : wanted.slice(0, -kind.length - 1)
  const parts = [await formulaVariables(db, actor, id), await columnVariables(db, actor, id)]
  const own = await Promise.all(parts.map(({ count, read }) => read(0, count)))
  const found = [...CATALOGUE, ...own.flat()].filter((one) => one.observationVariableDbId === id)
  if (kind === undefined) return found
  return found.flatMap((one) => (one.scale.dataType === 'Text' ? [] : [variableOfMeans(one, kind)]))
}

/** Those of plots, then means of genotypes. */
const variablesIn = (observed: Observed): Variable[] => variablesOf([...observed.columns, ...meanColumns(observed)])

/** Each once. */
export const variablesOf = (columns: readonly { variable: Variable }[]): Variable[] => [
  ...new Map(columns.map(({ variable }) => [variable.observationVariableDbId, variable])).values(),
]
