// What a table says of plots: a line for each plot, or a map of the field with a plot in each cell.
import type { Plot } from '#domain/trials.ts'
import { attributesIn, plotIdIn } from '../geojson/attributes.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'

export type NamedPlot = {
  /** Where it stands: 'line 3', or 'row 2, column 5'. */
  place: string
  plotId: string | undefined
  attributes: Plot['attributes']
}
export type PlotNames = {
  shape: 'table' | 'matrix'
  entries: NamedPlot[]
  /** Cells of a matrix, or lines of a table, without a word. */
  blanks: number
}

/** @throws UnreadablePlots */
export function readNames(rows: readonly (readonly string[])[], plotIds: ReadonlySet<string>): PlotNames {
  const cells = rows.map((row) => row.map((cell) => cell.trim()))
  const [heading = [], ...lines] = cells
  if (!cells.some((row) => row.some((cell) => cell !== '')))
    throw new UnreadablePlots('There is nothing in this table. Copy the cells with their heading, and paste them.')
  return isHeading(heading) ? readTable(heading, lines) : readMatrix(cells, plotIds)
}

/** Whether a plot can be found by the columns of these names. */
function isHeading(heading: readonly string[]): boolean {
  const probe = Object.fromEntries(heading.map((name) => [name, '2026-01-01']))
  const { row, column } = attributesIn(probe, '')
  return plotIdIn(probe, undefined) !== undefined || (row !== undefined && column !== undefined)
}

function readTable(heading: readonly string[], lines: readonly (readonly string[])[]): PlotNames {
  const entries: NamedPlot[] = []
  let blanks = 0
  for (const [index, line] of lines.entries()) {
    if (line.every((cell) => cell === '')) {
      blanks += 1
      continue
    }
    // Of two columns with one name, the first counts.
    const properties = Object.fromEntries(heading.map((name, at) => [name, line[at] ?? ''] as const).toReversed())
    const place = `line ${index + 2}`
    const plotId = plotIdIn(properties, undefined)
    entries.push({ place, plotId, attributes: attributesIn(properties, plotId ?? place) })
  }
  return { shape: 'table', entries, blanks }
}

/** Cells are ids when most of them are those of plots, else genotypes. */
function readMatrix(given: readonly (readonly string[])[], plotIds: ReadonlySet<string>): PlotNames {
  const cells = withoutNumbers(given)
  const words = cells.flat().filter((cell) => cell !== '')
  const areIds = words.filter((word) => plotIds.has(word)).length * 2 > words.length
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
  return { shape: 'matrix', entries, blanks }
}

/** Without a first line and a first column that only number the others. */
function withoutNumbers(cells: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first = []] = cells
  const isCorner = first.length > 1 && !/\d/.test(first[0] ?? '')
  const isNumbered = isCorner && isCount(first.slice(1)) && isCount(cells.slice(1).map((row) => row[0] ?? ''))
  return isNumbered ? cells.slice(1).map((row) => row.slice(1)) : cells
}

/** 1, 2, 3 or 3, 2, 1. */
const isCount = (cells: readonly string[]): boolean =>
  cells.length > 0 &&
  (cells.every((cell, at) => Number(cell) === at + 1) || cells.every((cell, at) => Number(cell) === cells.length - at))
