// Reads a table, and ties it to plots.
import { UnreadablePlots } from '#imagery/geojson/unreadable-plots.ts'
import { type JoinedNames, joinNames, type Turns } from '#imagery/plot-names/join-names.ts'
import { readNames } from '#imagery/plot-names/read-names.ts'
import { readCsv } from '#imagery/tables/csv.ts'
import { readXlsx } from '#imagery/tables/xlsx.ts'

export type NamesOrder = { source: Blob; plots: Parameters<typeof joinNames>[0]; turns: Turns }
export type NamesReport = { joined: JoinedNames & { blanks: number } } | { problem: string }

/** As many plots as a trial may have, in lines or in rows and columns. */
const LIMITS = { rows: 20_000, columns: 1000, characters: 16_000_000 }

const run = async ({ source, plots, turns }: NamesOrder): Promise<NamesReport> => {
  try {
    const bytes = new Uint8Array(await source.arrayBuffer())
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    const { rows, hasMoreRows, hasMoreColumns } = isZip ? readXlsx(bytes, LIMITS) : readCsv(bytes, false, LIMITS)
    if (hasMoreRows || hasMoreColumns)
      return { problem: 'This table is too large. It may have 20,000 rows below its heading, and 1,000 columns.' }
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
