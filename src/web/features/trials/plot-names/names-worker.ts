// Reads a table of what grows where, or of scores and yield, and ties it to plots.
import { rolesNamed, type TableChoices } from '#imagery/plot-columns/plot-table.ts'
import { type JoinedNames, joinNames, type Turns } from '#imagery/plot-names/join-names.ts'
import { type NamesChoices, type NamesTable, takeNames } from '#imagery/plot-names/read-names.ts'
import { type JoinedValues, joinValues } from '#imagery/plot-values/join-values.ts'
import { type Days, takeValues, type ValueRole, type ValuesTable } from '#imagery/plot-values/read-values.ts'
import { type ReadOptions, readGivenTable, type TableReport } from '../table-columns/read-given-table.ts'

type Order<Kind> = { source: Blob; plots: Parameters<typeof joinNames>[0] } & Kind
/** A table of what grows where, or one of values. */
export type NamesOrder = Order<{ names: NamesWanted; values?: never } | { names?: never; values: ValuesWanted }>
export type NamesWanted = { turns: Turns; choices: NamesChoices }
export type ValuesWanted = { trialId: string; days: Days; choices: TableChoices<ValueRole> }
export type FoundNames = JoinedNames & { blanks: number }

/** As many plots as a trial may have, in lines or in rows and columns; of values ten for each plot. */
const NAMES_MAX = 20_000
const VALUES_MAX = 200_000

const upTo = (rows: number): ReadOptions => ({
  limits: { rows, columns: 1000, characters: 16_000_000 },
  rate: rolesNamed,
  refuse: ({ hasMoreRows, hasMoreColumns }) =>
    hasMoreRows || hasMoreColumns
      ? `This table is too large. It may have ${rows.toLocaleString('en')} rows below its heading, and 1,000 columns.`
      : undefined,
})

type Report = TableReport<NamesTable, FoundNames> | TableReport<ValuesTable, JoinedValues>

function run({ source, plots, names, values }: NamesOrder): Promise<Report> {
  if (names)
    return readGivenTable(source, upTo(NAMES_MAX), ({ rows }) => {
      const { table, read } = takeNames(rows, plots, names.choices)
      return {
        table,
        read: () => {
          const found = read()
          return { ...joinNames(plots, found, names.turns), blanks: found.blanks }
        },
      }
    })
  const { trialId, days, choices } = values
  return readGivenTable(source, upTo(VALUES_MAX), ({ rows, usualMark }) => {
    const { table, read } = takeValues(rows, new Set(plots.map(({ plotId }) => plotId)), choices)
    return { table, read: () => joinValues(plots, read(days), { trialId, usualMark }) }
  })
}

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<NamesOrder>) => {
  void run(data).then((report) => self.postMessage(report, { transfer: [] }))
})
