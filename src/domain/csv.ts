/** A column of a table that leaves as CSV: its title, and what stands in a row. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => string]

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A spreadsheet takes a cell that begins so for a formula, and runs it (full-width signs and line breaks too). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** RFC 4180, and no cell that a spreadsheet would run. */
export function csvCell(text: string): string {
  const plain = text.replaceAll('\0', '')
  const safe = FORMULA.test(plain) ? `'${plain}` : plain
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Writes a list of any length while it is read: its head first, then the rows as they come. */
export async function* csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title))
  for await (const rows of batches) yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
}

/** 'users-2026-08-15.csv', by the reader's own calendar. */
export function csvFileName(what: string, date: Date): string {
  return `${what}-${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}.csv`
}

const two = (number: number): string => String(number).padStart(2, '0')
