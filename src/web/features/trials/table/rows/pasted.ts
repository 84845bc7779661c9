import type { OwnColumn, OwnValues } from '../../field-book-queries.ts'
import { isGroup, type ShownRows } from './groups.ts'

type Into = ShownRows & { read: (text: string) => number | string }

/** Cells of a spreadsheet, from a cell on to the right and down, as the table is shown; or why they don't fit. */
export function pastedValues(
  text: string,
  from: { own: OwnColumn; plotId: string },
  { plots, columns, rows, read }: Into,
): OwnValues[] | string {
  const cells = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
  const shown = rows.flatMap((row) => (isGroup(row) ? [] : (plots[row]?.plotId ?? [])))
  const below = shown.slice(shown.indexOf(from.plotId))
  const all = columns.flatMap(({ own }) => own ?? [])
  const right = all.slice(all.findIndex(({ columnId }) => columnId === from.own.columnId))
  const width = Math.max(...cells.map((line) => line.length))
  if (cells.length > below.length) return `${cells.length} rows were copied, and only ${below.length} begin here`
  if (width > right.length) return `${width} columns were copied, and only ${right.length} of your own begin here`
  return right.slice(0, width).map(({ name, takenOn }, column) => ({
    name,
    ...(takenOn !== null && { takenOn }),
    values: cells.map((line, row) => {
      const cell = line[column] ?? ''
      return { plotId: below[row] ?? '', value: cell === '' ? null : read(cell) }
    }),
  }))
}
