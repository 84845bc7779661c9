// Reads a table of daily temperatures.
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { readTable } from '#imagery/tables/read-table.ts'
import { type ReadTemperatures, readTemperatures } from '#imagery/temperatures/read-temperatures.ts'

export type TemperaturesOrder = { source: Blob; unit: 'celsius' | 'fahrenheit' }
export type TemperaturesReport = { read: ReadTemperatures } | { problem: string }

const LIMITS = { rows: 4000, columns: 100, characters: 2_000_000 }

const run = async ({ source, unit }: TemperaturesOrder): Promise<TemperaturesReport> => {
  try {
    const bytes = new Uint8Array(await source.arrayBuffer())
    const { rows, hasMoreRows } = readTable(bytes, LIMITS)
    if (hasMoreRows) return { problem: 'This table is too large. Leave out the days before planting.' }
    return { read: readTemperatures(rows, unit) }
  } catch (error) {
    if (error instanceof UnreadablePlots) return { problem: error.message }
    return { problem: 'This table could not be read. Save it as CSV or XLSX, and choose that file.' }
  }
}

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<TemperaturesOrder>) => {
  void run(data).then((report) => self.postMessage(report, { transfer: [] }))
})
