// What a table says of plots: a line for each plot, or a map of the field with a plot in each cell.
import type { Plot } from '#domain/trials.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { looseId } from '../plot-columns/plot-ids.ts'
import {
  columnsOf,
  headingOf,
  isIdentity,
  plotLines,
  type TableChoices,
  type TableColumn,
} from '../plot-columns/plot-table.ts'
import { isNamed } from '../plot-columns/roles.ts'
import { layOut, type Rows, widthOf } from '../tables/lay-out.ts'
import { isOrderOpen } from '../tables/read-date.ts'

export type NamedPlot = {
  /** Where it stands: 'line 3', or 'row 2, column 5'. */
  place: string
  plotId: string | undefined
  attributes: Plot['attributes']
}
export type PlotNames = {
  entries: NamedPlot[]
  /** Cells of a map, or lines of a list, without a word. */
  blanks: number
}

export type NamesChoices = TableChoices & { isMap?: boolean | undefined }

/** How a table is taken, for a person to see and to change. */
export type NamesTable = {
  isMap: boolean
  heading: number | null
  columns: TableColumn[]
  isDayOrderOpen: boolean
}

type Plots = readonly Pick<Plot, 'plotId' | 'attributes'>[]

/** How a table is taken, and a function that reads it so. @throws UnreadablePlots for an empty one */
export function takeNames(
  given: Rows,
  plots: Plots,
  choices: NamesChoices,
): { table: NamesTable; read: () => PlotNames } {
  const rows = given.map((row) => row.map((cell) => cell.trim()))
  if (!rows.some((row) => row.some((cell) => cell !== '')))
    throw new UnreadablePlots('There is nothing in this table. Copy the cells with their heading, and paste them.')
  const plotIds = new Set(plots.map(({ plotId }) => plotId))
  const found = headingOf(rows, plotIds)
  const isMap = choices.isMap ?? isMapOfField(rows, plots, { plotIds, isList: found.isSure })
  const heading = choices.heading === undefined ? found.heading : choices.heading
  if (isMap)
    return { table: { isMap, heading: null, columns: [], isDayOrderOpen: false }, read: () => readMap(rows, plotIds) }
  const laidOut = layOut(rows, heading, isNamed)
  const columns = columnsOf<never>(laidOut, { plotIds, chosen: choices.roles })
  const date = columns.findIndex(({ role }) => role === 'plantingDate')
  const days = laidOut.lines.map(({ cells }) => cells[date] ?? '')
  return {
    table: { isMap, heading, columns, isDayOrderOpen: isOrderOpen(days) },
    read: () => {
      if (!isIdentity(columns.map(({ role }) => role)))
        throw new UnreadablePlots(
          'No title of this table names the plots. Choose the column with their ids, or those with their rows and columns; or say that it is a map of the field.',
        )
      return { entries: plotLines(laidOut.lines, columns, choices.dayOrder), blanks: laidOut.blanks }
    },
  }
}

/**
 * Only where something tells: its cells are ids of plots, its edges count rows and columns, or it has as many rows and columns as
 * the field. Words above ids are a list.
 */
function isMapOfField(
  rows: Rows,
  plots: Plots,
  { plotIds, isList }: { plotIds: ReadonlySet<string>; isList: boolean },
): boolean {
  if (isNumbered(rows) || areMostIds(rows, plotIds)) return true
  if (isList) return false
  const [height, width] = [rows.filter((row) => row.some((cell) => cell !== '')).length, widthOf(rows)]
  const [fieldRows, fieldColumns] = (['row', 'column'] as const).map(
    (name) => new Set(plots.flatMap(({ attributes }) => attributes[name] ?? [])).size,
  )
  return (height === fieldRows && width === fieldColumns) || (height === fieldColumns && width === fieldRows)
}

function areMostIds(rows: Rows, plotIds: ReadonlySet<string>): boolean {
  const ids = new Set([...plotIds].map(looseId))
  const words = rows.flat().filter((cell) => cell !== '')
  return words.filter((word) => ids.has(looseId(word))).length * 2 > words.length
}

/** Cells are ids when most of them are those of plots, else genotypes. */
function readMap(given: Rows, plotIds: ReadonlySet<string>): PlotNames {
  const cells = isNumbered(given) ? given.slice(1).map((row) => row.slice(1)) : given
  const areIds = areMostIds(cells, plotIds)
  const entries: NamedPlot[] = []
  let blanks = 0
  for (const [row, line] of cells.entries())
    for (const [column, word] of line.entries()) {
      if (word === '') {
        blanks += 1
        continue
      }
      const at = { row: String(row + 1), column: String(column + 1) }
      const place = `row ${at.row}, column ${at.column}`
      if (areIds) entries.push({ place, plotId: word, attributes: at })
      else entries.push({ place, plotId: undefined, attributes: { ...at, genotype: word } })
    }
  return { entries, blanks }
}

/** A first line and a first column only number the others. */
function isNumbered(cells: Rows): boolean {
  const [first = []] = cells
  return (
    first.length > 2 &&
    !/\d/.test(first[0] ?? '') &&
    isCount(first.slice(1)) &&
    isCount(cells.slice(1).map((row) => row[0] ?? ''))
  )
}

/** 1, 2, 3 or 3, 2, 1. */
const isCount = (cells: readonly string[]): boolean =>
  cells.length > 0 &&
  (cells.every((cell, at) => Number(cell) === at + 1) || cells.every((cell, at) => Number(cell) === cells.length - at))
