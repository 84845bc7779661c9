// Reads a table of what grows where, or of scores and yield, and ties it to plots.
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { type JoinedNames, joinNames, type Turns } from '#imagery/plot-names/join-names.ts'
import { readNames } from '#imagery/plot-names/read-names.ts'
import { type JoinedValues, joinValues } from '#imagery/plot-values/join-values.ts'
import { type Days, readValues } from '#imagery/plot-values/read-values.ts'
import { readTable } from '#imagery/tables/read-table.ts'

type Order<Kind> = { source: Blob; plots: Parameters<typeof joinNames>[0] } & Kind
/** A table of what grows where, or one of values. */
export type NamesOrder = Order<{ turns: Turns; values?: never } | { turns?: never; values: ValuesWanted }>
export type ValuesWanted = { trialId: string; days: Days }
export type NamesReport = { joined: JoinedNames & { blanks: number } } | { problem: string }
export type ValuesReport = { joined: JoinedValues } | { problem: string }

/** As many plots as a trial may have, in lines or in rows and columns; of values ten for each plot. */
const NAMES_MAX = { rows: 20_000, columns: 1000, characters: 16_000_000 }
const VALUES_MAX = { ...NAMES_MAX, rows: 200_000 }

const run = async ({ source, plots, turns, values }: NamesOrder): Promise<NamesReport | ValuesReport> => {
  const limits = turns ? NAMES_MAX : VALUES_MAX
  try {
    const bytes = new Uint8Array(await source.arrayBuffer())
    const { rows, hasMoreRows, hasMoreColumns, usualMark } = readTable(bytes, limits)
    if (hasMoreRows || hasMoreColumns)
      return {
        problem: `This table is too large. It may have ${limits.rows.toLocaleString('en')} rows below its heading, and 1,000 columns.`,
      }
    if (values)
      return { joined: joinValues(plots, readValues(rows, values.days), { trialId: values.trialId, usualMark }) }
    const names = readNames(rows, new Set(plots.map(({ plotId }) => plotId)))
    return { joined: { ...joinNames(plots, names, turns), blanks: names.blanks } }
  } catch (error) {
    if (error instanceof UnreadablePlots) return { problem: error.message }
    return { problem: 'This table could not be read. Save it as CSV or XLSX, and choose that file.' }
  }
}

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<NamesOrder>) => {
  void run(data).then((report) => self.postMessage(report, { transfer: [] }))
})
