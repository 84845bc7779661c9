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

/** The rows and columns that are shown, from at least one more of each where there are more. */
export function startOf(sheet: string | null, rows: readonly (readonly string[])[]): TableStart {
  const shown = rows.slice(0, ROWS_MAX + 1)
  const widest = shown.reduce((most, { length }) => Math.max(most, length), 0)
  const columns = Math.min(widest, COLUMNS_MAX)
  return {
    sheet,
    rows: shown.map((row) => Array.from({ length: columns }, (_, column) => clip(row[column] ?? ''))),
    hasMoreRows: rows.length > shown.length,
    hasMoreColumns: widest > columns,
  }
}

const clip = (text: string): string =>
  text.length > CELL_CHARACTERS_MAX ? `${text.slice(0, CELL_CHARACTERS_MAX).toWellFormed()}…` : text
