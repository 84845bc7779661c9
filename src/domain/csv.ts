/** A column of a CSV file: its title, and its value for a row. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => CsvCell]

/** A number is written as it is: a negative one is no formula. One with digits has that many behind the point. */
export type CsvCell = string | number | { number: number; digits: number } | null

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Spreadsheets run cells with these first characters as formulas, including full-width characters and line breaks. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell according to RFC 4180 that spreadsheets do not run as a formula. */
export function csvCell(text: CsvCell): string {
  if (text !== null && typeof text === 'object') return fixed(text)
  if (typeof text !== 'string') return text === null || !Number.isFinite(text) ? '' : String(text)
  const safe = withoutFormula(text)
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Without a minus before nothing but zeros. */
const fixed = ({ number, digits }: { number: number; digits: number }): string =>
  Number.isFinite(number) ? number.toFixed(digits).replace(/^-(?=[0.]*$)/, '') : ''

/** A text that spreadsheets take as a text. */
export function withoutFormula(text: string): string {
  const plain = text.replaceAll('\0', '')
  return FORMULA.test(plain) ? `'${plain}` : plain
}

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Streams a CSV file of any length, batch by batch. The first chunk has the header and the first rows. */
export async function* csvChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void, undefined> {
  let head = BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title))
  for await (const rows of batches) {
    yield head + rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    head = ''
  }
  if (head !== '') yield head
}

/** A name such as 'users-2026-08-15.csv', with the local date. */
export function csvFileName(what: string, date: Date): string {
  return `${what}-${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}.csv`
}

const two = (number: number): string => String(number).padStart(2, '0')
