import type { Actor } from '../../actor.ts'
import type { BrapiDeps } from './answer.ts'
import type { Wanted } from './asked.ts'
import { UNIT_CHOICES, unitIdOf } from './ids.ts'
import { isWanted, OBSERVATION_CHOICES } from './observations.ts'
import { type Observed, observedIn, type PlacedPlot, plotsFor, type VariedColumn, withVariables } from './observed.ts'
import type { Part } from './page.ts'
import type { Table } from './table.ts'
import type { Variable } from './variable-of.ts'
import { variablesOf } from './variables.ts'
import { STUDY_CHOICES, studiesFor, withStudiesOfUnits } from './visible-studies.ts'

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

type Read = Pick<Observed, 'trial'> & {
  columns: readonly VariedColumn[]
  plots: Awaited<ReturnType<typeof plotsFor>>
}

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
    const columns = await withVariables(observed.columns.filter((column) => isWanted(column, wanted)))
    read.push({ trial, columns, plots: await plotsFor(db, observed, wanted) })
  }
  return { read, variables: variablesOf(read.flatMap(({ columns }) => columns)) }
}

type Rows = Read & { variables: readonly Variable[]; first: readonly string[] }

const rowsOf = ({ trial, plots, columns, variables, first }: Rows): Part<(string | number)[]> => ({
  count: plots.count,
  async read(from, limit) {
    const shown = await plots.read(from, limit)
    const values: (string | number)[][] = []
    for (const variable of variables) values.push(await valuesOf(variable, columns, shown))
    return shown.map((plot, at) => {
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
      return [...first, ...unit, ...values.map((cells) => cells[at] ?? '')]
    })
  },
})

/** Without a date last. */
const byDate = (one: string | null, other: string | null): number =>
  Number(one === null) - Number(other === null) || (one ?? '').localeCompare(other ?? '')

/** Of each plot that of the first column of the variable that has one; further columns are read only where some have none. */
async function valuesOf(
  { observationVariableDbId: id, scale }: Variable,
  columns: readonly VariedColumn[],
  plots: readonly PlacedPlot[],
): Promise<(string | number)[]> {
  const cells: (string | number)[] = plots.map(() => '')
  for (const column of columns) {
    if (column.variableDbId !== id) continue
    const { numbers, texts } = await column.values(plots)
    for (const at of plots.keys()) {
      if (cells[at] !== '') continue
      const number = scale.dataType === 'Numerical' ? (numbers[at] ?? Number.NaN) : Number.NaN
      // As a text, a negative number would look like a formula.
      cells[at] = Number.isNaN(number) ? (texts[at] ?? '') : number
    }
    if (!cells.includes('')) break
  }
  return cells
}
