/** A column of a table that leaves as CSV: its title, and what stands in a row. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => string]

type Counted = { total: number; isTotalExact: boolean }

/** One page of a list that is fetched page by page; `next` is null on the last. */
export type CsvPage<Row> = Counted & { data: readonly Row[]; next: string | null }

/** The next piece of a file, with how many rows of how many are in the file by now. */
export type CsvPiece = Counted & { text: string; rows: number }

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

/** Writes a list of any length while it is fetched: the head first, then a piece for every page. */
export async function* csvPieces<Row>(
  columns: readonly CsvColumn<Row>[],
  fetchPage: (after: string) => Promise<CsvPage<Row>>,
): AsyncGenerator<CsvPiece, void, undefined> {
  let rows = 0
  let text = BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title))
  let after: string | null = ''
  while (after !== null) {
    // oxlint-disable-next-line no-await-in-loop -- a page names the one that follows it
    const page: CsvPage<Row> = await fetchPage(after)
    text += page.data.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    rows += page.data.length
    yield { text, rows, total: Math.max(page.total, rows), isTotalExact: page.isTotalExact }
    text = ''
    after = page.next
  }
}

/** 'users-2026-08-15.csv', by the reader's own calendar. */
export function csvFileName(what: string, date: Date): string {
  return `${what}-${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}.csv`
}

const two = (number: number): string => String(number).padStart(2, '0')
