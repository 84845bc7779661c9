import Papa from 'papaparse'
import { decodeWindows1252 } from '../text/code-pages.ts'
import { PREVIEW, startOf, type TableLimits, type TableStart } from './table.ts'

/** The start of a table of text, whatever separates its columns. `isCut`: more bytes follow. */
export function readCsv(bytes: Uint8Array, isCut: boolean, limits: TableLimits = PREVIEW): TableStart {
  // One more than shown, for whether there are more; and one that may be cut.
  const rowsRead = limits.rows + 2
  const { text, separator } = separate(decodeTable(bytes))
  const { data: read } = Papa.parse<string[]>(text, { delimiter: separator, preview: rowsRead, skipEmptyLines: true })
  // The last row may be cut in the middle.
  const rows = isCut && read.length < rowsRead ? read.slice(0, -1) : read
  const start = startOf(null, rows, limits)
  return { ...start, hasMoreRows: start.hasMoreRows || isCut }
}

/** By which spreadsheets are told the separator. It is no row of the table. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[^\S\r\n]*(?:\r\n?|\n|$)/i
const SEPARATORS = ['\t', ';', '|', ','] as const
type CellSeparator = (typeof SEPARATORS)[number]
const ROWS_LOOKED_AT = 50
export const CHARACTERS_LOOKED_AT = 100_000

/** The rows of a table, and what separates their cells. */
export function separate(text: string): { text: string; separator: CellSeparator } {
  const [line, stated] = SEPARATOR_LINE.exec(text) ?? []
  if (line !== undefined)
    return { text: text.slice(line.length), separator: SEPARATORS.find((one) => one === stated) ?? ',' }
  const start = text.slice(0, CHARACTERS_LOOKED_AT)
  const shares = SEPARATORS.map((separator) => shareOfLikeRows(start, separator))
  const best = Math.max(...shares)
  // A comma may be one of decimals, and comes last.
  return { text, separator: best === 0 ? ',' : (SEPARATORS[shares.indexOf(best)] ?? ',') }
}

/** Of the first rows, those that have equally many cells, which are more than one. */
function shareOfLikeRows(text: string, delimiter: CellSeparator): number {
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: ROWS_LOOKED_AT, skipEmptyLines: true })
  const alike = [...Map.groupBy(data, ({ length }) => length)]
  return Math.max(0, ...alike.flatMap(([cells, rows]) => (cells > 1 ? rows.length : []))) / Math.max(1, data.length)
}

/** UTF-8 or UTF-16, else what spreadsheets of Western Europe write. */
export function decodeTable(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    // A character that was cut in the middle is left out by `stream`.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return decodeWindows1252(bytes)
  }
}

/** By its mark; without one, by the zeros of letters that all alphabets of Europe share. */
function wideEncodingOf([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : undefined
}

/** The cells of lines, of which it is known what separates them. */
export const cellsOf = (text: string, delimiter: string): string[][] =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n' }).data
