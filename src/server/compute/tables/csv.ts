import { COLUMNS_MAX, ROWS_MAX, startOf, type TableStart } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** The start of a table of text, whatever separates its columns. `isCut`: more bytes follow. */
export function readCsv(bytes: Uint8Array, isCut: boolean): TableStart {
  const text = decode(bytes)
  const read = readRows(text, { delimiter: likeliest(text), rowsMax: ROWS_MAX + 2 })
  // The last row may be cut in the middle.
  const rows = isCut && read.length < ROWS_MAX + 2 ? read.slice(0, -1) : read
  const start = startOf(null, rows)
  return { ...start, hasMoreRows: start.hasMoreRows || isCut }
}

/** UTF-8 or UTF-16, else what spreadsheets of Western Europe write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // A character that was cut in the middle is left out by `stream`.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The one that makes the most columns of the first rows, each of them as many. */
function likeliest(text: string): Delimiter {
  const start = text.slice(0, 20_000)
  const columns = (delimiter: Delimiter): number => {
    const widths = readRows(start, { delimiter, rowsMax: 5 }).map(({ length }) => length)
    return Math.min(...widths.slice(0, 4))
  }
  return DELIMITERS.reduce((best, delimiter) => (columns(delimiter) > columns(best) ? delimiter : best))
}

/** By RFC 4180: a quoted cell may have delimiters, line breaks and doubled quotes. Empty lines are left out. */
function readRows(text: string, { delimiter, rowsMax }: { delimiter: Delimiter; rowsMax: number }): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  const endCell = () => {
    if (row.length <= COLUMNS_MAX) row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length && rows.length < rowsMax; ) {
    if (text[at] === '"' && cell === '') {
      const quoted = readQuoted(text, at + 1)
      cell = quoted.cell
      at = quoted.end
      continue
    }
    const end = endOfPlain(text, at, delimiter)
    cell += text.slice(at, end)
    if (text[end] === delimiter) endCell()
    else endRow()
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
  }
  if (rows.length < rowsMax && (row.length > 0 || cell !== '')) endRow()
  return rows
}

function endOfPlain(text: string, from: number, delimiter: Delimiter): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

/** `end` is behind the closing quote. */
function readQuoted(text: string, from: number): { cell: string; end: number } {
  let cell = ''
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { cell: cell + text.slice(at), end: text.length }
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
  }
}
