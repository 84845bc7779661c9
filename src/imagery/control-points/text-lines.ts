// Lines of a text, and the cells of a table in it, whatever separates them.
import { cellsOf, decodeTable } from '../tables/csv.ts'

export type TextLines = { lines: string[]; comments: string[] }

/** As a flight with many photos has marks. */
const LINES_MAX = 50_000
/** A longer one is no row of points, and no definition of a coordinate system. */
const LINE_CHARACTERS_MAX = 8000

/** Without empty lines. Null for what is no text. */
export function textLinesOf(bytes: Uint8Array): TextLines | null {
  const text = decodeTable(bytes)
  if (text.includes('\0')) return null
  const all = text
    .split(/[\r\n]+/, LINES_MAX)
    .filter((line) => line.length <= LINE_CHARACTERS_MAX)
    .map((line) => line.replace(/^[\uFEFF ]+/, '').trimEnd())
    .filter((line) => line !== '')
  const [comments, lines] = [true, false].map((isComment) => all.filter((line) => line.startsWith('#') === isComment))
  return { lines: lines ?? [], comments: (comments ?? []).map((line) => line.replace(/^[#\s]+/, '')) }
}

const SEPARATORS = ['\t', ';', '|', ','] as const
export type Separator = (typeof SEPARATORS)[number] | ' '
const LINES_LOOKED_AT = 50
const SHARE_MIN = 0.5

/** That which most of the first lines have equally often; a comma may be one of decimals, so it comes last. */
export function separatorOf(lines: readonly string[]): Separator {
  const first = lines.slice(0, LINES_LOOKED_AT)
  const isRegular = (separator: string): boolean => {
    const counts = Map.groupBy(first, (line) => line.split(separator).length)
    return [...counts].some(([parts, of]) => parts > 2 && of.length >= SHARE_MIN * first.length)
  }
  return SEPARATORS.find(isRegular) ?? ' '
}

export function rowsOf(lines: readonly string[]): { separator: Separator; rows: string[][] } {
  const separator = separatorOf(lines)
  const rows = separator === ' ' ? lines.map((line) => line.split(/\s+/)) : cellsOf(lines.join('\n'), separator)
  return { separator, rows: rows.map((row) => row.map((cell) => cell.trim())) }
}
