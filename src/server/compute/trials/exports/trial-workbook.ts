import { flagText } from '#domain/trial-words.ts'
import type { Choice } from '#imagery/traits/derived/model-choice.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { codebookSheet } from './codebook.ts'
import { digitsOf } from './digits.ts'
import {
  cellOf,
  EXCLUSION_REASON,
  type ExportColumn,
  type ExportTable,
  flagsByFlight,
  flagsIn,
  identityColumns,
  numberOrNull,
  type PlotColumn,
  plotColumns,
  valueAndText,
} from './export-table.ts'
import { FLIGHT_COLUMNS } from './flight-columns.ts'
import { comparisonSheet, genotypeSheet } from './genotype-sheet.ts'
import { type Cell, COLUMNS_MAX, ROWS_MAX, type Sheet, writeWorkbook } from './workbook.ts'

/** The workbook of a measurement: data, long, genotype means, codebook, methods, QA, exclusions, and how genotypes are compared. */
export const trialWorkbook = (table: ExportTable, choice: Choice): Uint8Array =>
  writeWorkbook([
    dataSheet(table),
    longSheet(table),
    genotypeSheet(table, choice),
    codebookSheet(table),
    methodSheet(table),
    qaSheet(table),
    exclusionSheet(table),
    comparisonSheet(table, choice),
  ])

/** A row for each plot, a column for each trait and date. */
function dataSheet(table: ExportTable): Sheet {
  const { plots } = table
  const about = plotColumns(table)
  const columns = table.columns.slice(0, COLUMNS_MAX - about.length)
  return {
    name: 'Data',
    titles: [...about.map(({ title }) => title), ...columns.map(({ title }) => title)],
    digits: [...about.map(() => null), ...columns.map((column) => digitsOf(column, table))],
    rows: plots.map((_, at) => [
      ...about.map(({ cells }) => cells[at] ?? null),
      ...columns.map((column) => sheetCell(column, at)),
    ]),
  }
}

/** A date as spreadsheets take it. What people wrote in place of a number stays. */
function sheetCell(column: ExportColumn, at: number): Cell {
  const day = column.type === 'date' ? numberOrNull(column.values[at]) : null
  return day === null ? (cellOf(column, at) ?? column.texts?.[at] ?? null) : { day }
}

const LONG_TITLES = [
  'date',
  'dap',
  'gdd',
  'trait',
  'value',
  'value_text',
  'unit',
  'stat',
  'scope',
  'n_px',
  'valid_frac',
  'flags',
  EXCLUSION_REASON,
  'flight_id',
] as const

/** A row for each plot, date and trait. */
function longSheet(table: ExportTable): Sheet {
  const { plots, columns } = table
  const name = 'Long'
  if (plots.length * columns.length >= ROWS_MAX)
    return { name, titles: ['This table has more rows than a sheet can hold. Export it as CSV.'], rows: [] }
  const identity = identityColumns(table)
  return { name, titles: [...identity.map(({ title }) => title), ...LONG_TITLES], rows: longRows(table, identity) }
}

function* longRows(table: ExportTable, identity: readonly PlotColumn[]): Generator<Cell[]> {
  const flagsOf = flagsIn(table)
  for (const column of table.columns) {
    const { flightId, date, daysAfterPlanting, degreeDays, label, unit, stat, scope } = column
    for (const at of table.plots.keys())
      yield [
        ...identity.map(({ cells }) => cells[at] ?? null),
        date,
        daysAfterPlanting,
        degreeDays,
        label,
        ...valueAndText(column, at),
        unit,
        stat,
        scope,
        numberOrNull(column.pixels?.[at]),
        numberOrNull(column.validFrac?.[at]),
        flagsOf(column, at),
        column.exclusions.get(at) ?? null,
        flightId,
      ]
  }
}

/** How the values of each flight were made. */
const methodSheet = (table: ExportTable): Sheet => ({
  name: 'Methods',
  titles: ['trial', ...FLIGHT_COLUMNS.map(([title]) => title)],
  rows: table.flights.map((flight) => [
    table.trial.name,
    ...FLIGHT_COLUMNS.map(([, , read]) => {
      const cell = read(flight, table)
      return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : cell
    }),
  ]),
})

/** A row for each plot and date with something to know before its values are used. */
function qaSheet(table: ExportTable): Sheet {
  const flagged = flagsByFlight(table)
  const rows = table.plots.flatMap(({ plotId }, at) =>
    table.flights.flatMap(({ moment }, flight) =>
      fromBits(flagged[flight]?.[at] ?? 0).map((flag): Cell[] => [plotId, moment, flag, flagText(flag)]),
    ),
  )
  return { name: 'QA', titles: ['plot_id', 'date', 'flag', 'meaning'], rows }
}

const exclusionSheet = ({ exclusions, flights }: ExportTable): Sheet => ({
  name: 'Exclusions',
  titles: ['plot_id', 'date', 'reason'],
  rows: exclusions.map(({ plotId, flight, reason }) => [
    plotId,
    flight === null ? 'all' : (flights[flight]?.moment ?? ''),
    reason,
  ]),
})
