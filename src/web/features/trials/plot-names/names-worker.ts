// Reads a table of what grows where, or of scores and yield, and ties it to plots.
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { rolesNamed, type TableChoices } from '#imagery/plot-columns/plot-table.ts'
import { type JoinedNames, joinNames, type Turns } from '#imagery/plot-names/join-names.ts'
import { type NamesChoices, type NamesTable, takeNames } from '#imagery/plot-names/read-names.ts'
import { type JoinedValues, joinValues } from '#imagery/plot-values/join-values.ts'
import { type Days, takeValues, type ValueRole, type ValuesTable } from '#imagery/plot-values/read-values.ts'
import { readTable, type Table } from '#imagery/tables/read-table.ts'

type Order<Kind> = { source: Blob; plots: Parameters<typeof joinNames>[0] } & Kind
/** A table of what grows where, or one of values. */
export type NamesOrder = Order<{ names: NamesWanted; values?: never } | { names?: never; values: ValuesWanted }>
export type NamesWanted = { turns: Turns; choices: NamesChoices }
export type ValuesWanted = { trialId: string; days: Days; choices: TableChoices<ValueRole> }
/** How the table is taken, as far as it could be read; and what it says then, or why it says nothing. */
type Report<Taken, Joined> = { table?: Taken & { rows: string[][]; sheet: string | null } } & (
  | { joined: Joined; problem?: never }
  | { joined?: never; problem: string }
)
export type NamesReport = Report<NamesTable, JoinedNames & { blanks: number }>
export type ValuesReport = Report<ValuesTable, JoinedValues>

/** As many plots as a trial may have, in lines or in rows and columns; of values ten for each plot. */
const NAMES_MAX = { rows: 20_000, columns: 1000, characters: 16_000_000 }
const VALUES_MAX = { ...NAMES_MAX, rows: 200_000 }

/** Of the first rows, for a person to choose the heading. */
const ROWS_SHOWN = 20
const CELLS_SHOWN = 6

type Plots = NamesOrder['plots']

const run = async ({ source, plots, names, values }: NamesOrder): Promise<NamesReport | ValuesReport> => {
  const limits = names ? NAMES_MAX : VALUES_MAX
  try {
    const table = readTable(new Uint8Array(await source.arrayBuffer()), limits, rolesNamed)
    if (table.hasMoreRows || table.hasMoreColumns)
      return {
        problem: `This table is too large. It may have ${limits.rows.toLocaleString('en')} rows below its heading, and 1,000 columns.`,
      }
    return names ? namesIn(table, plots, names) : valuesIn(table, plots, values)
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

function namesIn({ rows, sheet }: Table, plots: Plots, { choices, turns }: NamesWanted): NamesReport {
  const { table: taken, read } = takeNames(rows, plots, choices)
  const table = { ...taken, rows: firstOf(rows), sheet }
  try {
    const names = read()
    return { table, joined: { ...joinNames(plots, names, turns), blanks: names.blanks } }
  } catch (error) {
    return { table, problem: problemOf(error) }
  }
}

function valuesIn(
  { rows, sheet, usualMark }: Table,
  plots: Plots,
  { choices, days, trialId }: ValuesWanted,
): ValuesReport {
  const { table: taken, read } = takeValues(rows, new Set(plots.map(({ plotId }) => plotId)), choices)
  const table = { ...taken, rows: firstOf(rows), sheet }
  try {
    return { table, joined: joinValues(plots, read(days), { trialId, usualMark }) }
  } catch (error) {
    return { table, problem: problemOf(error) }
  }
}

const firstOf = (rows: Table['rows']): string[][] => rows.slice(0, ROWS_SHOWN).map((row) => row.slice(0, CELLS_SHOWN))

const problemOf = (error: unknown): string =>
  error instanceof UnreadablePlots
    ? error.message
    : 'This table could not be read. Save it as CSV or XLSX, and choose that file.'

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<NamesOrder>) => {
  void run(data).then((report) => self.postMessage(report, { transfer: [] }))
})
