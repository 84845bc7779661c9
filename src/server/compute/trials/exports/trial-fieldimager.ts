// A measurement as scripts in R for FIELDimageR take it: a row for each plot, columns by its names.

import { type CsvCell, csvLine } from '#domain/csv.ts'
import { momentInName } from '#domain/trials.ts'
import { fieldimagerName } from '#imagery/comparison/fieldimager-names.ts'
import { writtenDigitsIn } from './digits.ts'
import { cellOf, differing, type ExportTable, plotColumns } from './export-table.ts'

/** As R writes what has no value. */
const NOTHING = 'NA'

/** With more than one flight each column ends with its date, without hyphens, which R would change: `NGRDI_mean_20260701`. */
export function trialFieldimager(table: ExportTable): Uint8Array {
  const { plots, columns, flights } = table
  const traits = [...new Set(columns.map(({ trait }) => trait))]
  const digits = writtenDigitsIn(table)
  // The first two stand for the id of the plot.
  const about = plotColumns(table).filter(({ title }) => title !== 'plot_id')
  const rows = plots.map((plot, at): CsvCell[] => [
    at + 1,
    plot.plotId,
    ...about.map(({ cells }) => cells[at] ?? NOTHING),
    ...columns.map((column, index) => written(cellOf(column, at), digits[index]) ?? NOTHING),
  ])
  const identity = ['ID', 'PlotID', ...about.map(({ title }) => title)]
  const titles = columns.map(({ flight, trait, stat, name, date }) => {
    const isDated = date !== null && (flight === null || flights.length > 1)
    const title = flight === null ? name : fieldimagerName(trait, stat, traits)
    return isDated ? `${title}_${momentInName(date).replaceAll('-', '')}` : title
  })
  const head = [...identity, ...differing(titles, identity)]
  return new TextEncoder().encode([head, ...rows].map(csvLine).join(''))
}

const written = (cell: string | number | null, digits: number | null = null): CsvCell =>
  typeof cell === 'number' && digits !== null ? { number: cell, digits } : cell
