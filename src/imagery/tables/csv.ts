import Papa from 'papaparse'
import { PREVIEW, startOf, type TableLimits, type TableStart } from './table.ts'

/** The start of a table of text, whatever separates its columns. `isCut`: more bytes follow. */
export function readCsv(bytes: Uint8Array, isCut: boolean, limits: TableLimits = PREVIEW): TableStart {
  // One more than shown, for whether there are more; and one that may be cut.
  const rowsRead = limits.rows + 2
  const { data: read } = Papa.parse<string[]>(decodeTable(bytes), {
    delimitersToGuess: [',', ';', '\t', '|'],
    preview: rowsRead,
    skipEmptyLines: true,
  })
  // The last row may be cut in the middle.
  const rows = isCut && read.length < rowsRead ? read.slice(0, -1) : read
  const start = startOf(null, rows, limits)
  return { ...start, hasMoreRows: start.hasMoreRows || isCut }
}

/** UTF-8 or UTF-16, else what spreadsheets of Western Europe write. */
export function decodeTable(bytes: Uint8Array): string {
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

/** The cells of lines, of which it is known what separates them. */
export const cellsOf = (text: string, delimiter: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n' }).data
