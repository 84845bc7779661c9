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

export const ROWS_MAX = 1000
export const COLUMNS_MAX = 100
const CELL_CHARACTERS_MAX = 300
/** Of all cells: a hundred columns of long texts are shown for fewer rows. */
const CHARACTERS_MAX = MiB(1)

/** The rows and columns that are shown, from at least one more of each where there are more. */
export function startOf(sheet: string | null, rows: readonly (readonly string[])[]): TableStart {
  const shown = fitting(rows.slice(0, ROWS_MAX + 1))
  const widest = shown.reduce((most, { length }) => Math.max(most, length), 0)
  const columns = Math.min(widest, COLUMNS_MAX)
  return {
    sheet,
    rows: shown.map((row) => Array.from({ length: columns }, (_, column) => clip(row[column] ?? ''))),
    hasMoreRows: rows.length > shown.length,
    hasMoreColumns: widest > columns,
  }
}

function fitting(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let characters = 0
  const end = rows.findIndex((row) => {
    for (const cell of row) characters += Math.min(cell.length, CELL_CHARACTERS_MAX)
    return characters > CHARACTERS_MAX
  })
  return end < 0 ? rows : rows.slice(0, Math.max(end, 1))
}

const clip = (text: string): string =>
  text.length > CELL_CHARACTERS_MAX ? `${text.slice(0, CELL_CHARACTERS_MAX).toWellFormed()}…` : text
