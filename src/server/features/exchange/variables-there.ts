import { variableNameOn } from '#domain/exchange/exchange.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { BrapiClient } from '../../adapters/outside/brapi-client.ts'
import type { Observed, ObservedColumn } from '../brapi/observed.ts'
import type { Variable } from '../brapi/variable-of.ts'
import { traitNamesOf } from '../trials/trait-names.ts'
import { readVariables, type VariableThere } from './read-study.ts'

/** With what its variable is. */
export type MeasuredColumn = ObservedColumn & { about: Variable }

export const measuredColumns = ({ columns }: Observed): Promise<MeasuredColumn[]> =>
  Promise.all(
    columns
      .filter(({ isMeasured }) => isMeasured)
      .map(async (column) => ({ ...column, about: await column.variable() })),
  )

export const dayOfColumn = ({ timeStamp }: ObservedColumn): string | null => timeStamp?.slice(0, 10) ?? null

type NamedColumn = { column: MeasuredColumn; name: string | null; there: VariableThere | undefined }

const keyOf = (name: string): string => name.trim().toLowerCase()

/**
 * Which variable there a measured trait is on its day: by what the account calls it, else by our own name. All variables of the database
 * are read where those of the study aren't enough.
 */
export async function nameColumns(
  db: Database,
  { client, studyId, accountId }: { client: BrapiClient; studyId: string; accountId: string },
  columns: readonly MeasuredColumn[],
): Promise<{ named: NamedColumn[]; ofStudy: VariableThere[] }> {
  const ofAccount = await traitNamesOf(db, accountId)
  const wanted = columns.map((column) => {
    const { variableDbId, variableName } = column
    return { column, name: variableNameOn(ofAccount.get(variableDbId) ?? variableName, dayOfColumn(column)) }
  })
  const ofStudy = await readVariables(client, studyId)
  let find = finderIn(ofStudy)
  if (wanted.some(({ name }) => name !== null && !find(name)))
    find = finderIn([...new Map([...(await readVariables(client)), ...ofStudy].map((one) => [one.id, one])).values()])
  const named = wanted.map((one) => ({ ...one, there: one.name === null ? undefined : find(one.name) }))
  return { named, ofStudy }
}

/** By id or name, else by what it is called beside them. */
function finderIn(variables: readonly VariableThere[]): (name: string) => VariableThere | undefined {
  const byName = namesOf(variables, ({ id, name }) => [id, name])
  const byOthers = namesOf(variables, ({ others }) => others)
  return (name) => (byName.has(keyOf(name)) ? byName.get(keyOf(name)) : byOthers.get(keyOf(name))) ?? undefined
}

/** A name of two variables is that of none. */
function namesOf(
  variables: readonly VariableThere[],
  of: (variable: VariableThere) => string[],
): Map<string, VariableThere | null> {
  const found = new Map<string, VariableThere | null>()
  for (const variable of variables)
    for (const name of new Set(of(variable).map(keyOf))) found.set(name, found.has(name) ? null : variable)
  return found
}
