// Reads a table of daily temperatures.
import {
  columnsNamed,
  type ReadTemperatures,
  takeTemperatures,
  type WeatherChoices,
  type WeatherTable,
} from '#imagery/temperatures/read-temperatures.ts'
import { type ReadOptions, readGivenTable, type TableReport } from '../table-columns/read-given-table.ts'

export type TemperaturesOrder = { source: Blob; unit: 'celsius' | 'fahrenheit'; choices: WeatherChoices }

const OPTIONS: ReadOptions = {
  limits: { rows: 4000, columns: 100, characters: 2_000_000 },
  rate: columnsNamed,
  refuse: ({ hasMoreRows }) =>
    hasMoreRows ? 'This table is too large. Leave out the days before planting.' : undefined,
}

const run = ({ source, unit, choices }: TemperaturesOrder): Promise<TableReport<WeatherTable, ReadTemperatures>> =>
  readGivenTable(source, OPTIONS, ({ rows }) => {
    const { table, read } = takeTemperatures(rows, choices)
    return { table, read: () => read(unit) }
  })

/** To the page, which is the only listener: a worker has no origins to choose from. */
self.addEventListener('message', ({ data }: MessageEvent<TemperaturesOrder>) => {
  void run(data).then((report) => self.postMessage(report, { transfer: [] }))
})
