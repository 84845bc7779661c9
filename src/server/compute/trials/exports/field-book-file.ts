// The plots of a trial for the app Field Book (PhenoApps): a line for each, whose first column is the unique id.
import { csvCell, csvLine } from '#domain/csv.ts'
import { fieldBookId } from '#imagery/field-book/unique-ids.ts'
import { boxOf } from '#imagery/plots/polygon.ts'
import { type ExportPlot, type ExportTable, usedIdentity } from './export-table.ts'

/** What leads through a field stands first. The app refuses a title `id`. */
const FIRST = ['row', 'column', 'plot_id']

/** Without a byte order mark, which older versions of the app take for a part of the first title. */
export function fieldBookFile({ trial, plots }: Pick<ExportTable, 'trial' | 'plots'>): Uint8Array {
  const identity = usedIdentity({ plots })
  const columns = [
    ...FIRST.flatMap((first) => identity.filter(([title]) => title === first)),
    ...identity.filter(([title]) => !FIRST.includes(title)),
  ]
  const lines = plots.toSorted(inField).map((plot) => {
    const cells = [fieldBookId(plot.plotId, trial.trialId), ...columns.map(([, read]) => read(plot) ?? null)]
    return `${cells.map(csvCell).join(',')},${centreOf(plot)}\r\n`
  })
  const head = csvLine(['unique_id', ...columns.map(([title]) => title), 'geo_coordinates'])
  return new TextEncoder().encode(head + lines.join(''))
}

/** 'longitude;latitude' to a centimetre: no text of people, so a minus at its start is no formula. */
function centreOf({ outline }: ExportPlot): string {
  const { minX, minY, maxX, maxY } = boxOf(outline)
  return `${((minX + maxX) / 2).toFixed(7)};${((minY + maxY) / 2).toFixed(7)}`
}

const inField = (one: ExportPlot, other: ExportPlot): number =>
  compare(one.attributes.row, other.attributes.row) || compare(one.attributes.column, other.attributes.column)

/** Numbers before texts. */
function compare(one = '', other = ''): number {
  const difference = numberIn(one) - numberIn(other)
  if (difference !== 0 && !Number.isNaN(difference)) return difference
  return one < other ? -1 : Number(one > other)
}

const numberIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY)
