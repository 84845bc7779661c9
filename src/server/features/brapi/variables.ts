import { CANOPY_TRAITS } from '#imagery/traits/catalogue/canopy-traits.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { traitNamesOf } from '../trials/trait-names.ts'
import type { BrapiDeps, Lister } from './answer.ts'
import type { Asked as AllAsked, Wanted } from './asked.ts'
import { meanColumns } from './means.ts'
import { allPlots, type Observed, observedIn, withVariables } from './observed.ts'
import { ownVariables } from './own-variables.ts'
import { type Page, pageOfAll, pageOfParts, partOfAll } from './page.ts'
import { MEAN_KINDS, type Variable, variableOfMeans, variableOfTrait } from './variable-of.ts'
import { STUDY_CHOICES, studiesFor } from './visible-studies.ts'

type Asked = Pick<AllAsked, 'wanted' | 'paging'>

const CHOSEN_BY = {
  observationVariableDbId: (one) => one.observationVariableDbId,
  observationVariableName: (one) => one.observationVariableName,
  traitDbId: ({ trait }) => trait.traitDbId,
  traitName: ({ trait }) => trait.traitName,
  traitClass: ({ trait }) => trait.traitClass,
  traitEntity: ({ trait }) => trait.entity,
  methodDbId: ({ method }) => method.methodDbId,
  methodName: ({ method }) => method.methodName,
  scaleDbId: ({ scale }) => scale.scaleDbId,
  scaleName: ({ scale }) => scale.scaleName,
  dataType: ({ scale }) => scale.dataType,
} as const satisfies Record<string, (one: Variable) => string>
const CHOICES = Object.entries<(one: Variable) => string>(CHOSEN_BY)

const pageOfWanted = (found: readonly Variable[], { wanted, paging }: Asked): Page<Variable> =>
  pageOfAll(
    found.filter((one) => CHOICES.every(([name, valueOf]) => wanted[name]?.includes(valueOf(one)) ?? true)),
    paging,
  )

/**
 * The traits of the newest measurements of studies, what people have recorded there, and means of genotypes; where no study is asked
 * for, all that can be measured, and what people have added in the trials that a person may see.
 */
export const variables: Lister<Variable> = {
  noun: 'variables',
  chooses: [...STUDY_CHOICES, ...Object.keys(CHOSEN_BY)],
  async list(deps, actor, asked) {
    const [page, names] = await Promise.all([pageOf(deps, actor, asked), traitNamesOf(deps.db, actor.accountId)])
    return { ...page, rows: page.rows.map((variable) => withName(variable, names)) }
  },
}

function withName(variable: Variable, names: ReadonlyMap<string, string>): Variable {
  const name = names.get(variable.observationVariableDbId)
  return name === undefined ? variable : { ...variable, synonyms: [name] }
}

async function pageOf(deps: BrapiDeps, actor: Actor, { wanted, paging }: Asked): Promise<Page<Variable>> {
  if (STUDY_CHOICES.some((name) => wanted[name])) {
    return pageOfWanted(await variablesOfStudies(deps, actor, wanted), { wanted, paging })
  }
  const { observationVariableDbId: ids } = wanted
  if (!ids) return listAll(deps, actor, { wanted, paging })
  const found: Variable[] = []
  for (const id of new Set(ids)) found.push(...(await withId(deps, actor, id)))
  return pageOfWanted(found, { wanted, paging })
}

/** Own columns of all trials that are looked through for one of a certain kind. */
const LOOKED_THROUGH_MAX = 2000

async function listAll({ db }: BrapiDeps, actor: Actor, { wanted, paging }: Asked) {
  const parts = [partOfAll(CATALOGUE), ...(await ownVariables(db, actor))]
  if (!CHOICES.some(([name]) => wanted[name])) return pageOfParts(parts, paging)
  const all = await pageOfParts(parts, { page: 0, pageSize: LOOKED_THROUGH_MAX })
  return pageOfWanted(all.rows, { wanted, paging })
}

const CATALOGUE = [...CANOPY_TRAITS, ...TRAITS].map(({ id: trait, unit }) => variableOfTrait({ trait, unit }))

/** Also of means, which are listed with a study only. */
async function withId({ db }: Pick<BrapiDeps, 'db'>, actor: Actor, wanted: string): Promise<Variable[]> {
  const kind = MEAN_KINDS.find((one) => wanted.endsWith(`_${one}`))
  const id = kind === undefined ? wanted : wanted.slice(0, -kind.length - 1)
  const inCatalogue = CATALOGUE.filter((one) => one.observationVariableDbId === id)
  const found = inCatalogue.length > 0 ? inCatalogue : await ownWithId({ db }, actor, id)
  if (kind === undefined) return found
  return found.flatMap((one) => (one.scale.dataType === 'Text' ? [] : [variableOfMeans(one, kind)]))
}

async function ownWithId({ db }: Pick<BrapiDeps, 'db'>, actor: Actor, id: string): Promise<Variable[]> {
  const parts = await ownVariables(db, actor, id)
  const own = await Promise.all(parts.map(({ count, read }) => read(0, count)))
  return own.flat().filter((one) => one.observationVariableDbId === id)
}

async function variablesOfStudies({ db }: BrapiDeps, actor: Actor, wanted: Wanted): Promise<Variable[]> {
  const columns: { variable: Variable }[] = []
  for (const trial of await studiesFor(db, actor, wanted))
    columns.push(...(await allColumns(db, await observedIn(db, trial))))
  return variablesOf(columns)
}

/** Those of plots, then means of genotypes. */
async function allColumns(db: Database, observed: Observed) {
  const columns = await withVariables(observed.columns)
  return [...columns, ...meanColumns(await allPlots(db, observed), columns)]
}

/** Each once. */
export const variablesOf = (columns: readonly { variable: Variable }[]): Variable[] => [
  ...new Map(columns.map(({ variable }) => [variable.observationVariableDbId, variable])).values(),
]

/** The traits, scales or methods of all variables, each once. */
const partOf = <Id extends string, Row extends Record<Id, string>>(
  noun: 'traits' | 'scales' | 'methods',
  id: Id,
  of: (variable: Variable) => Row,
): Lister<Row> => ({
  noun,
  chooses: [id, 'observationVariableDbId'],
  async list(deps, actor, { wanted: { [id as string]: ids, ...wanted }, paging }) {
    const all = await variables.list(deps, actor, { wanted, paging: { page: 0, pageSize: LOOKED_THROUGH_MAX } })
    const rows = new Map(all.rows.map(of).map((row) => [row[id], row]))
    return pageOfAll(
      [...rows.values()].filter((row) => ids?.includes(row[id]) ?? true),
      paging,
    )
  },
})

export const traits = partOf('traits', 'traitDbId', ({ trait }) => trait)
export const scales = partOf('scales', 'scaleDbId', ({ scale }) => scale)
export const methods = partOf('methods', 'methodDbId', ({ method }) => method)
