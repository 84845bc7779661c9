import type { Actor } from '../../actor.ts'
import type { BrapiDeps } from './answer.ts'
import type { Wanted } from './asked.ts'
import { UNIT_CHOICES, unitIdOf } from './ids.ts'
import { withStudiesOfUnits } from './observation-units.ts'
import { isWanted, OBSERVATION_CHOICES, placesIn } from './observations.ts'
import { type Cell, type Observed, type ObservedColumn, observedIn } from './observed.ts'
import type { Part } from './page.ts'
import type { Table } from './table.ts'
import type { Variable } from './variable-of.ts'
import { variablesOf } from './variables.ts'
import { STUDY_CHOICES, studiesFor } from './visible-studies.ts'

export const TABLE_CHOICES = [...STUDY_CHOICES, ...UNIT_CHOICES, ...OBSERVATION_CHOICES]

const UNIT_TITLES = [
  'observationUnitDbId',
  'observationUnitName',
  'studyDbId',
  'studyName',
  'germplasmDbId',
  'germplasmName',
  'positionCoordinateX',
  'positionCoordinateY',
  'block',
  'rep',
]

type Read = Pick<Observed, 'trial' | 'plots'> & { columns: readonly ObservedColumn[]; places: readonly number[] }

/** A row for each date and plot, study by study, last those without a date; a column for each variable. */
export async function observationTable(deps: BrapiDeps, actor: Actor, wanted: Wanted): Promise<Table> {
  const { read, variables } = await observedFor(deps, actor, wanted)
  const parts = read.flatMap((one) => {
    const dates = [...Map.groupBy(one.columns, ({ timeStamp }) => timeStamp)]
    return dates
      .toSorted(([first], [other]) => byDate(first, other))
      .map(([timeStamp, columns]) => rowsOf({ ...one, columns, variables, first: [timeStamp ?? ''] }))
  })
  return { headerRow: ['observationTimeStamp', ...UNIT_TITLES], variables, parts }
}

/** A row for each plot, with the newest values. */
export async function unitTable(deps: BrapiDeps, actor: Actor, wanted: Wanted): Promise<Table> {
  const { read, variables } = await observedFor(deps, actor, wanted)
  const parts = read.map((one) => {
    const newestFirst = one.columns.toSorted((first, other) => byDate(other.timeStamp, first.timeStamp))
    return rowsOf({ ...one, columns: newestFirst, variables, first: [] })
  })
  return { headerRow: UNIT_TITLES, variables, parts }
}

async function observedFor({ db }: BrapiDeps, actor: Actor, wanted: Wanted) {
  const read: Read[] = []
  for (const trial of await studiesFor(db, actor, withStudiesOfUnits(wanted))) {
    const observed = await observedIn(db, trial)
    const columns = observed.columns.filter((column) => isWanted(column, wanted))
    read.push({ ...observed, columns, places: await placesIn({ db }, observed, wanted) })
  }
  return { read, variables: variablesOf(read.flatMap(({ columns }) => columns)) }
}

type Rows = Read & { variables: readonly Variable[]; first: readonly string[] }

const rowsOf = ({ trial, plots, columns, places, variables, first }: Rows): Part<(string | number)[]> => ({
  count: places.length,
  async read(from, limit) {
    const [all, readers] = [await plots(), await readersOf(columns, variables)]
    return places.slice(from, from + limit).flatMap((at) => {
      const plot = all[at]
      if (!plot) return []
      const { genotype = '', column = '', row = '', block = '', rep = '' } = plot.attributes
      const unit = [
        unitIdOf(trial.id, plot),
        plot.plotId,
        trial.id,
        trial.name,
        genotype,
        genotype,
        column,
        row,
        block,
        rep,
      ]
      return [[...first, ...unit, ...readers.map((readAt) => readAt(at))]]
    })
  },
})

/** Without a date last. */
const byDate = (one: string | null, other: string | null): number =>
  Number(one === null) - Number(other === null) || (one ?? '').localeCompare(other ?? '')

/** For each variable what reads its values: of the first column that has one. */
const readersOf = (
  columns: readonly ObservedColumn[],
  variables: readonly Variable[],
): Promise<((at: number) => string | number)[]> =>
  Promise.all(
    variables.map(async ({ observationVariableDbId: id, scale }) => {
      const own = columns.filter(({ variable }) => variable.observationVariableDbId === id)
      const readers = await Promise.all(own.map((column) => column.read()))
      return (at) => {
        const cell = readers.map((read) => read(at)).find(({ value }) => value !== '')
        return cell ? cellOf(cell, scale.dataType) : ''
      }
    }),
  )

/** A number stays one: as a text, a negative one would look like a formula. */
const cellOf = ({ value, number }: Cell, dataType: Variable['scale']['dataType']): string | number =>
  dataType === 'Numerical' && number !== null ? number : value
