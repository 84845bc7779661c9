// Reads a table of daily temperatures.
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { readTable } from '#imagery/tables/read-table.ts'
import {
  columnsNamed,
  type ReadTemperatures,
  takeTemperatures,
  type WeatherChoices,
  type WeatherTable,
} from '#imagery/temperatures/read-temperatures.ts'

export type TemperaturesOrder = { source: Blob; unit: 'celsius' | 'fahrenheit'; choices: WeatherChoices }
export type TemperaturesReport = { table?: WeatherTable & { rows: string[][]; sheet: string | null } } & (
  | { read: ReadTemperatures; problem?: never }
  | { read?: never; problem: string }
)

const LIMITS = { rows: 4000, columns: 100, characters: 2_000_000 }

/** Of the first rows, for a person to choose the heading. */
const ROWS_SHOWN = 20
const CELLS_SHOWN = 6

const run = async ({ source, unit, choices }: TemperaturesOrder): Promise<TemperaturesReport> => {
  try {
    const { rows, sheet, hasMoreRows } = readTable(new Uint8Array(await source.arrayBuffer()), LIMITS, columnsNamed)
    if (hasMoreRows) return { problem: 'This table is too large. Leave out the days before planting.' }
    const { table: taken, read } = takeTemperatures(rows, choices)
    const table = { ...taken, rows: rows.slice(0, ROWS_SHOWN).map((row) => row.slice(0, CELLS_SHOWN)), sheet }
    try {
      return { table, read: read(unit) }
    } catch (error) {
      return { table, problem: problemOf(error) }
    }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

const problemOf = (error: unknown): string =>
  error instanceof UnreadablePlots
    ? error.message
    : 'This table could not be read. Save it as CSV or XLSX, and choose that file.'

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<TemperaturesOrder>) => {
  void run(data).then((report) => self.postMessage(report, { transfer: [] }))
})
