import { MiB } from '#domain/units.ts'

/** The start of a table, as text. */
export type TableStart = {
  /** The name of the sheet, of a workbook. */
  sheet: string | null
  /** Each row has the same number of cells. The first one is the heading, if the table has one. */
  rows: string[][]
  hasMoreRows: boolean
  hasMoreColumns: boolean
}

/** Of what is read. A heading comes before the rows. */
export type TableLimits = { rows: number; columns: number; characters: number }

/** How much the first rows of a sheet look like what is wanted. */
export type RateRows = (rows: readonly (readonly string[])[]) => number

/** What a preview shows. */
export const PREVIEW: TableLimits = { rows: 1000, columns: 100, characters: MiB(1) }
const CELL_CHARACTERS_MAX = 300
/** The rows and columns that are shown, from at least one more of each where there are more. */
export function startOf(sheet: string | null, rows: readonly (readonly string[])[], limits: TableLimits): TableStart {
  const shown = fitting(rows.slice(0, limits.rows + 1), limits.characters)
  const widest = shown.reduce((most, { length }) => Math.max(most, length), 0)
  const columns = Math.min(widest, limits.columns)
  return {
    sheet,
    rows: shown.map((row) => Array.from({ length: columns }, (_, column) => clip(row[column] ?? ''))),
    hasMoreRows: rows.length > shown.length,
    hasMoreColumns: widest > columns,
  }
}

/** A hundred columns of long texts are shown for fewer rows. */
function fitting(rows: readonly (readonly string[])[], charactersMax: number): readonly (readonly string[])[] {
  let characters = 0
  const end = rows.findIndex((row) => {
    for (const cell of row) characters += Math.min(cell.length, CELL_CHARACTERS_MAX)
    return characters > charactersMax
  })
  return end < 0 ? rows : rows.slice(0, Math.max(end, 1))
}

const clip = (text: string): string =>
  text.length > CELL_CHARACTERS_MAX ? `${text.slice(0, CELL_CHARACTERS_MAX).toWellFormed()}…` : text
