import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadTrial } from '../trials/queries.ts'
import { unitIdOf } from './ids.ts'
import { type Cell, type ObservedColumn, observedIn } from './observed.ts'
import { boundsOf, single } from './page.ts'
import { type Variable } from './variable-of.ts'
import { variablesOf } from './variables.ts'

const HEADER = [
  'observationTimeStamp',
  'observationUnitDbId',
  'observationUnitName',
  'studyDbId',
  'studyName',
  'germplasmDbId',
  'germplasmName',
  'positionCoordinateX',
  'positionCoordinateY',
  'rep',
]

/** A row for each date and plot, last those without a date, and a column for each variable. */
export async function brapiObservationTable(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { studyDbId, ...paging }: QueryOf<'brapiObservationTable'>,
): Promise<ReplyOf<'brapiObservationTable'>> {
  const trial = await loadTrial(db, actor, studyDbId)
  const { plots, columns } = await observedIn(db, trial)
  const variables = variablesOf(columns)
  const dates = [...Map.groupBy(columns, ({ timeStamp }) => timeStamp)].toSorted(([one], [other]) => byDate(one, other))
  const [from, to] = boundsOf(paging)
  const data: string[][] = []
  for (const [index, [timeStamp, ofDate]] of dates.entries()) {
    const start = index * plots.length
    const shown = plots.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (shown.length === 0) continue
    const readers = await readersOf(ofDate, variables)
    const first = Math.max(0, from - start)
    for (const [at, plot] of shown.entries()) {
      const { genotype = '', column = '', row = '', rep = '' } = plot.attributes
      const unit = [unitIdOf(trial.id, plot), plot.plotId, trial.id, trial.name, genotype, genotype, column, row, rep]
      const values = readers.map((read) => read?.(first + at).value ?? '')
      data.push([timeStamp ?? '', ...unit, ...values])
    }
  }
  const observationVariables = variables.map(({ observationVariableDbId, observationVariableName }) => ({
    observationVariableDbId,
    observationVariableName,
  }))
  return single({ headerRow: HEADER, observationVariables, data }, paging, dates.length * plots.length)
}

/** Without a date last. */
const byDate = (one: string | null, other: string | null): number =>
  Number(one === null) - Number(other === null) || (one ?? '').localeCompare(other ?? '')

/** For each variable what reads its values on a date; undefined where it has none. */
const readersOf = (
  columns: readonly ObservedColumn[],
  variables: readonly Variable[],
): Promise<(((at: number) => Cell) | undefined)[]> =>
  Promise.all(
    variables.map(async ({ observationVariableDbId: id }) =>
      columns.find(({ variable }) => variable.observationVariableDbId === id)?.read(),
    ),
  )
